import { onTestFinished } from "vitest";
import { createTemporaryFolder } from "./temporary-folder.ts";

/** The path of a new, empty folder, which is removed when the test ends. */
export function folderOfTest(): string {
  const { path, remove } = createTemporaryFolder();
  onTestFinished(remove);
  return path;
}
