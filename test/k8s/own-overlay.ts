// The overlay that docs/operations.md tells an operator to make, in a new folder beside k8s/.
import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { createTemporaryFolder, type TemporaryFolder } from "../support/programs/temporary-folder.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const PAGE = readFileSync(`${ROOT}docs/operations.md`, "utf8");
const [, PRINTED = ""] = /<!-- own overlay -->\n\n```\n(.*?)^```/ms.exec(PAGE) ?? [];

/** Runs the printed commands that make the folder; the tests render and check it in their own ways. */
export function createOwnOverlay(): TemporaryFolder {
  const folder = createTemporaryFolder();
  for (const name of ["k8s", "examples"]) symlinkSync(join(ROOT, name), join(folder.path, name));
  const making = PRINTED.split("\n").filter((command) => !command.startsWith("kubectl"));
  execFileSync("sh", ["-euc", making.join("\n")], { cwd: folder.path });
  const path = join(folder.path, "weather");
  return { path, remove: folder.remove };
}
