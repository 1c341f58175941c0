import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { configFromEnvironment } from "../../../src/app/settings/config.ts";
import { settingsOf } from "../../../src/app/settings/core-config.ts";
import { ADMINISTRATION, adminSettings } from "../../../src/modules/admin-http/settings.ts";
import { containersOf, environmentOf, podSpecs, specOf, type PodSpec } from "../../k8s/pods.ts";
import { renderKustomization } from "../../k8s/render-kustomization.ts";

describe("the pods that administer accounts", () => {
  const objects = renderKustomization(new URL("../../k8s/replicas-with-all", import.meta.url).pathname);

  it("have the owner's store, TLS and tokens", () => {
    const { template } = specOf<{ template: { spec: PodSpec } }>(objects, "Deployment/suitability-admin");
    const [container, ...others] = containersOf(template.spec);
    expect(others).toEqual([]);
    const config = configFromEnvironment(environmentOf(container ?? {}, objects));
    const admin = adminSettings(settingsOf(config, ADMINISTRATION));
    expect(admin?.listen).toEqual({ host: "0.0.0.0", port: 8443 });
    expect(config.storeUrl).toMatch(/^postgres:\/\/suitability_owner:/);
    const mounts = container?.volumeMounts?.map(({ mountPath }) => mountPath);
    expect(mounts).toContain(dirname(admin?.tokenFile.path ?? ""));
    expect(mounts).toContain(dirname(admin?.tls?.identity.certificate.path ?? ""));
  });

  it("alone have settings of the administration", () => {
    const strangers = podSpecs(objects)
      .flatMap(containersOf)
      .filter(({ name }) => name !== "admin");
    for (const stranger of strangers) {
      expect(Object.keys(environmentOf(stranger, objects)).join()).not.toContain("ADMIN_");
    }
  });

  it("can be reached only by pods with the label of a shop, at one port", () => {
    const { ingress } = specOf<{ ingress: object[] }>(objects, "NetworkPolicy/suitability-admin");
    const shops = {
      namespaceSelector: {},
      podSelector: { matchLabels: { "suitability/admin-client": "true" } },
    };
    expect(ingress).toEqual([{ from: [shops], ports: [{ port: 8443 }] }]);
  });
});
