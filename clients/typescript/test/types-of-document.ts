// What src/api.ts has: the types of /v1, made from what /openapi.json says of it.
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
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Texts that are start times, and come back exactly as they were sent. */
const LISTS_OF_STARTS = new Set(["slots", "candidates"]);

const HEAD = `// Written by \`npm test -- clients/typescript/test/api.test.ts -u\` from /openapi.json; do not edit.

/** What one call may have otherwise. */
export interface CallOptions {
  /** Gives the call up. */
  readonly signal?: AbortSignal | undefined;
  /** Instead of the client's. */
  readonly timeoutMs?: number | undefined;
}

/** ISO 8601 with a UTC offset, such as \`2026-11-21T14:00:00Z\`, or a Date. */
export type Time = string | Date;
`;

/** TypeScript, not formatted yet. */
export function typesOfDocument({ paths, components }: OpenApiDocument): string {
  const operations = Object.entries(paths).map(([path, { get }]) => ({ path, name: pascal(path), get }));
  const names = new Map(operations.map(({ name, get }) => [answerOf(get), name]));
  const named = (reference: string) => names.get(reference) ?? reference;
  return [
    HEAD,
    ...new Set(operations.flatMap(({ get }) => get.parameters.flatMap(choiceType))),
    ...operations.flatMap(({ name, get }) => (get.parameters.length > 0 ? [queryType(name, get)] : [])),
    ...Object.entries(components.schemas).map(([name, schema]) => namedType(named(name), schema, named)),
    `export interface SuitabilityClient {${operations.map(({ name, get }) => clientMethod(name, get)).join("")}}\n`,
    `export type Operation = keyof SuitabilityClient;\n`,
    `export const PATHS: Readonly<Record<Operation, string>> = ${JSON.stringify(
      Object.fromEntries(operations.map(({ path, name }) => [camel(name), path])),
    )};\n`,
  ].join("\n");
}

function clientMethod(name: string, { summary, description, parameters }: Operation): string {
  const mark = parameters.some(({ required }) => required) ? "" : "?";
  const query = parameters.length > 0 ? `query${mark}: ${name}Query, ` : "";
  const call = "call?: CallOptions";
  return `${comment(`${summary}. ${description}`)}${camel(name)}(${query}${call}): Promise<${name}>;\n`;
}

/** Of a parameter whose values are told, of which there may be more. */
function choiceType({ name, examples }: Parameter): readonly string[] {
  const choices = Object.keys(examples ?? {}).map((choice) => JSON.stringify(choice));
  return choices.length === 0
    ? []
    : [`export type ${choiceName(name)} = ${choices.join(" | ")} | (string & {});\n`];
}

function choiceName(parameter: string): string {
  return `${pascal(parameter)}Name`;
}

function queryType(name: string, { parameters }: Operation): string {
  const properties = parameters.map(({ name, description, required, schema, examples }) => {
    const type = examples === undefined ? queryValue(schema, LISTS_OF_STARTS.has(name)) : choiceName(name);
    return `${comment(description)}readonly ${name}${required ? "" : "?"}: ${type}${required ? "" : " | undefined"};\n`;
  });
  return `export interface ${name}Query {${properties.join("")}}\n`;
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

function objectType({ properties = {}, required = [] }: Schema, named: Named): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name);
    // What a newer service says is not to be a type error.
    const more = schema.enum !== undefined ? " | (string & {})" : "";
    return `${comment(schema.description ?? "")}readonly ${name}${isRequired ? "" : "?"}: ${valueType(schema, named)}${more};\n`;
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

/** The name of the schema that a call is answered with. */
function answerOf({ responses }: Operation): string {
  return responses["200"]?.content?.["application/json"]?.schema.$ref?.split("/").at(-1) ?? "";
}
