import type { FastifyRequest } from "fastify";
import { fault, invalidArgument } from "../../errors/fault.ts";

const JSON_TYPE = /^application\/json[ \t]*(?=;|$)/i;

/** A parameter of RFC 9110, section 5.6.6, with the semicolon before it; it may be empty. */
const PARAMETER =
  /;[ \t]*(?:(?<name>[!#$%&'*+.^`|~\w-]+)=(?<value>[!#$%&'*+.^`|~\w-]+|"(?:[^"\\]|\\.)*")[ \t]*)?/y;

/** Whether a Content-Type is JSON in UTF-8. Other parameters than charset have no meaning (RFC 8259, section 11). */
function isJson(type: string): boolean {
  let end = JSON_TYPE.exec(type)?.[0].length;
  while (end !== undefined && end < type.length) {
    PARAMETER.lastIndex = end;
    const { name = "", value = "" } = PARAMETER.exec(type)?.groups ?? {};
    if (name.toLowerCase() === "charset" && !UTF_8.test(value)) return false;
    // Zero after a mismatch, which the loop's condition would take for the beginning.
    end = PARAMETER.lastIndex === 0 ? undefined : PARAMETER.lastIndex;
  }
  return end !== undefined;
}

const UTF_8 = /^(?:utf-?8|"utf-?8")$/i;

/** The text of a request's body: JSON or empty. Throws UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE or INVALID_PARAMETER. */
export async function readBody({ raw }: FastifyRequest, bytesMax: number): Promise<string> {
  const { "content-type": type, "content-encoding": coding = "identity" } = raw.headers;
  if (coding.toLowerCase() !== "identity")
    throw unsupported("Send the body as it is, without Content-Encoding.");
  // A missing body has no type.
  const mayBeEmpty = type === undefined;
  if (!mayBeEmpty && !isJson(type)) throw unsupported("Send the body as application/json, in UTF-8.");
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
