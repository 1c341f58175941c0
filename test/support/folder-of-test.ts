import { onTestFinished } from "vitest";
import { createTemporaryFolder } from "./temporary-folder.ts";

/** The path of a new, empty folder, which goes with the test that asks for it. */
export function folderOfTest(): string {
  const { path, remove } = createTemporaryFolder();
  onTestFinished(remove);
  return path;
}
