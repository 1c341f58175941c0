// The containers of the manifests, and the environment that Kubernetes would start them with.
import { containersOf, environmentOf, podSpecs, type Container } from "../../../k8s/pods.ts";
import type { Found } from "./find.ts";
import type { StandInCluster } from "./start.ts";

/** The named container, or the first one. */
export function containerOf({ object }: Found, name: string | undefined): Container | undefined {
  const [pod] = podSpecs([object]);
  if (pod === undefined) return undefined;
  return name === undefined
    ? pod.containers[0]
    : containersOf(pod).find((container) => container.name === name);
}

/** Replaces addresses and folders of the cluster by addresses and folders of this machine. */
export function placed(text: string, { places }: StandInCluster): string {
  return Object.entries(places).reduce((text, [there, here]) => text.replaceAll(there, here), text);
}

export function placedEnvironmentOf(
  container: Container,
  { objects }: Found,
  cluster: StandInCluster,
): Record<string, string> {
  const environment = environmentOf(container, objects, (key) => cluster.secrets[key]);
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, placed(value, cluster)]),
  );
}
