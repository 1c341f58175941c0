import type { JsonSchema } from "./json-schema.ts";

const REQUEST_ID = {
  description: "Names the call, to quote when asking for help.",
  schema: { type: "string" },
};

/** The call's id, which every response has, and those of the described headers that `example` has, in lower case. */
export function responseHeaders(
  described: Readonly<Record<string, string>>,
  example: Readonly<Record<string, string>>,
): Readonly<Record<string, JsonSchema>> {
  const documented = Object.entries(described).flatMap(([name, description]) => {
    const value = example[name.toLowerCase()];
    return value === undefined ? [] : [[name, { description, schema: { type: "string" }, example: value }]];
  });
  return { "X-Request-Id": REQUEST_ID, ...(Object.fromEntries(documented) as Record<string, JsonSchema>) };
}
