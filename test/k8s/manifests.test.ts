// The manifests as Kubernetes gets them: the overlays, and what an operator makes of them.
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readManifests, type KubernetesObject } from "../../scripts/manifests/kubernetes-object.ts";
import { schemaProblems } from "../../scripts/manifests/schema-problems.ts";
import { settingProblems } from "../../scripts/manifests/setting-problems.ts";
import { storeProblems } from "../../scripts/manifests/store-problems.ts";
import { configFromEnvironment } from "../../src/app/settings/config.ts";
import { ALL_SERVICES } from "../../src/app/served-methods.ts";
import type { Rule } from "./monitoring-manifests.ts";
import { createOwnOverlay } from "./own-overlay.ts";
import {
  containersOf,
  environmentOf,
  podSpecs,
  podTemplates,
  specOf,
  type Container,
  type PodSpec,
} from "./pods.ts";
import { renderKustomization } from "./render-kustomization.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const K8S = `${ROOT}k8s/`;
const OWN = "an operator's own overlay";
const REPLICAS = "k8s/overlays/replicas";
const SINGLE = "k8s/overlays/single";
const WITH_ALL = "test/k8s/replicas-with-all";

const ownFolder = createOwnOverlay();
afterAll(() => ownFolder.remove());

const FOLDERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    globSync(["k8s/overlays/*", WITH_ALL], { cwd: ROOT }).map((path) => [path, ROOT + path]),
  ),
  [OWN]: ownFolder.path,
};

/** How long closing the store may take after the last call. */
const STORE_CLOSE_MS = 5_000;

const RENDERED = Object.entries(FOLDERS).map(([overlay, folder]) => ({
  overlay,
  objects: renderKustomization(folder),
}));

type Objects = readonly KubernetesObject[];

const isOfTheService = ({ args = [] }: Container) => args.includes("serve");

/** The container's configuration. Files that it has from a ConfigMap or a Secret are read from the test's folder. */
function configOf(container: Container | undefined, objects: Objects) {
  const environment = environmentOf(container ?? {}, objects);
  const { PLANS_FILE: plans } = environment;
  return configFromEnvironment({
    ...environment,
    PLANS_FILE: plans?.replace(/^\/etc\/suitability\/files(?=\/)/, ownFolder.path),
  });
}

const specsOf = <Spec>(objects: Objects, wanted: string) =>
  objects.filter(({ kind }) => kind === wanted).map(({ spec }) => spec as Spec);

interface Policy {
  readonly podSelector: { readonly matchLabels?: object };
  readonly policyTypes: readonly string[];
}

const podOf = (objects: Objects) =>
  specOf<{ template: { spec: PodSpec } }>(objects, "Deployment/suitability").template.spec;

it("every overlay, the namespace and the example Secret match the schemas of Kubernetes and the Prometheus Operator", async () => {
  const alone = ["namespace.yaml", "base/secret.example.yaml"].map((file) =>
    readFileSync(K8S + file, "utf8"),
  );
  const objects = [...RENDERED.flatMap((rendered) => rendered.objects), ...alone.flatMap(readManifests)];
  expect(await schemaProblems(objects)).toEqual([]);
});

describe.each(RENDERED)("$overlay", ({ objects }) => {
  it("keeps counts exact: has more than one pod only if the pods share a store", () => {
    expect(storeProblems(objects)).toEqual([]);
    expect(settingProblems(objects)).toEqual([]);
  });

  it("runs pods with restricted rights and limited resources", () => {
    const pods = podSpecs(objects);
    expect(pods.length).toBeGreaterThan(0);
    for (const pod of pods) {
      expect(pod.automountServiceAccountToken).toBe(false);
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: "RuntimeDefault" },
      });
      for (const container of containersOf(pod)) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
        expect(container.resources).toMatchObject({
          requests: { cpu: expect.any(String), memory: expect.any(String) },
          limits: { memory: expect.any(String) },
        });
      }
    }
  });

  it("refers in a variable only to variables that are defined before it", () => {
    for (const container of podSpecs(objects).flatMap(containersOf)) {
      expect(JSON.stringify(environmentOf(container, objects))).not.toContain("$(");
    }
  });

  it("has a network policy in both directions for every pod", () => {
    const policies = specsOf<Policy>(objects, "NetworkPolicy");
    const selected = policies
      .filter(({ policyTypes }) => policyTypes.length === 2)
      .map(({ podSelector }) => podSelector.matchLabels);
    const names = podTemplates(objects).map(({ metadata }) => metadata.labels["app.kubernetes.io/name"]);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(selected).toContainEqual({ "app.kubernetes.io/name": name });
  });

  const ports = podSpecs(objects)
    .flatMap(containersOf)
    .flatMap(({ ports = [] }) => ports.map(({ containerPort }) => containerPort));

  it("gives no two containers the same port", () => {
    expect(new Set(ports).size).toBe(ports.length);
  });

  it("sends every Service to a port that a container has", () => {
    const targets = specsOf<{ ports: { targetPort: number }[] }>(objects, "Service")
      .flatMap((service) => service.ports)
      .map(({ targetPort }) => targetPort);
    expect(ports).toEqual(expect.arrayContaining(targets));
  });

  it("starts the service with settings that it accepts, on the ports that the manifests name", () => {
    const services = podSpecs(objects).flatMap(containersOf).filter(isOfTheService);
    expect(services.length).toBeGreaterThan(0);
    for (const container of services) {
      const config = configOf(container, objects);
      const { grpcListen, httpListen, opsListen } = config;
      const ofModules = [...config.modules.values()].flatMap((values) => Object.values(values as object));
      const listening = [grpcListen, httpListen, opsListen, ...ofModules].map((listen) => listen?.port);
      const ports = (container.ports ?? []).map(({ containerPort }) => containerPort);
      expect(listening).toEqual(expect.arrayContaining(ports));
    }
  });

  it("gives a pod enough time to end its containers one after the other, and then to close the store", () => {
    const pods = podSpecs(objects).filter((pod) => containersOf(pod).some(isOfTheService));
    for (const pod of pods) {
      const services = containersOf(pod).filter(isOfTheService);
      const drains = services.map((container) => configOf(container, objects));
      const endMs = drains.reduce((sum, config) => sum + config.drainDelayMs + config.drainTimeoutMs, 0);
      expect(Math.min(...drains.map(({ drainDelayMs }) => drainDelayMs))).toBeGreaterThan(0);
      expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThanOrEqual(endMs + STORE_CLOSE_MS);
    }
  });
});

const objectsOf = (wanted: string) => RENDERED.find(({ overlay }) => overlay === wanted)?.objects ?? [];

const RUNBOOKS: Readonly<Record<string, string>> = {
  [REPLICAS]: "https://git.example.com/weather-suitability-service/docs/operations.md",
  [OWN]: "https://wiki.court.example/on-call",
};

it.each(Object.entries(RUNBOOKS))("the alerts of %s lead to runbooks at %s", (overlay, base) => {
  const alerts = specsOf<{ groups: { rules: Rule[] }[] }>(objectsOf(overlay), "PrometheusRule")
    .flatMap(({ groups }) => groups)
    .flatMap(({ rules }) => rules.filter(({ alert }) => alert !== undefined));
  expect(alerts.length).toBeGreaterThan(10);
  for (const { alert, annotations } of alerts) {
    expect(annotations?.["runbook_url"]).toBe(`${base}#${alert?.toLowerCase()}`);
  }
});

it("an operator's own overlay builds as docs/operations.md prints it, and has the operator's hosts, plans, database and proxies", () => {
  const objects = objectsOf(OWN);
  const [container, ...others] = containersOf(podOf(objects));
  expect(others).toEqual([]);
  const mounts = (container?.volumeMounts ?? []).map(({ mountPath }) => mountPath);
  expect(mounts).toEqual(["/etc/suitability/files", "/etc/suitability/store-ca"]);
  const config = configOf(container, objects);
  expect(config.trustedProxies).toEqual(["10.20.0.0/16"]);
  expect(config.storeUrl).toContain("@postgres.court.example:5432/suitability?");
  const { PLANS_FILE: plansFile } = environmentOf(container ?? {}, objects);
  expect(plansFile).toBe(`${mounts[0]}/plans.json`);
  const files = objects.find(({ metadata }) => metadata.name === "suitability-files");
  expect(files?.["data"]).toEqual({ "plans.json": readFileSync(`${ownFolder.path}/plans.json`, "utf8") });
  expect(config.plans.map(({ name }) => name)).toContain("club");
  const { hostnames } = specOf<{ hostnames: string[] }>(objects, "HTTPRoute/suitability");
  expect(hostnames).toEqual(["weather.court.example"]);
});

it("a database whose certificate is not checked needs no CA: the setting may be empty, and the Secret missing", () => {
  const objects = structuredClone(objectsOf(REPLICAS));
  const settings = objects.find(
    ({ kind, metadata }) => kind === "ConfigMap" && metadata.name === "suitability",
  );
  Object.assign(settings?.["data"] as object, { POSTGRES_ADDRESS: "db/suitability", POSTGRES_CA_FILE: "" });
  const opening = podSpecs(objects)
    .flatMap(containersOf)
    .filter(({ env = [] }) => env.some(({ name }) => name === "STORE_TLS_CA_FILE"));
  expect(opening).toHaveLength(5);
  for (const container of opening) expect(configOf(container, objects).storeTls).toBeUndefined();
  const secrets = JSON.stringify(objects).matchAll(
    /"secret":\{"secretName":"suitability-store-ca"([^}]*)\}/g,
  );
  expect(Array.from(secrets, ([, options]) => options)).toEqual(
    Array.from({ length: 4 }, () => ',"optional":true'),
  );
});

it("a SQLite file is backed up on the node of its service, and restored only once the service has ended", () => {
  const affinityOf = (job: string) => {
    const { jobTemplate } = specOf<{
      jobTemplate: { spec: { template: { spec: { affinity: object } } } };
    }>(objectsOf(SINGLE), `CronJob/${job}`);
    return jobTemplate.spec.template.spec.affinity;
  };
  const service = {
    requiredDuringSchedulingIgnoredDuringExecution: [
      {
        topologyKey: "kubernetes.io/hostname",
        labelSelector: { matchLabels: { "app.kubernetes.io/name": "suitability" } },
      },
    ],
  };
  expect(affinityOf("suitability-backup")).toEqual({ podAffinity: service });
  expect(affinityOf("suitability-restore")).toEqual({ podAntiAffinity: service });
});

describe("a pod of two containers", () => {
  const objects = objectsOf(REPLICAS);
  const pod = podOf(objects);
  const [core, rest] = containersOf(pod);

  it("has a core that starts before REST and ends after it", () => {
    expect(pod.initContainers).toEqual([core]);
    expect(core).toMatchObject({ name: "core", restartPolicy: "Always" });
    expect(pod.containers).toEqual([rest]);
    expect(rest?.name).toBe("rest");
  });

  it("has a core that trusts only REST about the address of a caller", () => {
    expect(configOf(core, objects).trustedProxies).toEqual(["loopback"]);
    expect(configOf(rest, objects).trustedProxies).toEqual(["10.0.0.0/8"]);
    expect(configOf(rest, objects).coreAddress).toBe("127.0.0.1:50051");
  });

  it("is scaled by the load of each of its containers", () => {
    const { metrics } = specOf<{ metrics: { containerResource: { container: string } }[] }>(
      objects,
      "HorizontalPodAutoscaler/suitability",
    );
    const watched = metrics.map(({ containerResource }) => containerResource.container);
    expect(watched).toEqual([core?.name, rest?.name]);
  });

  it("asks for little more CPU than a small site was measured to need, and is scaled by what it uses, not by a share of that", () => {
    const autoscaler = specOf<{
      minReplicas: number;
      metrics: { containerResource: { target: { type: string; averageValue?: string } } }[];
    }>(objects, "HorizontalPodAutoscaler/suitability");
    const askedMilli = containersOf(pod).map(({ resources }) => {
      const { requests } = resources as { requests: { cpu: string } };
      return Number(/^(\d+)m$/.exec(requests.cpu)?.[1]);
    });
    const sumMilli = askedMilli.reduce((sum, milli) => sum + milli, 0) * autoscaler.minReplicas;
    expect(sumMilli).toBeGreaterThan(0);
    expect(sumMilli).toBeLessThanOrEqual(600);
    for (const { containerResource } of autoscaler.metrics)
      expect(containerResource.target).toEqual({ type: "AverageValue", averageValue: "350m" });
  });
});

describe("the replicas with every addition", () => {
  const objects = objectsOf(WITH_ALL);
  const http = specOf<Route<{ backendRefs: Backend[] }>>(objects, "HTTPRoute/suitability");
  const grpc = specOf<Route<{ backendRefs: Backend[]; matches: { method: { service: string } }[] }>>(
    objects,
    "GRPCRoute/suitability",
  );

  it("routes gRPC to every service that there is, and to no other", () => {
    const routed = grpc.rules.flatMap(({ matches }) => matches.map(({ method }) => method.service));
    const services = ALL_SERVICES.map(({ typeName }) => typeName);
    expect(routed.toSorted()).toEqual(services.toSorted());
  });

  it("has a host for each kind of route, because one host for both is refused", () => {
    expect(new Set([...http.hostnames, ...grpc.hostnames]).size).toBe(2);
  });

  it("routes to ports of Services that exist", () => {
    const backends = [...http.rules, ...grpc.rules].flatMap(({ backendRefs }) => backendRefs);
    expect(backends).toHaveLength(2);
    for (const { name, port } of backends) {
      const { ports } = specOf<{ ports: { port: number }[] }>(objects, `Service/${name}`);
      expect(ports.map((served) => served.port)).toEqual([port]);
    }
  });

  it("has a core that trusts the gateway and REST about the address of a caller", () => {
    const [core] = containersOf(podOf(objects));
    expect(configOf(core, objects).trustedProxies).toEqual(["loopback", "10.0.0.0/8"]);
  });

  it("gives the CA to every container that opens the store", () => {
    const opening = podSpecs(objects)
      .flatMap(containersOf)
      .filter(({ env = [] }) => env.some(({ name }) => name === "STORE_URL"));
    const names = opening.map(({ name }) => name).toSorted();
    expect(names).toEqual(["admin", "backup", "backup", "commands", "core", "migrate"]);
    for (const container of opening) {
      const { STORE_TLS_CA_FILE: file = "" } = environmentOf(container, objects);
      expect(container.volumeMounts?.map(({ mountPath }) => mountPath)).toContain(dirname(file));
    }
  });
});

interface Route<Rule> {
  readonly hostnames: readonly string[];
  readonly rules: readonly Rule[];
}

interface Backend {
  readonly name: string;
  readonly port: number;
}

describe("every component", () => {
  /** The folder, and every folder that it names, directly or through others. */
  const foldersOf = (folder: string): readonly string[] => {
    const { resources = [], components = [] } = parse(
      readFileSync(join(folder, "kustomization.yaml"), "utf8"),
    ) as Partial<Record<"resources" | "components", readonly string[]>>;
    const named = [...resources, ...components].filter((path) => !path.endsWith(".yaml"));
    return [folder].concat(named.flatMap((path) => foldersOf(join(folder, path))));
  };

  it("is in an overlay that these tests render", () => {
    const tried = new Set(Object.values(FOLDERS).flatMap(foldersOf));
    const components = globSync(`${K8S}components/**/kustomization.yaml`).map((path) => dirname(path));
    expect(components.length).toBeGreaterThan(5);
    expect(components.filter((component) => !tried.has(component))).toEqual([]);
  });

  it("and folder has all its files but the example Secret named in a kustomization, at least in a comment", () => {
    const kustomizations = globSync(`${K8S}*/**/kustomization.yaml`);
    const isNamed = (file: string) =>
      kustomizations.some((path) => {
        const inside = relative(dirname(path), file);
        return !inside.startsWith("..") && readFileSync(path, "utf8").includes(inside);
      });
    const files = globSync(`${K8S}*/**/*.*`).filter((file) => !kustomizations.includes(file));
    const nameless = files.filter((file) => !isNamed(file)).map((file) => relative(K8S, file));
    expect(nameless).toEqual(["base/secret.example.yaml"]);
  });
});

it("no overlay names a namespace, so that it can be deployed into any namespace", () => {
  const objects = RENDERED.flatMap((rendered) => rendered.objects);
  expect(objects.filter(({ kind, metadata }) => kind === "Namespace" || metadata.namespace)).toEqual([]);
});

describe("the example Secret", () => {
  const text = readFileSync(`${K8S}base/secret.example.yaml`, "utf8");
  const [secret] = readManifests(text);

  it("is in no overlay, and has the keys that the overlays ask for", () => {
    const objects = RENDERED.flatMap((rendered) => rendered.objects);
    expect(objects.map(({ kind }) => kind)).not.toContain("Secret");
    const asked = Array.from(
      JSON.stringify(objects).matchAll(/"secretKeyRef":(\{[^}]*\})/g),
      ([, reference = ""]) => JSON.parse(reference) as { name: string; key: string },
    );
    expect(new Set(asked.map(({ name }) => name))).toEqual(new Set(["suitability"]));
    const keys = new Set(asked.map(({ key }) => key));
    // What is optional stands in a comment.
    const named = Array.from(text.matchAll(/^ {2}(?:# )?([A-Z_]+):/gm), ([, key = ""]) => key);
    expect(new Set(named)).toEqual(keys);
    expect(named).toEqual(expect.arrayContaining(Object.keys(secret?.["stringData"] as object)));
  });
});
