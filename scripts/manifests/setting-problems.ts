// Misspelt settings: Kubernetes passes on any name, and the service refuses to start with such a one.
import { misspeltSettings } from "../../src/app/settings/config.ts";
import { objectName, type KubernetesObject } from "./kubernetes-object.ts";
import { configMapsOf, containersOf, isWorkload } from "./workload.ts";

/** One line for every setting of a container that serves, in `env` or in a ConfigMap of `envFrom`, whose name is misspelt. */
export function settingProblems(objects: readonly KubernetesObject[]): readonly string[] {
  const problems = objects.filter(isWorkload).flatMap((workload) => {
    const serving = containersOf(workload).filter(({ args = [] }) => args.includes("serve"));
    const maps = serving.flatMap((each) => configMapsOf(each, objects)).filter((map) => map !== undefined);
    const names = serving.flatMap(({ env = [] }) => env.map(({ name }) => name));
    const ofMaps = maps.flatMap((map) => problemsOf(objectName(map), Object.keys(map.data ?? {})));
    return problemsOf(objectName(workload), names).concat(ofMaps);
  });
  // Several workloads may share a ConfigMap.
  return [...new Set(problems)];
}

function problemsOf(object: string, names: readonly string[]): string[] {
  return misspeltSettings(names).map(
    ({ variable, meant }) => `${object}: ${variable} is not a setting; did you mean ${meant}?`,
  );
}
