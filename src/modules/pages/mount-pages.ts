// Every page, and the files that programs look for.
import type { FastifyInstance } from "fastify";
import type { RouteContext } from "../../app/module.ts";
import { isSimulated } from "../../app/settings/weather-settings.ts";
import { hashedCalendar } from "../calendar/element-files.ts";
import type { ApiDocument } from "./api-document.ts";
import { mountDashboard } from "./mount-dashboard.ts";
import { mountDocs } from "./mount-docs.ts";
import { mountFront } from "./mount-front.ts";
import { builtFile, mountFiles, STRICT_HEADERS } from "./mount-files.ts";
import { mountStatus } from "./mount-status.ts";
import { mountTexts } from "./mount-texts.ts";
import { pageBrand } from "./page-words.ts";

const SHARED_FILES = ["frame.css", "page.css"].map((name) => ({
  path: `/${name}`,
  file: builtFile(name),
}));

export function mountPages(app: FastifyInstance, context: RouteContext): void {
  const { config, status, openApi, forModels } = context;
  const document = async () => (await context.openApiDocument()) as unknown as ApiDocument;
  const { demoKey, plans, weatherSources } = config;
  const brand = pageBrand(config);
  mountFiles(app, { files: SHARED_FILES, headers: STRICT_HEADERS, brand });
  mountDashboard(app, brand);
  mountFront(app, {
    brand,
    demoKey,
    plans,
    isSimulated: isSimulated(weatherSources),
    calendar: hashedCalendar(brand),
  });
  mountDocs(app, { brand, demoKey, document, methods: openApi.methods, forModels });
  mountStatus(app, { brand, status });
  mountTexts(app, { brand, document, forModels });
}
