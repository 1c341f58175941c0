// Files of pages, kept in memory: read when the service starts, the same for everybody.
import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import type { Brand } from "../brand.ts";
import { brandWords } from "./brand-words.ts";
import { fill } from "./fill.ts";
import { pageWords } from "./page-words.ts";
import { createSendFile } from "./send-file.ts";

/** Asked about at each visit, so that after a release no browser mixes old files with new ones. */
const CACHED = "no-cache";

const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ["html", "text/html; charset=utf-8"],
  ["css", "text/css; charset=utf-8"],
  ["js", "text/javascript; charset=utf-8"],
  ["svg", "image/svg+xml"],
]);

export interface PageFile {
  /** Where it is served, such as `/dashboard/dashboard.css`. */
  readonly path: string;
  /** Its ending tells its media type. */
  readonly file: URL;
  /** What is put in place of `{{name}}`, besides whose service it is. */
  readonly values?: Readonly<Record<string, string>>;
}

/** Serves files, each with its media type, an ETag and these headers, and in the name of whose service it is. */
export function mountFiles(
  app: FastifyInstance,
  {
    files,
    headers,
    brand,
  }: {
    readonly files: readonly PageFile[];
    readonly headers: Readonly<Record<string, string>>;
    readonly brand: Brand;
  },
): void {
  const words = brandWords(brand);
  for (const { path, file, values } of files) {
    const kind = file.pathname.slice(file.pathname.lastIndexOf(".") + 1);
    const type = MEDIA_TYPES.get(kind);
    if (type === undefined) throw new TypeError(`no media type for ${file.pathname}`);
    const own = kind === "html" ? pageWords(brand, path) : words.get(kind);
    const body = Buffer.from(fill(readFileSync(file, "utf8"), { ...own, ...values }));
    app.get(path, createSendFile({ body, headers: { ...headers, "content-type": type }, cached: CACHED }));
  }
}
