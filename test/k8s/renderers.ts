// What renders a kustomization: kubectl where it is installed, and as much of it as k8s/ depends on everywhere.
import { execFileSync, spawnSync } from "node:child_process";
import { readManifests, type KubernetesObject } from "../../scripts/manifests/kubernetes-object.ts";
import { renderKustomization } from "./render-kustomization.ts";

type Render = (folder: string) => readonly KubernetesObject[];

const hasKubectl = spawnSync("kubectl", ["kustomize", "--help"]).status === 0;

export const RENDERERS: Readonly<Record<string, Render>> = {
  "by hand": renderKustomization,
  ...(hasKubectl && {
    "by kubectl": (folder: string) =>
      readManifests(execFileSync("kubectl", ["kustomize", folder], { encoding: "utf8" })),
  }),
};
