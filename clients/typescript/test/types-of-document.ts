// Generates src/api.ts, the types of /v1, from /openapi.json.
import { camel, comment, pascal } from "./words-of-types.ts";

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  /** False for messages that callers send. */
  readonly additionalProperties?: boolean;
}

interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, unknown>>;
}

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly schema: Schema } } };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, { readonly get?: Operation; readonly post?: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Lists of start times that are plain strings in the document, because answers repeat them as sent. */
const LISTS_OF_STARTS = new Set(["slots", "candidates"]);

const HEAD = `// Written by \`npm test -- clients/typescript/test/api.test.ts -u\` from /openapi.json; do not edit.

/** The options of one call. */
export interface CallOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined;
  /** Overrides the client's. */
  readonly timeoutMs?: number | undefined;
}

/** ISO 8601 with a UTC offset, such as \`2026-11-21T14:00:00Z\`, or a Date. */
export type Time = string | Date;
`;

/** Unformatted TypeScript. */
export function typesOfDocument({ paths, components }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      route: { method: method.toUpperCase(), path },
      name: pascal(path),
      operation,
    })),
  );
  const names = new Map(
    operations.map(({ name, operation }) => [answerOf(operation), answerName(name, components)]),
  );
  const named = (reference: string) => names.get(reference) ?? reference;
  return [
    HEAD,
    ...new Set(operations.flatMap(({ operation }) => operation.parameters.flatMap(choiceType))),
    ...operations.flatMap(({ name, operation }) => queryType(name, operation, named)),
    ...Object.entries(components.schemas).map(([name, schema]) => namedType(named(name), schema, named)),
    `export interface SuitabilityClient {${operations.map(({ name, operation }) => clientMethod(name, operation, named)).join("")}}\n`,
    `export type Operation = keyof SuitabilityClient;\n`,
    `export const ROUTES: Readonly<Record<Operation, { readonly method: "GET" | "POST"; readonly path: string }>> = ${JSON.stringify(
      Object.fromEntries(operations.map(({ route, name }) => [camel(name), route])),
    )};\n`,
  ].join("\n");
}

/** An answer is named after its operation, unless a schema has that name. */
function answerName(name: string, { schemas }: OpenApiDocument["components"]): string {
  return name in schemas ? `${name}Answer` : name;
}

function clientMethod(name: string, operation: Operation, named: Named): string {
  const { summary, description, parameters, requestBody } = operation;
  const mark = requestBody !== undefined || parameters.some(({ required }) => required) ? "" : "?";
  const hasQuery = requestBody !== undefined || parameters.length > 0;
  const query = hasQuery ? `query${mark}: ${name}Query, ` : "";
  const call = "call?: CallOptions";
  return `${comment(`${summary}. ${description}`)}${camel(name)}(${query}${call}): Promise<${named(answerOf(operation))}>;\n`;
}

/** The type of a parameter with example values; other strings are allowed too. */
function choiceType({ name, examples }: Parameter): readonly string[] {
  const choices = Object.keys(examples ?? {}).map((choice) => JSON.stringify(choice));
  return choices.length === 0
    ? []
    : [`export type ${choiceName(name)} = ${choices.join(" | ")} | (string & {});\n`];
}

function choiceName(parameter: string): string {
  return `${pascal(parameter)}Name`;
}

function queryType(name: string, { parameters, requestBody }: Operation, named: Named): readonly string[] {
  const body = requestBody?.content["application/json"].schema;
  if (body !== undefined) return [namedType(`${name}Query`, body, named)];
  if (parameters.length === 0) return [];
  const properties = parameters.map(({ name, description, required, schema, examples }) => {
    const type = examples === undefined ? queryValue(schema, LISTS_OF_STARTS.has(name)) : choiceName(name);
    return `${comment(description)}readonly ${name}${required ? "" : "?"}: ${type}${required ? "" : " | undefined"};\n`;
  });
  return [`export interface ${name}Query {${properties.join("")}}\n`];
}

function queryValue(schema: Schema, isStarts: boolean): string {
  if (schema.format === "date-time") return "Time";
  return isStarts ? "readonly Time[]" : valueType(schema, (name) => name);
}

type Named = (reference: string) => string;

function namedType(name: string, schema: Schema, named: Named): string {
  const head = comment(schema.description ?? "");
  if (schema.type !== "object") return `${head}export type ${name} = ${valueType(schema, named)};\n`;
  return `${head}export interface ${name} ${objectType(schema, named)}\n`;
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema, named: Named): string {
  const isSent = additionalProperties === false;
  const members = Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name);
    // An enum without a name, such as `reason`, also takes values that a newer service adds.
    const more = schema.enum !== undefined ? " | (string & {})" : isSent && !isRequired ? " | undefined" : "";
    const type = isSent && schema.format === "date-time" ? "Time" : valueType(schema, named);
    return `${comment(schema.description ?? "")}readonly ${name}${isRequired ? "" : "?"}: ${type}${more};\n`;
  });
  return `{${members.join("")}}`;
}

function valueType(schema: Schema, named: Named): string {
  if (schema.$ref !== undefined) return named(schema.$ref.split("/").at(-1) ?? "");
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  switch (schema.type) {
    case "array":
      return `readonly ${bracketed(valueType(schema.items ?? {}, named))}[]`;
    case "object":
      return objectType(schema, named);
    case "integer":
      return "number";
    default:
      return schema.type ?? "unknown";
  }
}

function bracketed(type: string): string {
  return type.includes("|") ? `(${type})` : type;
}

/** The name of the schema of an operation's answer. */
function answerOf({ responses }: Operation): string {
  return responses["200"]?.content?.["application/json"]?.schema.$ref?.split("/").at(-1) ?? "";
}
