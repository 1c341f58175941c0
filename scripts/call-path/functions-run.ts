// Reads from V8's coverage which of our functions ran.
import { readFileSync } from "node:fs";
import type { Profiler } from "node:inspector";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export interface RunFunction {
  /** Below the checkout: `src/doors/rest/json.ts`. */
  readonly file: string;
  readonly line: number;
  /** Where its text starts: distinguishes two functions on one line. */
  readonly offset: number;
  /** Empty for an anonymous function. */
  readonly name: string;
}

/** The functions of src/ and gen/ that ran since coverage was last taken, without the top level of modules. */
export function functionsRun(
  scripts: readonly Profiler.ScriptCoverage[],
  root: string,
): readonly RunFunction[] {
  return scripts.flatMap(({ url, functions }) => {
    if (!url.startsWith("file:")) return [];
    const file = relative(root, fileURLToPath(url));
    if (!/^(?:src|gen)\//.test(file)) return [];
    const called = functions.flatMap(({ functionName: name, ranges: [range] }) =>
      range === undefined || range.count === 0 || (range.startOffset === 0 && name === "")
        ? []
        : [{ name, offset: range.startOffset }],
    );
    if (called.length === 0) return [];
    // Type stripping leaves every character in its place.
    const source = readFileSync(join(root, file), "utf8");
    const lineAt = (offset: number) => source.slice(0, offset).split("\n").length;
    return called.map(({ name, offset }) => ({ file, line: lineAt(offset), offset, name }));
  });
}
