// The SLA report from the samples of a real Prometheus.
import { readFileSync } from "node:fs";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { DAY_MS, systemClock } from "../../../src/lib/time/clock.ts";
import { readRules } from "../../k8s/monitoring-manifests.ts";
import { hasPrometheus, PATIENCE_MS, startPrometheus } from "../../support/programs/prometheus-server.ts";
import { startTestService } from "../../support/service/test-service.ts";
import { commandsOn, useCommands } from "../../app/commands/use-commands.ts";

const commands = useCommands();

const createAccount = (name: string, plan: string, externalRef?: string) =>
  commands().createAccount(name, plan, externalRef);

/** The samples that the rules write for a day, by series without the common prefix; NS stands for the namespace. */
type DaySums = Readonly<Record<string, number>>;

/** A whole day has 1441 samples, one more than its minutes: there is one at either end. */
const MEASURED = { "sla_measured:minutes1d{NS}": 1441, "sla_up:minutes1d{NS}": 1441 };

const callsOf = (account: string, good: number, late = 0, failed = 0): DaySums =>
  Object.fromEntries(
    Object.entries({ good, late, failed }).map(([result, count]) => [
      `account_calls:increase1d{account="${account}",result="${result}",NS}`,
      count,
    ]),
  );

/** The samples that sla-rules.yaml, evaluated every ten minutes, would write for the days from `since` on. */
function openMetricsOf(since: string, days: readonly DaySums[]): string {
  const lines = days.flatMap((day, index) => {
    const seconds = (Date.parse(since) + (index + 1) * DAY_MS) / 1000 - 240;
    return Object.entries(day).map(
      ([series, value]) => `suitability:${series.replace("NS", 'namespace="n"')} ${value} ${seconds}\n`,
    );
  });
  return lines.join("");
}

/** The commands, with a Prometheus that has these samples. */
async function reportOn(openMetrics: string) {
  const address = await startPrometheus({ openMetrics: `${openMetrics}# EOF\n` });
  const { store, clock } = commands();
  return { address, ...commandsOn({ store, clock, settings: { PROMETHEUS_URL: `http://${address}` } }) };
}

const many = (count: number, day: DaySums) => Array.from({ length: count }, () => day);

const namesIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name);

describe.skipIf(!hasPrometheus)("sla, on a real Prometheus", { timeout: 2 * PATIENCE_MS }, () => {
  it("says for each account whether the SLA was kept, with the fields that docs/sla.md lists", async () => {
    const kept = await createAccount("Court Finder", "growth", "order-7");
    const broken = await createAccount("Padel, Ltd", "growth");
    const former = await createAccount("Former", "starter");
    await createAccount("Starter", "starter");
    const good = {
      ...MEASURED,
      ...callsOf(kept.id, 1000, 2),
      ...callsOf(broken.id, 1000),
      ...callsOf(former.id, 100),
      ...callsOf("other", 1000, 100, 100),
    };
    const outage = { [`account_outage:minutes1d{account="${broken.id}",NS}`]: 720 };
    const bad = { ...good, ...callsOf(broken.id, 1000, 0, 500), ...outage };
    const october = openMetricsOf("2026-10-01", [bad, ...many(30, good)]);
    const { address, runJson } = await reportOn(october);
    const page = readFileSync(new URL("../../../docs/sla.md", import.meta.url), "utf8");
    const [, printed = ""] = /^bin\/suitability (sla .*127\.0\.0\.1:9090)$/m.exec(page) ?? [];
    const typed = printed.replace("127.0.0.1:9090", address);

    const document = (await runJson(typed)) as Record<string, unknown>;
    const [, named = ""] = /one document with (.*?); shares/s.exec(page) ?? [];
    expect(namesIn(named)).toEqual(Object.keys(document));
    const kind = { external_ref: null, plan: "growth" };
    const all = { ...kind, failed: 0, late: 0, availability: 1, in_time: 1, outage_minutes: 0 };
    expect(document).toEqual({
      month: "2026-10",
      is_running: false,
      promised: { availability: 0.999, in_time: 0.99, calls_min: 1000 },
      measured: { minutes: 44_640, unmeasured_minutes: 0, down_minutes: 0, unknown_calls_failed: 0 },
      accounts: [
        {
          ...all,
          account_id: kept.id,
          external_ref: "order-7",
          name: "Court Finder",
          calls: 31_062,
          late: 62,
          in_time: expect.closeTo(1000 / 1002, 9),
          verdict: "kept",
        },
        {
          ...all,
          account_id: broken.id,
          name: "Padel, Ltd",
          calls: 31_500,
          failed: 500,
          availability: expect.closeTo(31_000 / 31_500, 9),
          outage_minutes: 720,
          verdict: "broken",
        },
        expect.objectContaining({ account_id: former.id, calls: 3_100, verdict: "kept" }),
      ],
    });

    expect(await runJson(`${typed} Former`)).toMatchObject({ accounts: [{ account_id: former.id }] });
  });

  it("counts only the whole days of a month that is not over", async () => {
    const { id } = await createAccount("Court Finder", "growth");
    // The 14 hours of the 21st have no samples.
    const october = many(31, { ...MEASURED, ...callsOf(id, 7) });
    const november = many(20, { ...MEASURED, ...callsOf(id, 100) });
    const { runJson } = await reportOn(openMetricsOf("2026-10-01", [...october, ...november]));
    expect(await runJson("sla")).toMatchObject({
      month: "2026-11",
      is_running: true,
      measured: { minutes: 20 * 1440 + 840, unmeasured_minutes: 840 },
      accounts: [{ calls: 2000, verdict: "kept" }],
    });
  });

  it("includes the answered and failed calls of the present day so far", async () => {
    const service = await startTestService();
    onTestFinished(() => service.stop());
    const { key, accountId } = await service.createCaller();
    const address = await startPrometheus({
      scraped: [{ port: service.ports.ops, labels: { namespace: "n", container: "core" } }],
      rules: readRules(),
    });
    const settings = { PROMETHEUS_URL: `http://${address}` };
    const { runJson } = commandsOn({ store: service.store, clock: systemClock, settings });
    await vi.waitFor(
      async () => {
        await fetch(`http://127.0.0.1:${service.ports.http}/v1/forecast?lat=1&lng=2`, {
          headers: { "x-api-key": key },
        });
        const { accounts, measured } = (await runJson("sla")) as {
          accounts: { calls: number }[];
          measured: { minutes: number; unmeasured_minutes: number };
        };
        expect(accounts).toMatchObject([{ account_id: accountId, failed: 0, availability: 1 }]);
        expect(accounts[0]?.calls).toBeGreaterThan(2);
        expect(measured.unmeasured_minutes).toBeLessThan(measured.minutes);
      },
      { timeout: PATIENCE_MS, interval: 500 },
    );
  });
});
