import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import type { KubernetesObject } from "../../scripts/manifests/kubernetes-object.ts";
import { schemaProblems } from "../../scripts/manifests/schema-problems.ts";
import { settingProblems } from "../../scripts/manifests/setting-problems.ts";
import { storeProblems } from "../../scripts/manifests/store-problems.ts";

const CHECK = new URL("../../scripts/check-manifests.ts", import.meta.url).pathname;

const check = (input: string) => spawnSync(process.execPath, [CHECK], { input, encoding: "utf8" });

interface Init {
  readonly kind?: string;
  readonly spec?: object;
  readonly env?: readonly object[];
  readonly args?: readonly string[];
  readonly initContainers?: readonly object[];
}

function workload({ kind = "Deployment", spec = {}, initContainers, ...init }: Init = {}): KubernetesObject {
  const labels = { app: "suitability" };
  const envFrom = [{ configMapRef: { name: "settings" } }];
  const containers = [{ name: "core", image: "x", args: ["serve"], env: [], envFrom, ...init }];
  return {
    apiVersion: "apps/v1",
    kind,
    metadata: { name: "suitability" },
    spec: {
      ...(kind === "StatefulSet" && { serviceName: "suitability" }),
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers, ...(initContainers !== undefined && { initContainers }) },
      },
      ...spec,
    },
  };
}

const storeUrl = (value: string) => [{ name: "STORE_URL", value }];

/** A REST pod whose core is an init container: a sidecar in the sense of Kubernetes. */
const besideRest = (url: string) =>
  workload({
    args: ["serve", "--role", "rest"],
    initContainers: [{ name: "core", args: ["serve", "--role", "core"], env: storeUrl(url) }],
  });

const settings = (data: Record<string, string>): KubernetesObject => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "settings" },
  data,
});

const TWO_PODS: KubernetesObject = {
  apiVersion: "autoscaling/v2",
  kind: "HorizontalPodAutoscaler",
  metadata: { name: "suitability" },
  spec: { scaleTargetRef: { kind: "StatefulSet", name: "suitability" }, maxReplicas: 2 },
};

const SECRET_URL = [{ name: "STORE_URL", valueFrom: { secretKeyRef: { name: "x", key: "STORE_URL" } } }];

describe("the store of a workload", () => {
  it.each<[string, readonly KubernetesObject[]]>([
    ["2 sqlite pods", [workload({ kind: "StatefulSet", spec: { replicas: 2 }, env: storeUrl("sqlite:x") })]],
    ["sqlite and an autoscaler up to two", [workload({ kind: "StatefulSet" }), TWO_PODS]],
    ["2 pods without STORE_URL (sqlite)", [workload({ kind: "StatefulSet", spec: { replicas: 2 } })]],
    ["sqlite and a roll-out with both pods at once", [workload({ env: storeUrl("sqlite:x") })]],
    ["sqlite and a pod on every node", [workload({ kind: "DaemonSet" })]],
    ["sqlite in a core that is an init container", [besideRest("sqlite:x")]],
    ["a store URL that is a Secret, which cannot be seen", [workload({ env: SECRET_URL })]],
    ["sqlite named in a ConfigMap", [workload(), settings({ STORE_URL: "sqlite:/data/x" })]],
    ["a URL that no store has", [workload(), settings({ STORE_URL: "mysql://db/x" })]],
  ])("is refused: %s", (_name, objects) => {
    expect(storeProblems(objects)).toHaveLength(1);
  });

  it.each<[string, readonly KubernetesObject[]]>([
    ["sqlite in one pod of a StatefulSet", [workload({ kind: "StatefulSet" })]],
    ["sqlite in one pod that is replaced", [workload({ spec: { strategy: { type: "Recreate" } } })]],
    ["PostgreSQL, 9 pods", [workload({ spec: { replicas: 9 }, env: storeUrl("postgres://x:$(P)@db/x") })]],
    ["PostgreSQL in the ConfigMap", [workload(), settings({ STORE_URL: "postgresql://db/x" })]],
    ["PostgreSQL named by a core that is an init container", [besideRest("postgres://db/x")]],
    ["a sidecar, which has no store", [workload({ args: ["serve", "--role", "rest"] })]],
    ["somebody else's workload", [workload({ args: ["--appendonly", "yes"], spec: { replicas: 3 } })]],
  ])("is accepted: %s", (_name, objects) => {
    expect(storeProblems(objects)).toEqual([]);
  });
});

describe("a misspelt setting of a container that serves", () => {
  const name = (misspelt: string) => [{ name: misspelt, value: "1" }];

  it.each<[string, readonly KubernetesObject[], string]>([
    ["in env", [workload({ env: name("LOG_LEVLE") })], "Deployment/suitability: LOG_LEVLE"],
    ["in a ConfigMap", [workload(), settings({ LOG_LEVLE: "info" })], "ConfigMap/settings: LOG_LEVLE"],
    [
      "in a ConfigMap that two workloads share",
      [workload(), workload({ kind: "StatefulSet" }), settings({ LOG_LEVLE: "info" })],
      "ConfigMap/settings: LOG_LEVLE",
    ],
  ])("is named once, with the setting that was meant: %s", (_name, objects, problem) => {
    expect(settingProblems(objects)).toEqual([`${problem} is not a setting; did you mean LOG_LEVEL?`]);
  });

  it.each<[string, readonly KubernetesObject[]]>([
    [
      "settings, and names that are near none",
      [workload({ env: name("LOG_LEVEL") }), settings({ TZ: "UTC" })],
    ],
    ["somebody else's container", [workload({ args: [], env: name("LOG_LEVLE") })]],
    [
      "somebody else's ConfigMap",
      [workload(), { ...settings({ LOG_LEVLE: "x" }), metadata: { name: "other" } }],
    ],
  ])("is not found in %s", (_name, objects) => {
    expect(settingProblems(objects)).toEqual([]);
  });
});

describe("the schemas", () => {
  it("refuse a wrong value with the object's name", async () => {
    const wrong = workload({ spec: { replicas: "three" } });
    expect(await schemaProblems([wrong])).toEqual([
      expect.stringMatching(/^Deployment\/suitability: .*integer/),
    ]);
  });

  it("refuse an unknown field with the object's name", async () => {
    const misspelt = workload({ spec: { minReadySecond: 10 } });
    expect(await schemaProblems([settings({}), misspelt])).toEqual([
      expect.stringMatching(/^Deployment\/suitability: .*minReadySecond/),
    ]);
  });

  it("refuse an unknown kind with the object's name", async () => {
    const unknown = { ...settings({}), kind: "ConfigMop" };
    expect(await schemaProblems([unknown])).toEqual([expect.stringMatching(/^ConfigMop\/settings: /)]);
  });
});

it("npm run check-manifests says that valid manifests are, and how many it has read", () => {
  const right = [workload({ kind: "StatefulSet" }), settings({})].map((object) => stringify(object));
  expect(check(right.join("---\n"))).toMatchObject({ status: 0, stdout: "ok: 2 objects\n" });
});

it("npm run check-manifests fails with a line for each problem", () => {
  expect(check(stringify(workload({ spec: { replicas: 2 } })))).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/^Deployment\/suitability: up to 3 pods with the store sqlite:.*\n$/),
  });
});

it("npm run check-manifests fails without input", () => {
  expect(check("")).toMatchObject({ status: 1 });
});
