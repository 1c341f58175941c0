// Serves <suitability-calendar> and <suitability-badge> for pages of other sites.
import type { FastifyInstance } from "fastify";
import type { RouteContext } from "../../app/module.ts";
import { createSendFile } from "../../doors/rest/send-file.ts";
import { elementFiles, wordFiles } from "./element-files.ts";

/** Browsers cache such a file for an hour, so a release reaches all pages within an hour. */
const CACHED = "max-age=3600";

/** The content of a name with a hash never changes. */
const CACHED_FOR_EVER = "max-age=31536000, immutable";

const SCRIPT = "text/javascript; charset=utf-8";
const TEXT = "text/plain; charset=utf-8";

const HEADERS: Readonly<Record<string, string>> = {
  // Any page may load these files: everything in them is public.
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
};

/**
 * Adds to an app: `/embed/calendar.js` and `/embed/badge.js`, each also under a name with its hash, the words of each
 * language, and `/embed/tags.txt` with the lines that load the hashed files, so that a browser refuses any other.
 */
export function mountCalendar(app: FastifyInstance, { config }: RouteContext): void {
  const serve = (path: string, body: Buffer, cached: string) =>
    app.get(path, createSendFile({ read: () => body, type: SCRIPT, headers: HEADERS, cached }));

  const { folder, files } = wordFiles();
  for (const { tag, body } of files) serve(`/embed/${folder}/${tag}.js`, body, CACHED_FOR_EVER);
  const elements = elementFiles(config.brand);
  for (const { element, src, body } of elements) {
    serve(`/embed/${element}.js`, body, CACHED);
    serve(src, body, CACHED_FOR_EVER);
  }
  const tags = elements.map(
    ({ src, integrity }) =>
      `<script type="module" src="${src}" integrity="${integrity}" crossorigin></script>\n`,
  );
  const read = () => Buffer.from(tags.join(""));
  app.get("/embed/tags.txt", createSendFile({ read, type: TEXT, headers: HEADERS, cached: CACHED }));
}
