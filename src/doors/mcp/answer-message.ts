// One message of the protocol answered, by its SDK.
import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import type { FastifyRequest } from "fastify";
import type { ToolResult } from "./tool-call.ts";
import type { Tool } from "./tool.ts";

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
  readonly signal: AbortSignal;
}): Promise<Response> {
  const { request, text, description, callTool, signal } = message;
  const handler = createMcpHandler(() => createServer(description, callTool), { maxSubscriptions: 0 });
  const headers = PROTOCOL_HEADERS.flatMap((name): [string, string][] => {
    const value = request.headers[name];
    return value === undefined ? [] : [[name, String(value)]];
  });
  return handler.fetch(
    new Request("http://mcp.invalid/mcp", { method: "POST", headers, body: text, signal }),
  );
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
