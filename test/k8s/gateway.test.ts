import { describe, expect, it } from "vitest";
import { StatusService } from "#gen/suitability/v1/status_pb.ts";
import { UsageService } from "#gen/suitability/v1/usage_pb.ts";
import { SERVICES } from "../../src/operations/services.ts";
import { environmentOf, specOf, type PodSpec } from "./pods.ts";
import { renderKustomization } from "./render-kustomization.ts";

interface Backend {
  readonly name: string;
  readonly port: number;
}

describe("the routes of the component gateway", () => {
  const objects = renderKustomization(new URL("postgres-with-all", import.meta.url).pathname);

  it("lead gRPC to every service that there is, and to no other", () => {
    const { rules } = specOf<{ rules: { matches: { method: { service: string } }[] }[] }>(
      objects,
      "GRPCRoute/suitability",
    );
    const routed = rules.flatMap(({ matches }) => matches.map(({ method }) => method.service));
    const services = [...SERVICES, StatusService, UsageService].map(({ typeName }) => typeName);
    expect(routed.toSorted()).toEqual(services.toSorted());
  });

  it("have a host each, as one host of two kinds of route is refused", () => {
    const hosts = ["HTTPRoute", "GRPCRoute"].flatMap(
      (kind) => specOf<{ hostnames: string[] }>(objects, `${kind}/suitability`).hostnames,
    );
    expect(new Set(hosts).size).toBe(2);
  });

  it("lead to ports of Services that are there", () => {
    const backends = ["HTTPRoute", "GRPCRoute"]
      .flatMap(
        (kind) => specOf<{ rules: { backendRefs: Backend[] }[] }>(objects, `${kind}/suitability`).rules,
      )
      .flatMap(({ backendRefs }) => backendRefs);
    expect(backends).toHaveLength(2);
    for (const { name, port } of backends) {
      const { ports } = specOf<{ ports: { port: number }[] }>(objects, `Service/${name}`);
      expect(ports.map((served) => served.port)).toEqual([port]);
    }
  });

  it("come from whom the core believes about who calls, as it believes REST", () => {
    const { template } = specOf<{ template: { spec: PodSpec } }>(objects, "Deployment/suitability");
    const [core] = template.spec.initContainers ?? [];
    const environment = core && environmentOf(core, objects);
    expect(environment?.["TRUSTED_PROXIES"]).toBe("loopback,10.0.0.0/8");
  });
});
