// Every page but the dashboard, and the files that programs look for.
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
  options: Omit<FrontOptions, "calendar"> & StatusPageOptions & Parameters<typeof mountTexts>[1],
): void {
  mountFiles(app, { files: SHARED_FILES, headers: STRICT_HEADERS, brand: options.brand });
  const calendar = mountEmbed(app, options.brand);
  mountFront(app, { ...options, calendar });
  mountDocs(app, options);
  mountStatus(app, options);
  mountTexts(app, options);
}
