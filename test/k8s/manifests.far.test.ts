// Checks that kubectl renders k8s/ like renderKustomization, which the other tests use because it needs no kubectl.
import { execFileSync, spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import {
  objectName,
  readManifests,
  type KubernetesObject,
} from "../../scripts/manifests/kubernetes-object.ts";
import { schemaProblems } from "../../scripts/manifests/schema-problems.ts";
import { createOwnOverlay } from "./own-overlay.ts";
import { podSpecs } from "./pods.ts";
import { renderKustomization } from "./render-kustomization.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const hasKubectl = spawnSync("kubectl", ["kustomize", "--help"]).status === 0;

const ownFolder = createOwnOverlay();
afterAll(() => ownFolder.remove());
const FOLDERS = globSync(["k8s/overlays/*", "test/k8s/replicas-with-all"], { cwd: ROOT });

/**
 * The pods and the names of all objects, without what renderKustomization leaves out: the order of objects, hashes in
 * names, and images.
 */
function compared(unordered: readonly KubernetesObject[]): object {
  const objects = unordered.toSorted((a, b) => (objectName(a) < objectName(b) ? -1 : 1));
  const withoutHash = (text: string) => text.replaceAll(/-[0-9a-z]{10}(?="|$)/g, "");
  const pods = JSON.stringify(podSpecs(objects)).replaceAll(/"image":"[^"]*"/g, '"image":""');
  return {
    pods: JSON.parse(withoutHash(pods)) as object,
    names: objects.map((object) => withoutHash(objectName(object))).toSorted(),
  };
}

it.skipIf(!hasKubectl).each([...FOLDERS.map((folder) => ROOT + folder), ownFolder.path])(
  "kubectl renders the same pods and objects of %s as renderKustomization (skipped without kubectl)",
  async (folder) => {
    const objects = readManifests(execFileSync("kubectl", ["kustomize", folder], { encoding: "utf8" }));
    expect(compared(objects)).toEqual(compared(renderKustomization(folder)));
    expect(await schemaProblems(objects)).toEqual([]);
  },
);
