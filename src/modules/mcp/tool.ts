// A method as an MCP tool: its description from /openapi.json, its arguments, and its results for the model.
import type { ConnectError } from "@connectrpc/connect";
import type { Answer, JsonBody } from "../../call/answer.ts";
import type { Operation } from "../../doors/rest/openapi/document.ts";
import type { JsonSchema } from "../../doors/rest/openapi/json-schema.ts";
import { problemFromConnectError } from "../../doors/rest/errors.ts";

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: "object" };
  readonly outputSchema: JsonSchema & { readonly type: "object" };
  readonly annotations: { readonly readOnlyHint: true; readonly openWorldHint: false };
}

type Schemas = Readonly<Record<string, JsonSchema>>;

/** `getForecast` becomes the tool `get_forecast`, with the operation's parameters as arguments. */
export function toolOf(operation: Operation, schemas: Schemas): Tool {
  const { operationId, summary, description, parameters, responses } = operation;
  const properties = parameters.map(({ name, description, schema, examples }) => [
    name,
    { ...schema, description, ...(examples && { examples: Object.keys(examples) }) },
  ]);
  const input = {
    properties: Object.fromEntries(properties),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
  return {
    name: operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    title: summary,
    description: `${summary}. ${description}`,
    inputSchema: complete(input, schemas),
    outputSchema: complete({ allOf: [responses[200].content["application/json"].schema] }, schemas),
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
}

const REFERENCE = /"#\/components\/schemas\/(\w+)"/g;

/** An object's schema, with all schemas that it refers to, because a model reads each tool's schema by itself. */
function complete(schema: JsonSchema, schemas: Schemas): Tool["inputSchema"] {
  const found = new Map<string, JsonSchema>();
  const collect = (from: JsonSchema | undefined) => {
    for (const [, name = ""] of JSON.stringify(from).matchAll(REFERENCE)) {
      const named = schemas[name];
      if (named === undefined || found.has(name)) continue;
      found.set(name, named);
      collect(named);
    }
  };
  collect(schema);
  const $defs = found.size > 0 && { $defs: Object.fromEntries(found) };
  return JSON.parse(
    JSON.stringify({ type: "object", ...schema, ...$defs }).replaceAll(REFERENCE, '"#/$$defs/$1"'),
  );
}

/** The longest number that people and programs write. */
const NUMBER_BYTES_MAX = 25;

/** The parts of a schema that limit a value's size. */
interface Sized {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Sized>>;
  readonly items?: Sized;
  readonly maxItems?: number;
  readonly maxLength?: number;
}

/** The longest JSON that a schema allows, in bytes. Text counts as ASCII, and times have at most 64 characters. */
export function jsonBytesMax(schema: Sized): number {
  const { type, properties = {}, items = {}, maxItems = 0, maxLength = 64 } = schema;
  if (type === "array") return 2 + maxItems * (jsonBytesMax(items) + 1);
  if (type === "string") return 2 + maxLength;
  if (type !== "object") return NUMBER_BYTES_MAX;
  return Object.entries(properties).reduce(
    (bytes, [name, property]) => bytes + name.length + 4 + jsonBytesMax(property),
    2,
  );
}

/** As the protocol defines it. */
export type ToolResult = {
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
};

/** The arguments as a query string, so that they are read and checked as at /v1. Null counts as left out. */
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

/** No parameter is an object or a list of lists; anything like that is refused. */
function scalarText(value: unknown): string {
  return typeof value === "object" ? "{}" : String(value);
}

/** An answer as text and as structured content, with the weather source. */
export function toolResult({ body, headers }: Answer<JsonBody>): ToolResult {
  const text = String(body.json);
  const source = `weather-source: ${headers["weather-source"] ?? "unknown"}`;
  return {
    content: [text, source].map((each) => ({ type: "text", text: each })),
    structuredContent: JSON.parse(text) as Record<string, unknown>,
  };
}

/** A refusal that a model can act on: the HTTP problem, and when to retry. */
export function toolError(refusal: ConnectError, requestId: string): ToolResult {
  const { body, headers } = problemFromConnectError(refusal, requestId);
  const { type: _type, title: _title, ...problem } = JSON.parse(body) as Record<string, unknown>;
  const wait = headers["retry-after"];
  const shown = { ...problem, ...(wait !== undefined && { retry_after_seconds: Number(wait) }) };
  return { content: [{ type: "text", text: JSON.stringify(shown) }], isError: true };
}
