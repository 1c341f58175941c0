// Reads a message of the protocol. The protocol's SDK answers it.
import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import type { FastifyRequest } from "fastify";
import { fault } from "../../errors/fault.ts";
import type { Tool, ToolResult } from "./tool.ts";

/** Bytes for the rest of a message: ids, and what clients say about themselves. */
const BYTES_BESIDE_ARGUMENTS = 4_096;

/** The body, and the tool that it calls, if any. `tools` has the largest size of each tool's arguments in bytes. */
export async function readMessage(
  { raw }: FastifyRequest,
  tools: ReadonlyMap<string, { readonly argumentBytesMax: number }>,
): Promise<{ text: string; tool: string | undefined }> {
  const argumentBytesMax = Math.max(0, ...Array.from(tools.values(), (each) => each.argumentBytesMax));
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of raw as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    refuseLarge(bytes, argumentBytesMax);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString();
  const message = jsonOf(text);
  if (Array.isArray(message)) {
    const sentence = "Send one message in a request, not a list of them.";
    throw fault({ reason: "UNREADABLE_MESSAGE", sentence });
  }
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } };
  const tool = method === "tools/call" && typeof params?.name === "string" ? params.name : undefined;
  refuseLarge(bytes, tools.get(tool ?? "")?.argumentBytesMax ?? 0);
  return { text, tool };
}

function refuseLarge(bytes: number, argumentBytesMax: number): void {
  const bytesMax = BYTES_BESIDE_ARGUMENTS + argumentBytesMax;
  if (bytes <= bytesMax) return;
  throw fault({
    reason: "BODY_TOO_LARGE",
    sentence: `The message is too large: it may have at most ${bytesMax} bytes. Send less.`,
  });
}

/** Undefined for invalid JSON, which is left to the SDK. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface McpServerDescription {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly tools: readonly Tool[];
}

const PROTOCOL_HEADERS = ["accept", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"];

export type McpAnswer = Awaited<ReturnType<typeof answerMessage>>;

export async function answerMessage({
  request,
  text,
  description,
  callTool,
}: {
  readonly request: FastifyRequest;
  readonly text: string;
  readonly description: McpServerDescription;
  readonly callTool: (given: Readonly<Record<string, unknown>>) => Promise<ToolResult>;
}) {
  const handler = createMcpHandler(() => createServer(description, callTool), { maxSubscriptions: 0 });
  const headers = PROTOCOL_HEADERS.flatMap((name): [string, string][] => {
    const value = request.headers[name];
    if (value === undefined) return [];
    // The SDK compares media types as text; they are alike in any case (RFC 9110, section 8.3.1).
    return [[name, name === "accept" ? String(value).toLowerCase() : String(value)]];
  });
  const posted = new Request("http://mcp.invalid/mcp", { method: "POST", headers, body: text });
  const response = await handler.fetch(posted);
  // In earlier revisions, the answer is a stream, and the tool is called while the stream is read.
  const answer = await response.text();
  return { status: response.status, type: response.headers.get("content-type"), text: answer };
}

function createServer(
  { title, version, description, tools }: McpServerDescription,
  callTool: (given: Readonly<Record<string, unknown>>) => Promise<ToolResult>,
): Server {
  const server = new Server(
    { name: "weather-suitability", title, version },
    { capabilities: { tools: {} }, instructions: description },
  );
  server.setRequestHandler("tools/list", async () => ({ tools: [...tools] }));
  server.setRequestHandler("tools/call", async ({ params }) => callTool(params.arguments ?? {}));
  return server;
}
