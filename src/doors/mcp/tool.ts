// A method as a tool of the Model Context Protocol: what /openapi.json says of it, in the form that MCP asks for;
// what it is called with, and what the model that called it gets to read.
import type { ConnectError } from "@connectrpc/connect";
import type { JsonAnswer } from "../../call/call.ts";
import type { JsonSchema } from "../rest/openapi/json-schema.ts";
import { problemFromConnectError } from "../rest/problem.ts";

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: "object" };
  readonly outputSchema: JsonSchema & { readonly type: "object" };
  readonly annotations: { readonly readOnlyHint: true; readonly openWorldHint: false };
}

/** As openApiDocument writes it. */
export interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
    readonly schema: JsonSchema;
    readonly examples?: Readonly<Record<string, unknown>>;
  }[];
  readonly responses: {
    readonly 200: { readonly content: { readonly "application/json": { readonly schema: JsonSchema } } };
  };
}

type Schemas = Readonly<Record<string, JsonSchema>>;

/** `getForecast` is the tool `get_forecast`, with the operation's parameters as its arguments. */
export function toolOf(operation: DescribedOperation, schemas: Schemas): Tool {
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

/** The schema of an object, with all that it refers to inside it: a tool is read alone. */
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

/** Of a number, as people and programs write it. */
const NUMBER_BYTES_MAX = 25;

/** What of a schema says how long a value may be. */
interface Sized {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Sized>>;
  readonly items?: Sized;
  readonly maxItems?: number;
  readonly maxLength?: number;
}

/** How long what a schema describes may be in JSON; text is ASCII, as all that is understood is, and times are no longer than 64. */
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
export function toolResult({ json, headers }: JsonAnswer): ToolResult {
  const text = String(json);
  const source = `weather-source: ${headers["weather-source"] ?? "unknown"}`;
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
