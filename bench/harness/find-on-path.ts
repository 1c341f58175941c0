import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Where a program is installed; undefined when it is not. */
export function findOnPath(program: string): string | undefined {
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
