// A stand-in for a cluster: a `kubectl` that finds the objects of the manifests, and runs a container's commands on
// this machine, with that container's environment and no other. Tests use it to try a page's commands as printed.
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { KubernetesObject } from "../../../../scripts/manifests/kubernetes-object.ts";
import { renderKustomization } from "../../../k8s/render-kustomization.ts";
import { BARE_ENVIRONMENT } from "../../programs/bare-environment.ts";
import { createTemporaryFolder } from "../../programs/temporary-folder.ts";

const ROOT = new URL("../../../../", import.meta.url).pathname;
const KUBECTL = new URL("kubectl.ts", import.meta.url).pathname;

/** What `kubectl` reads. */
export interface StandInCluster {
  readonly namespace: string;
  /** The objects of each overlay. A name is looked up in the first overlay that has it. */
  readonly overlays: readonly (readonly KubernetesObject[])[];
  readonly root: string;
  /** The values of the Secret `suitability`. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Addresses and folders in settings and arguments, each with its replacement on this machine. */
  readonly places: Readonly<Record<string, string>>;
  /** The log file of each container. */
  readonly logs: Readonly<Record<string, string>>;
}

/** The environment in which `kubectl` is the stand-in's. */
export interface StandIn {
  readonly environment: Readonly<Record<string, string>>;
  remove(): void;
}

export function startStandInCluster({
  overlays,
  ...cluster
}: Omit<StandInCluster, "namespace" | "overlays" | "root"> & {
  /** The folders of the overlays. */
  readonly overlays: readonly string[];
}): StandIn {
  const folder = createTemporaryFolder();
  const file = join(folder.path, "cluster.json");
  const rendered = overlays.map((path) => renderKustomization(join(ROOT, path)));
  const whole: StandInCluster = { ...cluster, namespace: "suitability", root: ROOT, overlays: rendered };
  writeFileSync(file, JSON.stringify(whole));
  const kubectl = join(folder.path, "kubectl");
  writeFileSync(kubectl, `#!/bin/sh\nexec "${process.execPath}" "${KUBECTL}" "${file}" "$@"\n`);
  chmodSync(kubectl, 0o755);
  return {
    environment: { ...BARE_ENVIRONMENT, PATH: `${folder.path}:${BARE_ENVIRONMENT.PATH}` },
    remove: () => folder.remove(),
  };
}

export const readCluster = (file: string): StandInCluster =>
  JSON.parse(readFileSync(file, "utf8")) as StandInCluster;
