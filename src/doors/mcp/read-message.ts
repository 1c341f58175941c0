import type { FastifyRequest } from "fastify";
import { fault } from "../../fault.ts";

/** Some ten times the longest sensible call. */
const MESSAGE_BYTES_MAX = 16_384;

/** The body, and the tool that it calls if it does. What is wrong with a message that is one, its reader says. */
export async function readMessage({
  raw,
}: FastifyRequest): Promise<{ text: string; tool: string | undefined }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of raw as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > MESSAGE_BYTES_MAX) {
      throw fault({
        reason: "BODY_TOO_LARGE",
        sentence: `A message has at most ${MESSAGE_BYTES_MAX} bytes.`,
      });
    }
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString();
  const message = parsed(text);
  if (Array.isArray(message)) {
    throw fault({
      reason: "UNREADABLE_MESSAGE",
      sentence: "Send one message in a request, not a list of them.",
    });
  }
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } };
  const name = method === "tools/call" ? params?.name : undefined;
  return { text, tool: typeof name === "string" ? name : undefined };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
