import { readFileSync } from "node:fs";
import { ConfigError } from "./config-error.ts";

/**
 * What a setting's file says, read at the start and not again: what a process answers with does not change. Throws a
 * ConfigError, in one line, with everything that is wrong.
 */
export function readSettingFile<T extends object>(
  path: string,
  {
    name,
    expected,
    read,
  }: {
    readonly name: string;
    /** What the file has to be. */
    readonly expected: string;
    readonly read: (text: string) => T | { readonly problems: readonly string[] };
  },
): T {
  const wrong = (problem: string) => {
    // A file may have line breaks in the names that are repeated.
    const sentence = `${name} must be ${expected}; of ${path}: ${problem}`;
    return new ConfigError(sentence.replaceAll(/\s+/g, " "));
  };
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
  const found = read(text);
  if ("problems" in found) throw wrong(found.problems.join(" "));
  return found;
}
