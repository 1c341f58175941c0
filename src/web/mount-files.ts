// Files of pages, kept in memory: read when the service starts, the same for everybody.
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Brand } from "../brand.ts";
import { cachePublicly, etagOf, isNamed } from "../doors/rest/headers.ts";
import { brandWords, fill, pageWords } from "./page-words.ts";

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

interface Encoded {
  readonly body: Buffer;
  readonly etag: string;
  readonly encoding: string | undefined;
}

/** A body as it is, or compressed for whoever takes that: made when it is asked for first, as not every start needs it. */
export function createSendFile({
  body,
  headers,
  cached,
}: {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** By browsers and whatever else is on the way, as in `max-age=60`. */
  readonly cached: string;
}) {
  const plain: Encoded = { body, etag: etagOf(body), encoding: undefined };
  let gzipped: Promise<Encoded> | undefined;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { body, etag, encoding } = takesGzip(request) ? await (gzipped ??= compressed(plain)) : plain;
    cachePublicly(reply, cached).headers({ ...headers, etag });
    reply.header("vary", [reply.getHeader("vary"), "Accept-Encoding"].filter(Boolean).join(", "));
    if (isNamed(etag, request.headers["if-none-match"])) return reply.code(304).send();
    if (encoding !== undefined) reply.header("content-encoding", encoding);
    return reply.send(body);
  };
}

async function compressed({ body }: Encoded): Promise<Encoded> {
  const smaller = await promisify(gzip)(body, { level: 9 });
  return { body: smaller, etag: etagOf(smaller), encoding: "gzip" };
}

/** As every browser says it; whoever writes it in another way gets the file as it is. */
function takesGzip({ headers }: FastifyRequest): boolean {
  return /(?:^|,)\s*gzip\s*(?:,|$)/i.test(headers["accept-encoding"] ?? "");
}

/** Of a page into which somebody types a key: nothing from elsewhere runs in it, frames it, or hears from it. */
export const STRICT_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};
