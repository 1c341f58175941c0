// Sends what is the same for everybody: files of pages and of the calendar, texts, /openapi.json.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { loadOnce } from "../../lib/load-once.ts";
import { type Coding, preferredCoding } from "./accept-encoding.ts";
import { cachePublicly } from "./headers.ts";
import { type Representation, sendRepresentation } from "./send-representation.ts";

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;

// Quality 11 makes files a tenth smaller and takes 30 times as long: two seconds for Swagger UI, while its first reader waits.
const BROTLI_QUALITY = 8;

const COMPRESS: Readonly<Record<Exclude<Coding, "identity">, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
};

/**
 * Sends a file in the coding that the client prefers. It is read and compressed on first use, because not every process
 * needs it, and then cached in memory.
 */
export function createSendFile({
  read,
  type,
  headers,
  cached,
}: {
  /** Called once. */
  readonly read: () => Buffer | Promise<Buffer>;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How long browsers and proxies may cache it, as in `max-age=60`. */
  readonly cached: string;
}) {
  const plain = loadOnce(async () => representation(await read()));
  const compressed = (coding: keyof typeof COMPRESS) =>
    loadOnce(async () => {
      const { body, ...uncompressed } = await plain();
      const smaller = await COMPRESS[coding](body);
      // A few bytes become more.
      return smaller.length < body.length ? representation(smaller, coding) : { ...uncompressed, body };
    });
  const representation = (body: Buffer, coding?: Coding) => ({ body, type, coding, etag: strongEtag(body) });
  const byCoding = { identity: plain, br: compressed("br"), gzip: compressed("gzip") };

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const file: Representation = await byCoding[preferredCoding(request.headers["accept-encoding"])]();
    cachePublicly(reply, cached).headers(headers);
    reply.header("vary", [reply.getHeader("vary"), "Accept-Encoding"].filter(Boolean).join(", "));
    return sendRepresentation(request, reply, file);
  };
}

/** Of the bytes that are sent, so that each coding has its own (RFC 9110 section 8.8.3.3), and every replica the same. */
function strongEtag(body: Buffer): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
}
