// A tool called as the route of its method is, and what the model that called it gets to read.
import type { ConnectError } from "@connectrpc/connect";
import { problemFromConnectError } from "../rest/problem.ts";

/** As the protocol has it. */
export type ToolResult = {
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
};

/** The arguments as a query says them, so that they are read, and refused, as everywhere. Null is what is left out. */
export function queryFromArguments(given: Readonly<Record<string, unknown>>): string {
  return Object.entries(given)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${escaped(name)}=${escaped(textOf(value))}`)
    .join("&");
}

/** encodeURIComponent throws at half a surrogate pair. */
function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.map(scalarText).join(",") : scalarText(value);
}

/** No parameter is an object or a list of lists, and whatever stands for one is refused. */
function scalarText(value: unknown): string {
  return typeof value === "object" ? "{}" : String(value);
}

/** An answer, as text and as what the tool's schema describes, and whose weather it is made of. */
export function toolResult({
  text,
  header,
}: {
  readonly text: string;
  readonly header: Headers;
}): ToolResult {
  const source = `weather-source: ${header.get("weather-source") ?? "unknown"}`;
  return {
    content: [text, source].map((each) => ({ type: "text", text: each })),
    structuredContent: JSON.parse(text) as Record<string, unknown>,
  };
}

/** A refusal that a model can act on: the problem that HTTP has, and when to try again. */
export function toolError(refusal: ConnectError, requestId: string): ToolResult {
  const { body, headers } = problemFromConnectError(refusal, requestId);
  const { type: _type, title: _title, ...problem } = JSON.parse(body) as Record<string, unknown>;
  const wait = headers["retry-after"];
  const told = { ...problem, ...(wait !== undefined && { retry_after_seconds: Number(wait) }) };
  return { content: [{ type: "text", text: JSON.stringify(told) }], isError: true };
}
