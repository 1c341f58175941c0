// A release runs a bundle (scripts/build.ts). Whoever reads a stack has to find the lines in the sources. Node could read the
// bundle's source maps itself, but it would do so at the start of each process, and keep 60 MB of them.
import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";

/** A position in a file of the bundle, which this file is then part of. A clone has no such files here. */
const POSITION = new RegExp(
  `${RegExp.escape(new URL(".", import.meta.url).href)}(?<file>[\\w.-]+\\.js):(?<line>\\d+):(?<column>\\d+)`,
  "g",
);

/** They stay, because a bug may be met by every call. */
const maps = new Map<string, SourceMap | undefined>();

/** A stack with the names of source files and their lines in place of those of the bundle. */
export function stackInSources(stack: string): string {
  return stack.replaceAll(POSITION, (position, file: string, line: string, column: string) => {
    const origin = maps.getOrInsertComputed(file, mapOf)?.findOrigin(Number(line), Number(column));
    if (origin === undefined || !("fileName" in origin)) return position;
    return `${origin.fileName.replace(/^(?:\.\.\/)+/, "")}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

/** Undefined if the map cannot be read: a stack without it is better than none. */
function mapOf(file: string): SourceMap | undefined {
  try {
    const text = readFileSync(new URL(`${file}.map`, import.meta.url), "utf8");
    return new SourceMap(JSON.parse(text) as SourceMapPayload);
  } catch {
    return undefined;
  }
}
