import { expect, it, onTestFinished, vi } from "vitest";
import { openPrograms } from "../process/open-programs.ts";
import { createMisbehavingUpstream } from "../support/misbehaving-upstream.ts";
import { untilListening } from "../support/program.ts";
import { hasPrometheus, PATIENCE_MS, startPrometheus } from "../support/prometheus-server.ts";
import { openMeteoByPlace } from "../weather/open-meteo/by-place.ts";
import { readDashboardQueries, readRules } from "./monitoring-manifests.ts";

/** What the operator's PodMonitor would add. */
const LABELS = { namespace: "n", container: "core", pod: "p" };

/** What has no value before a day that was forecast is over. */
const AFTER_A_DAY = "suitability_track_record_safe_ratio";

interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

it.skipIf(!hasPrometheus)(
  "a real Prometheus evaluates every rule and every query of the dashboards (skipped where it is not installed)",
  async () => {
    const reply = (url: URL) => ({ body: openMeteoByPlace(url, { nowMs: Date.now() }) });
    const provider = await createMisbehavingUpstream({ kind: "reply", reply });
    onTestFinished(() => provider.close());
    const programs = openPrograms();
    const { key } = await programs.createCaller("growth");
    const service = programs.serve({
      WEATHER_SOURCES: "open-meteo",
      OPEN_METEO_URL: provider.url,
      PROVIDER_CALLS_PER_DAY: "1000",
    });
    const { http, ops } = await untilListening(service);
    const rules = readRules();
    const address = await startPrometheus({ rules, scraped: [{ port: ops, labels: LABELS }] });
    const get = async (path: string) =>
      ((await (await fetch(`http://${address}/api/v1/${path}`)).json()) as { data?: unknown }).data;
    const query = async (expr: string) =>
      ((await get(`query?${new URLSearchParams({ query: expr })}`)) as { result: Sample[] } | undefined)
        ?.result ?? [];
    const until = (isSo: () => Promise<void>) => vi.waitFor(isSo, { timeout: PATIENCE_MS, interval: 1_500 });

    let latitude = 0;
    await until(async () => {
      // Ever new places, so that the provider is asked.
      await fetch(`http://127.0.0.1:${http}/v1/forecast?lat=${(latitude += 1)}&lng=2`, {
        headers: { "x-api-key": key },
      });
      for (const slo of ["freshness", "availability", "latency"]) {
        const ratios = await query(`suitability:${slo}:error_ratio_rate5m`);
        expect(ratios, slo).toMatchObject([{ metric: { container: "core", namespace: "n" } }]);
      }
      const queries = readDashboardQueries({ namespace: "n" }).filter((text) => !text.includes(AFTER_A_DAY));
      const results = await Promise.all(queries.map(query));
      expect(queries.filter((_, index) => results[index]?.length === 0)).toEqual([]);
    });
    expect(await query("suitability:freshness:error_ratio_rate5m")).toMatchObject([
      { value: [expect.any(Number), "0"] },
    ]);
    const names = rules.groups.flatMap((group) => group.rules.map(({ alert, record }) => alert ?? record));
    await until(async () => {
      const { groups } = (await get("rules")) as {
        groups: { rules: { name: string; health: string; state?: string }[] }[];
      };
      const evaluated = groups.flatMap((group) => group.rules);
      expect(evaluated.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
      expect(evaluated.filter(({ health, state }) => health !== "ok" || state === "firing")).toEqual([]);
    });
  },
  3 * PATIENCE_MS,
);
