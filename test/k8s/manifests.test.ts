// The manifests as Kubernetes gets them.
import { globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readManifests, type KubernetesObject } from "../../scripts/manifests/kubernetes-object.ts";
import { schemaProblems } from "../../scripts/manifests/schema-problems.ts";
import { storeProblems } from "../../scripts/manifests/store-problems.ts";
import { configFromEnvironment } from "../../src/config/config.ts";
import {
  containersOf,
  environmentOf,
  podSpecs,
  podTemplates,
  specOf,
  type Container,
  type PodSpec,
} from "./pods.ts";
import type { readRules } from "./monitoring-manifests.ts";
import { renderKustomization } from "./render-kustomization.ts";
import { RENDERERS } from "./renderers.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const K8S = `${ROOT}k8s/`;
const OVERLAYS = readdirSync(`${K8S}overlays`).map((name) => `k8s/overlays/${name}`);
const REPLICAS = "k8s/overlays/replicas";
/** Choices that no overlay has made. */
const COMBINATIONS = ["test/k8s/replicas-of-one-container", "test/k8s/postgres-with-all"];

/** What closing the store may take after the last call. */
const STORE_CLOSE_MS = 5_000;

const isOfTheService = ({ args = [] }: Container) => args.includes("serve");

const RENDERED = Object.entries(RENDERERS).flatMap(([how, render]) =>
  [...OVERLAYS, ...COMBINATIONS].map((overlay) => ({ overlay, how, objects: render(`${ROOT}${overlay}`) })),
);

describe.each(RENDERED)("$overlay, rendered $how", ({ objects }) => {
  it("has only objects and fields that Kubernetes and the Prometheus Operator know", async () => {
    expect(await schemaProblems(objects)).toEqual([]);
  });

  it("keeps exact counts: more than one pod only where they share a store", () => {
    expect(storeProblems(objects)).toEqual([]);
  });

  it("runs pods that are restricted and have bounds", () => {
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

  it("names in a variable only what stands before it", () => {
    const containers = podSpecs(objects)
      .flatMap(containersOf)
      .filter(({ env }) => env !== undefined);
    for (const container of containers) {
      expect(JSON.stringify(environmentOf(container, objects))).not.toContain("$(");
    }
  });

  it("lets no pod talk to anybody but by a policy, in either direction", () => {
    const selected = objects
      .filter(({ kind }) => kind === "NetworkPolicy")
      .map(({ spec }) => spec as { podSelector: { matchLabels?: object }; policyTypes: string[] })
      .filter(({ policyTypes }) => policyTypes.length === 2)
      .map(({ podSelector }) => podSelector.matchLabels);
    const names = podTemplates(objects).map(({ metadata }) => metadata.labels["app.kubernetes.io/name"]);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(selected).toContainEqual({ "app.kubernetes.io/name": name });
  });

  it("sends every Service, probe and scrape to a port that a container has", () => {
    const ports = podSpecs(objects)
      .flatMap(containersOf)
      .flatMap(({ ports = [] }) => ports.map(({ containerPort }) => containerPort));
    const targets = objects
      .filter(({ kind }) => kind === "Service")
      .flatMap(({ spec }) => (spec as { ports: { targetPort: number }[] }).ports)
      .map(({ targetPort }) => targetPort);
    expect(new Set(ports).size).toBe(ports.length);
    expect(ports).toEqual(expect.arrayContaining(targets));
  });

  it("starts the service with settings that it takes, on the ports that the manifests name", () => {
    const services = podSpecs(objects).flatMap(containersOf).filter(isOfTheService);
    expect(services.length).toBeGreaterThan(0);
    for (const container of services) {
      const config = configFromEnvironment(environmentOf(container, objects));
      const listening = [config.grpcListen, config.httpListen, config.opsListen].map(({ port }) => port);
      const ports = (container.ports ?? []).map(({ containerPort }) => containerPort);
      expect(listening).toEqual(expect.arrayContaining(ports));
    }
  });

  it("gives a pod longer to end than its containers take one after the other, and the store to close", () => {
    const pods = podSpecs(objects).filter((pod) => containersOf(pod).some(isOfTheService));
    for (const pod of pods) {
      const services = containersOf(pod).filter(isOfTheService);
      const drains = services.map((container) => configFromEnvironment(environmentOf(container, objects)));
      const endMs = drains.reduce((sum, config) => sum + config.drainDelayMs + config.drainTimeoutMs, 0);
      expect(Math.min(...drains.map(({ drainDelayMs }) => drainDelayMs))).toBeGreaterThan(0);
      expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThanOrEqual(endMs + STORE_CLOSE_MS);
    }
  });
});

describe("the alerts' runbooks", () => {
  const runbooks = (objects: readonly KubernetesObject[]) =>
    objects
      .filter(({ kind }) => kind === "PrometheusRule")
      .flatMap(({ spec }) => (spec as ReturnType<typeof readRules>).groups.flatMap(({ rules }) => rules))
      .filter(({ alert }) => alert !== undefined);

  it.each(Object.entries(RENDERERS))(
    "are where one value of the overlay says, rendered %s",
    (_how, render) => {
      for (const { base, folder } of [
        { base: "https://git.example.com/weather-suitability-service/docs/operations.md", folder: REPLICAS },
        { base: "https://wiki.example/on-call", folder: "test/k8s/own-runbooks" },
      ]) {
        const alerts = runbooks(render(`${ROOT}${folder}`));
        expect(alerts.length).toBeGreaterThan(10);
        for (const { alert, annotations } of alerts) {
          expect(annotations?.["runbook_url"]).toBe(`${base}#${alert?.toLowerCase()}`);
        }
      }
    },
  );
});

describe("a pod of two containers", () => {
  const objects = renderKustomization(`${K8S}overlays/replicas`);
  const { template } = specOf<{ template: { spec: PodSpec } }>(objects, "Deployment/suitability");
  const [core, rest] = containersOf(template.spec);
  const settingsOf = (container?: Container) =>
    container && configFromEnvironment(environmentOf(container, objects));

  it("has a core that starts before REST and ends after it", () => {
    expect(template.spec.initContainers).toEqual([core]);
    expect(core).toMatchObject({ name: "core", restartPolicy: "Always" });
    expect(template.spec.containers).toEqual([rest]);
    expect(rest?.name).toBe("rest");
  });

  it("has a core that believes REST about who calls, and nobody else", () => {
    expect(settingsOf(core)?.trustedProxies).toEqual(["loopback"]);
    expect(settingsOf(rest)?.trustedProxies).toEqual(["10.0.0.0/8"]);
    expect(settingsOf(rest)?.coreAddress).toBe("127.0.0.1:50051");
  });

  it("is scaled by each of its containers", () => {
    const { metrics } = specOf<{ metrics: { containerResource: { container: string } }[] }>(
      objects,
      "HorizontalPodAutoscaler/suitability",
    );
    const watched = metrics.map(({ containerResource }) => containerResource.container);
    expect(watched).toEqual([core?.name, rest?.name]);
  });
});

describe("the component store-ca", () => {
  it("gives the CA to every container that opens the store", () => {
    const objects = renderKustomization(`${ROOT}test/k8s/postgres-with-all`);
    const opening = podSpecs(objects)
      .flatMap(containersOf)
      .filter(({ env = [] }) => env.some(({ name }) => name === "STORE_URL"));
    expect(opening.map(({ name }) => name).toSorted()).toEqual([
      "backup",
      "backup",
      "commands",
      "core",
      "migrate",
    ]);
    for (const container of opening) {
      const { STORE_TLS_CA_FILE: file = "" } = environmentOf(container, objects);
      expect(container.volumeMounts?.map(({ mountPath }) => mountPath)).toContain(dirname(file));
    }
  });
});

describe("every component", () => {
  /** One, and the folders that it names, and that those name. */
  const foldersOf = (folder: string): readonly string[] => {
    const { resources = [], components = [] } = parse(
      readFileSync(join(folder, "kustomization.yaml"), "utf8"),
    ) as Partial<Record<"resources" | "components", readonly string[]>>;
    const named = [...resources, ...components].filter((path) => !path.endsWith(".yaml"));
    return [folder].concat(named.flatMap((path) => foldersOf(join(folder, path))));
  };

  it("is in an overlay, or in a combination that is tried here", () => {
    const tried = new Set([...OVERLAYS, ...COMBINATIONS].flatMap((path) => foldersOf(join(ROOT, path))));
    const components = globSync(`${K8S}components/**/kustomization.yaml`).map((path) => dirname(path));
    expect(components.length).toBeGreaterThan(5);
    expect(components.filter((component) => !tried.has(component))).toEqual([]);
  });

  it("names every file there is, in a comment at least; the Secret is made by hand", () => {
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

describe("the namespace", () => {
  it("is nobody's business but k8s/namespace.yaml's, so that an overlay goes into any", async () => {
    const namespace = readManifests(readFileSync(`${K8S}namespace.yaml`, "utf8"));
    expect(await schemaProblems(namespace)).toEqual([]);
    for (const { objects } of RENDERED) {
      expect(objects.filter(({ kind, metadata }) => kind === "Namespace" || metadata.namespace)).toEqual([]);
    }
  });
});

describe("the example Secret", () => {
  const text = readFileSync(`${K8S}base/secret.example.yaml`, "utf8");
  const [secret] = readManifests(text);

  it("is valid, in no overlay, and has the keys that the overlays ask for", async () => {
    expect(secret).toBeDefined();
    expect(await schemaProblems(secret === undefined ? [] : [secret])).toEqual([]);
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
