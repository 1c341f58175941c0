// The text of requests and answers, decompressed and decoded.
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { headerOf, type HttpReply, type HttpRequest } from "./http-exchange.ts";

/** More than any request here contains, except for decompression bombs. */
const UNPACKED_BYTES_MAX = 1024 * 1024;

/** All that a caller has sent, in the forms in which an answer may repeat it. */
export function sentText({ path, headers, body }: HttpRequest): string {
  const base64 = messageBytes(path).toString();
  const bodyText = Buffer.from(body ?? []).toString();
  return [path, safelyDecoded(path), base64, headers.flat().join(" "), bodyText].join(" ");
}

/** The base64 message of a Connect GET, if it has one. */
function messageBytes(path: string): Buffer {
  const message = /[?&]message=([^&]*)/.exec(path)?.[1] ?? "";
  return Buffer.from(safelyDecoded(message), "base64");
}

/** The decompressed body and message. Tries every compression, because headers may lie, also after gRPC-Web's five bytes. */
export function unpacked({ path, body }: HttpRequest): string {
  const bytes = Buffer.from(body ?? []);
  const texts = [bytes, bytes.subarray(5), messageBytes(path)].flatMap((packed) =>
    [gunzipSync, brotliDecompressSync, inflateSync].map((unpack) => {
      try {
        return unpack(packed, { maxOutputLength: UNPACKED_BYTES_MAX }).toString();
      } catch {
        return "";
      }
    }),
  );
  return texts.join(" ");
}

export function parsed(body: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(body.toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** The body as the caller's library would read it. */
export function plainBody(reply: HttpReply): Buffer {
  return plain(reply.body, headerOf(reply, "content-encoding"));
}

function plain(bytes: Buffer, encoding: string | undefined): Buffer {
  switch (encoding) {
    case "gzip":
      return gunzipSync(bytes);
    case "br":
      return brotliDecompressSync(bytes);
    default:
      return bytes;
  }
}

/** The messages and trailers of gRPC-Web, one after another. */
function unframed(reply: HttpReply): string {
  const texts: string[] = [];
  let rest = reply.body;
  while (rest.length >= 5) {
    const end = 5 + rest.readUInt32BE(1);
    const isCompressed = ((rest[0] ?? 0) & 1) === 1;
    texts.push(
      plain(rest.subarray(5, end), isCompressed ? headerOf(reply, "grpc-encoding") : undefined).toString(),
    );
    rest = rest.subarray(end);
  }
  return texts.join("\n");
}

export function textOf(reply: HttpReply): string {
  const isGrpcWeb = headerOf(reply, "content-type")?.startsWith("application/grpc-web") === true;
  return isGrpcWeb ? unframed(reply) : plainBody(reply).toString();
}

function safelyDecoded(path: string): string {
  try {
    return decodeURIComponent(path.replaceAll("+", " "));
  } catch {
    return path;
  }
}
