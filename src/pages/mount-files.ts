// Files of pages, kept in memory: read when the service starts, the same for everybody.
import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { cachePublicly } from "../rest/cache-publicly.ts";
import { etagOf, isNamed } from "../rest/etag.ts";

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
  /** What is put in place of `%NAME%`. */
  readonly values?: Readonly<Record<string, string>>;
}

/** Serves files, each with its media type, an ETag and these headers. */
export function mountFiles(
  app: FastifyInstance,
  files: readonly PageFile[],
  headers: Readonly<Record<string, string>>,
): void {
  for (const { path, file, values } of files) {
    const body = values === undefined ? readFileSync(file) : filledIn(readFileSync(file, "utf8"), values);
    const etag = etagOf(body);
    const type = mediaType(file);
    app.get(path, (request, reply) => {
      // Asked about at each visit, so that after a release no browser mixes old files with new ones.
      cachePublicly(reply, "no-cache").header("etag", etag);
      return isNamed(etag, request.headers["if-none-match"])
        ? reply.code(304).send()
        : reply.headers({ ...headers, "content-type": type }).send(body);
    });
  }
}

function filledIn(text: string, values: NonNullable<PageFile["values"]>): string {
  return Object.entries(values).reduce(
    (filled, [name, value]) => filled.replaceAll(`%${name}%`, value),
    text,
  );
}

function mediaType({ pathname }: URL): string {
  const type = MEDIA_TYPES.get(pathname.slice(pathname.lastIndexOf(".") + 1));
  if (type === undefined) throw new TypeError(`no media type for ${pathname}`);
  return type;
}
