// Every page but the dashboard, and what programs look for beside them.
import type { FastifyInstance } from "fastify";
import { mountDocs } from "./docs/mount-docs.ts";
import { mountEmbed } from "./embed/mount-embed.ts";
import { mountFront, type FrontOptions } from "./front/mount-front.ts";
import { mountFiles, STRICT_HEADERS } from "./mount-files.ts";
import { mountStatus, type StatusPageOptions } from "./status/mount-status.ts";
import { mountTexts } from "./texts/mount-texts.ts";

const SHARED_FILES = ["frame.css", "page.css"].map((name) => ({
  path: `/${name}`,
  file: new URL(name, import.meta.url),
}));

export function mountPages(
  app: FastifyInstance,
  options: FrontOptions & StatusPageOptions & { readonly openApi: Readonly<Record<string, unknown>> },
): void {
  mountFiles(app, { files: SHARED_FILES, headers: STRICT_HEADERS, brand: options.brand });
  mountFront(app, options);
  mountEmbed(app, options.brand);
  mountDocs(app, options);
  mountStatus(app, options);
  mountTexts(app, options);
}
