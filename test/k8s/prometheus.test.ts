import { describe, expect, it, onTestFinished, vi } from "vitest";
import { hasPrometheus, PATIENCE_MS, startPrometheus } from "../support/prometheus-server.ts";
import { startTestService } from "../support/test-service.ts";
import { readRules } from "./monitoring-manifests.ts";

/** What the operator's PodMonitor would add. */
const LABELS = { namespace: "n", container: "core", pod: "p" };

describe.skipIf(!hasPrometheus)("a real Prometheus (skipped where it is not installed)", () => {
  it("scrapes the service and evaluates every rule", { timeout: 2 * PATIENCE_MS }, async () => {
    const service = await startTestService();
    onTestFinished(() => service.stop());
    const address = await startPrometheus({
      scraped: [{ port: service.ports.ops, labels: LABELS }],
      rules: readRules(),
    });
    const get = async (path: string) => (await fetch(`http://${address}/api/v1/${path}`)).json();
    const query = (expr: string) =>
      get(`query?${new URLSearchParams({ query: expr })}`) as Promise<QueryAnswer>;
    const { key } = await service.createCaller();
    await vi.waitFor(
      async () => {
        await fetch(`http://127.0.0.1:${service.ports.http}/v1/forecast?lat=1&lng=2`, {
          headers: { "x-api-key": key },
        });
        for (const slo of ["freshness", "availability", "latency"]) {
          const { data } = await query(`suitability:${slo}:error_ratio_rate5m`);
          expect(data?.result, slo).toMatchObject([{ metric: { container: "core", namespace: "n" } }]);
        }
      },
      { timeout: PATIENCE_MS, interval: 200 },
    );
    expect((await query("suitability:freshness:error_ratio_rate5m")).data?.result).toMatchObject([
      { value: [expect.any(Number), "0"] },
    ]);
    const names = readRules().groups.flatMap(({ rules }) =>
      rules.map(({ alert, record }) => alert ?? record),
    );
    await vi.waitFor(
      async () => {
        const { data } = (await get("rules")) as RulesAnswer;
        const rules = data.groups.flatMap((group) => group.rules);
        expect(rules.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
        expect(rules.filter(({ health, state }) => health !== "ok" || state === "firing")).toEqual([]);
      },
      { timeout: PATIENCE_MS, interval: 200 },
    );
  });
});

interface QueryAnswer {
  readonly status: string;
  readonly data?: {
    readonly result: readonly { metric: Record<string, string>; value: [number, string] }[];
  };
}

interface RulesAnswer {
  readonly data: {
    readonly groups: readonly {
      readonly rules: readonly { name: string; health: string; state?: string }[];
    }[];
  };
}
