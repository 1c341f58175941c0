import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openPrograms } from "../process/open-programs.ts";
import { createMisbehavingUpstream } from "../support/misbehaving-upstream.ts";
import { untilListening } from "../support/program.ts";
import { hasPrometheus, PATIENCE_MS, startPrometheus } from "../support/prometheus-server.ts";
import { openMeteoPayload } from "../weather/open-meteo/payload.ts";
import { readDashboardQueries, readDashboards, readRules } from "./monitoring-manifests.ts";

describe.each(readDashboards())("the dashboard $title", ({ uid, panels, templating }) => {
  it("has panels of different ids that do not lie on each other, and the variables that they use", () => {
    const ids = panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    const used = JSON.stringify(panels).matchAll(/\$\{?([a-z]+)\b/g);
    const known = ["datasource", ...templating.list.map(({ name }) => name)];
    expect(known).toEqual(expect.arrayContaining([...new Set(Array.from(used, ([, name]) => name))]));
    expect(uid).toMatch(/^suitability/);
  });
});

describe.skipIf(!hasPrometheus)("every query of the dashboards (skipped without Prometheus)", () => {
  it(
    "returns something while the service is called",
    async () => {
      const reply = () => ({ body: openMeteoPayload({ nowMs: Date.now() }) });
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
      const labels = { namespace: "n", container: "core", pod: "p" };
      const prometheus = await startPrometheus({ rules: readRules(), scraped: [{ port: ops, labels }] });
      const resultOf = async (expr: string) => {
        const answer = await fetch(
          `http://${prometheus}/api/v1/query?${new URLSearchParams({ query: expr })}`,
        );
        return ((await answer.json()) as { data?: { result: readonly unknown[] } }).data?.result;
      };
      let latitude = 0;
      await vi.waitFor(
        async () => {
          // Ever new places, so that the provider is asked.
          await fetch(`http://127.0.0.1:${http}/v1/forecast?lat=${(latitude += 1)}&lng=2`, {
            headers: { "x-api-key": key },
          });
          const queries = readDashboardQueries({ namespace: "n" });
          const results = await Promise.all(queries.map(resultOf));
          expect(queries.filter((_, index) => (results[index] ?? []).length === 0)).toEqual([]);
        },
        { timeout: PATIENCE_MS, interval: 1_500 },
      );
    },
    2 * PATIENCE_MS,
  );
});
