// The texts of examples: a command with curl, and JSON.
import type { HttpMethod } from "../api-document.ts";

/** In place of the service's address, which only a browser knows. */
export const ORIGIN = "https://HOST";

export interface ExampleCall {
  readonly method: HttpMethod;
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

/** In lines that are short enough for most screens. */
export function curlCommand({ method, path, query = {}, body }: ExampleCall): string {
  const key = `-H "X-API-Key: $KEY"`;
  const url = `"${ORIGIN}${path}"`;
  if (method === "post") {
    const json = compactJson(body, 72).replaceAll("'", String.raw`'\''`);
    return [`curl ${key} -H "Content-Type: application/json" \\`, `  -d '${json}' \\`, `  ${url}`].join("\n");
  }
  const values = Object.entries(query).map(([name, value]) => `  -d ${name}=${String(value)} \\`);
  return values.length === 0
    ? `curl ${key} ${url}`
    : [`curl --get ${key} \\`, ...values, `  ${url}`].join("\n");
}

/** Indented, but what fits into a line of this many characters is on one. `column` is where the value begins in its line. */
export function compactJson(value: unknown, charsMax: number, indent = "", column = 0): string {
  const line = spaced(value);
  if (typeof value !== "object" || value === null || column + line.length <= charsMax) return line;
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const parts = Object.entries(value).map(([name, inner]) => {
    const start = Array.isArray(value) ? deeper : `${deeper}${JSON.stringify(name)}: `;
    return start + compactJson(inner, charsMax, deeper, start.length);
  });
  return `${open}\n${parts.join(",\n")}\n${indent}${close}`;
}

/** On one line, with spaces as people write them. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${spaced(inner)}`);
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}
