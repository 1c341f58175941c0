import { Code } from "@connectrpc/connect";

const NAMES = new Map(
  Object.entries(Code)
    .filter((entry): entry is [string, Code] => typeof entry[1] === "number")
    .map(([name, code]) => [code, name.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase()]),
);

/** A gRPC code as it stands in problem bodies, metrics and logs: `resource_exhausted`. */
export function codeName(code: Code): string {
  return NAMES.get(code) ?? "unknown";
}
