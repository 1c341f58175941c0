import type { FastifyRequest } from "fastify";
import { fault, invalidArgument } from "../../errors/fault.ts";
import { utf8MediaType } from "../http/content-type.ts";

/** The text of a request's body: JSON or empty. Throws UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE or INVALID_PARAMETER. */
export async function readBody({ raw }: FastifyRequest, bytesMax: number): Promise<string> {
  const { "content-type": type, "content-encoding": coding = "identity" } = raw.headers;
  if (coding.toLowerCase() !== "identity")
    throw unsupported("Send the body as it is, without Content-Encoding.");
  // A missing body has no type.
  const mayBeEmpty = type === undefined;
  if (!mayBeEmpty && utf8MediaType(type) !== "application/json")
    throw unsupported("Send the body as application/json, in UTF-8.");
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of raw as AsyncIterable<Buffer>) {
    if (mayBeEmpty) throw unsupported("The body has no Content-Type: send it as application/json.");
    bytes += chunk.byteLength;
    if (bytes > bytesMax) {
      const sentence = `The body is too large: at most ${bytesMax} bytes are read. Send less.`;
      throw fault({ reason: "BODY_TOO_LARGE", sentence });
    }
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  try {
    return UTF8.decode(body);
  } catch {
    throw invalidArgument([{ field: "body", description: "is not valid UTF-8." }]);
  }
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });

function unsupported(sentence: string) {
  return fault({ reason: "UNSUPPORTED_MEDIA_TYPE", sentence });
}
