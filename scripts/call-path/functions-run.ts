// From V8's coverage to the functions of ours that ran.
import { readFileSync } from "node:fs";
import type { Profiler } from "node:inspector";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export interface RunFunction {
  /** Below the checkout: `src/doors/rest/json.ts`. */
  readonly file: string;
  readonly line: number;
  /** Where its text starts, which tells two functions of a line apart. */
  readonly offset: number;
  /** Empty for one without a name. */
  readonly name: string;
}

/** Those of src/ and gen/ that ran since coverage was last taken. Loading a module is not a function of it. */
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
    // Stripping the types leaves every character where it was.
    const source = readFileSync(join(root, file), "utf8");
    return called.map(({ name, offset }) => ({ file, line: lineAt(source, offset), offset, name }));
  });
}

function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split("\n").length;
}
