// The overlays of one's own that docs/operations.md shows.
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { KubernetesObject } from "../../scripts/manifests/kubernetes-object.ts";
import { schemaProblems } from "../../scripts/manifests/schema-problems.ts";
import { storeProblems } from "../../scripts/manifests/store-problems.ts";
import { BUILT_IN_PLANS } from "../../src/accounts/plans/built-in-plans.ts";
import { planToJson } from "../../src/accounts/plans/plans-from-json.ts";
import { configFromEnvironment } from "../../src/config/config.ts";
import { createTemporaryFolder } from "../support/temporary-folder.ts";
import { containersOf, environmentOf, specOf, type PodSpec } from "./pods.ts";
import { RENDERERS } from "./renderers.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const PAGE = readFileSync(join(ROOT, "docs/operations.md"), "utf8");

/** Renders the one that the page has under the name, in a folder beside which `k8s` is. */
async function renderOwn(
  name: string,
  render: (folder: string) => readonly KubernetesObject[],
): Promise<{ objects: readonly KubernetesObject[]; folder: string }> {
  const [, block = ""] = new RegExp(`^\`\`\`yaml\n(# ${name}/.*?)^\`\`\`$`, "ms").exec(PAGE) ?? [];
  const folder = createTemporaryFolder();
  onTestFinished(() => folder.remove());
  const text = block.replaceAll("../k8s", relative(folder.path, join(ROOT, "k8s")));
  writeFileSync(join(folder.path, "kustomization.yaml"), text);
  writeFileSync(join(folder.path, "plans.json"), JSON.stringify({ plans: BUILT_IN_PLANS.map(planToJson) }));
  const objects = render(folder.path);
  expect(await schemaProblems(objects)).toEqual([]);
  expect(storeProblems(objects)).toEqual([]);
  return { objects, folder: folder.path };
}

const containersIn = (objects: readonly KubernetesObject[]) =>
  containersOf(specOf<{ template: { spec: PodSpec } }>(objects, "Deployment/suitability").template.spec);

describe.each(Object.entries(RENDERERS))("an overlay of one's own, rendered %s", (_how, render) => {
  it("has hosts, plans, a database and proxies of one's own", async () => {
    const { objects, folder } = await renderOwn("weather", render);
    const [container, ...others] = containersIn(objects);
    expect(others).toEqual([]);
    const mounts = (container?.volumeMounts ?? []).map(({ mountPath }) => mountPath);
    expect(mounts).toEqual(["/etc/suitability/files"]);
    const environment = environmentOf(container ?? {}, objects);
    const plansFile = environment["PLANS_FILE"]?.replace(mounts[0] ?? "", folder);
    const config = configFromEnvironment({ ...environment, PLANS_FILE: plansFile });
    expect(config.trustedProxies).toEqual(["10.20.0.0/16"]);
    expect(config.storeUrl).toContain("@postgres.court.example:5432/suitability?");
    const { hostnames } = specOf<{ hostnames: string[] }>(objects, "HTTPRoute/suitability");
    expect(hostnames).toEqual(["weather.court.example"]);
  });

  it("has a Redis of one's own, and a policy that leads there alone", async () => {
    const { objects } = await renderOwn("weather-on-redis", render);
    const [core] = containersIn(objects);
    const { storeUrl } = configFromEnvironment(environmentOf(core ?? {}, objects));
    expect(storeUrl).toBe("rediss://:secret@redis.court.example:6379/0");
    const { egress } = specOf<{ egress: unknown[] }>(objects, "NetworkPolicy/suitability-to-redis");
    expect(egress).toEqual([{ to: [{ ipBlock: { cidr: "10.30.0.0/24" } }], ports: [{ port: 6379 }] }]);
    expect(objects.map(({ kind }) => kind)).not.toContain("StatefulSet");
  });
});
