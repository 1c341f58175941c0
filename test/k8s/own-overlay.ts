// The overlay of an operator's own that docs/operations.md shows, in a folder beside which `k8s` is.
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { BUILT_IN_PLANS } from "../../src/accounts/plans/built-in-plans.ts";
import { planToJson } from "../../src/accounts/plans/plans-from-json.ts";
import { createTemporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const GUIDE = readFileSync(`${ROOT}docs/operations.md`, "utf8");
const [, OVERLAY = ""] = /^```yaml\n(# weather\/.*?)^```$/ms.exec(GUIDE) ?? [];

export function createOwnOverlay(): TemporaryFolder {
  const folder = createTemporaryFolder();
  const write = (name: string, text: string) => writeFileSync(join(folder.path, name), text);
  write("kustomization.yaml", OVERLAY.replaceAll("../k8s", relative(folder.path, join(ROOT, "k8s"))));
  write("plans.json", JSON.stringify({ plans: BUILT_IN_PLANS.map(planToJson) }));
  return folder;
}
