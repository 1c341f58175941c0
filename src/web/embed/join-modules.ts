// Modules of a page as one file, so that a page elsewhere has it with one request and a file's name to remember.
import { readFileSync } from "node:fs";

/**
 * The modules in this order, each after those that it imports, without the lines that join them otherwise. No two of them may
 * declare the same name: a browser refuses the whole file then.
 */
export function joinModules(folder: URL, names: readonly string[]): string {
  return names
    .map((name) =>
      readFileSync(new URL(`${name}.js`, folder), "utf8")
        .replaceAll(/^import [^;]*;\n/gm, "")
        .replaceAll(/^export /gm, ""),
    )
    .join("\n");
}
