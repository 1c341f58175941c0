/** Sends a message as a program without an MCP client does. */
export function postToMcp(
  port: number,
  message: unknown,
  headers: Readonly<Record<string, string>> = {},
  signal: AbortSignal | null = null,
): Promise<Response> {
  const type = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  return fetch(`http://127.0.0.1:${port}/mcp`, {
    method: "POST",
    headers: { ...type, ...headers },
    body: typeof message === "string" ? message : JSON.stringify(message),
    signal,
  });
}

export const toolCall = (name: string, given: object) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: given },
});
