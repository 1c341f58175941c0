// One message of the protocol: read by us, answered by its SDK.
import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import type { FastifyRequest } from "fastify";
import { fault } from "../../fault.ts";
import type { Tool, ToolResult } from "./tool.ts";

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

export interface McpServerDescription {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly tools: readonly Tool[];
}

/** What the protocol looks at besides the body. */
const PROTOCOL_HEADERS = ["accept", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"];

export function answerMessage(message: {
  readonly request: FastifyRequest;
  readonly text: string;
  readonly description: McpServerDescription;
  readonly callTool: (given: Readonly<Record<string, unknown>>) => Promise<ToolResult>;
}): Promise<Response> {
  const { request, text, description, callTool } = message;
  const handler = createMcpHandler(() => createServer(description, callTool), { maxSubscriptions: 0 });
  const headers = PROTOCOL_HEADERS.flatMap((name): [string, string][] => {
    const value = request.headers[name];
    return value === undefined ? [] : [[name, String(value)]];
  });
  return handler.fetch(new Request("http://mcp.invalid/mcp", { method: "POST", headers, body: text }));
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
