// Sends a file from memory.
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { cachePublicly, etagOf, isNamed } from "./headers.ts";

interface Encoded {
  readonly body: Buffer;
  readonly etag: string;
  readonly encoding: string | undefined;
}

/**
 * Sends a body as it is, or compressed if the client accepts that. It is compressed on first use, because not every process
 * needs it compressed.
 */
export function createSendFile({
  body,
  headers,
  cached,
}: {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** How long browsers and proxies may cache it, as in `max-age=60`. */
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

/** Reads Accept-Encoding as browsers write it; other clients get the file uncompressed. */
function takesGzip({ headers }: FastifyRequest): boolean {
  return /(?:^|,)\s*gzip\s*(?:,|$)/i.test(headers["accept-encoding"] ?? "");
}
