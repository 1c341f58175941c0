// Copies the overlay of examples/overlay/ to a new folder, and writes the files that it needs.
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { BUILT_IN_PLANS } from "../../src/accounts/plans/built-in-plans.ts";
import { planToJson } from "../../src/accounts/plans/plans-from-json.ts";
import { createTemporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const OVERLAY = readFileSync(`${ROOT}examples/overlay/kustomization.yaml`, "utf8");

export function createOwnOverlay(): TemporaryFolder {
  const folder = createTemporaryFolder();
  const write = (name: string, text: string) => writeFileSync(join(folder.path, name), text);
  write("kustomization.yaml", OVERLAY.replaceAll("../k8s", relative(folder.path, join(ROOT, "k8s"))));
  write("plans.json", JSON.stringify({ plans: BUILT_IN_PLANS.map(planToJson) }));
  return folder;
}
