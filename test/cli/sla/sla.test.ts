import { readFileSync } from "node:fs";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { systemClock } from "../../../src/clock.ts";
import { readRules } from "../../k8s/monitoring-manifests.ts";
import { freePort } from "../../support/free-port.ts";
import { hasPrometheus, PATIENCE_MS, startPrometheus } from "../../support/prometheus-server.ts";
import { startTestService } from "../../support/test-service.ts";
import { commandsOn, useCommands } from "../use-commands.ts";
import { openMetricsOf, type DaySums } from "./day-sums.ts";

const commands = useCommands();

const OCTOBER_MS = Date.parse("2026-10-01T00:00:00Z");
const NOVEMBER_MS = Date.parse("2026-11-01T00:00:00Z");

const createAccount = (name: string, plan: string) =>
  commands().store.createAccount({ name, plan, monthlyQuota: 100_000 });

/** The commands on a Prometheus that has these samples. */
async function reportOn(openMetrics: string) {
  const address = await startPrometheus({ openMetrics: `${openMetrics}# EOF\n` });
  const { store, clock } = commands();
  return commandsOn({ store, clock, settings: { PROMETHEUS_URL: `http://${address}` } });
}

const namesIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name);

const many = (count: number, day: DaySums | undefined) => Array.from({ length: count }, () => day);

describe.skipIf(!hasPrometheus)(
  "sla, of a month in a real Prometheus (skipped where it is not installed)",
  { timeout: 2 * PATIENCE_MS },
  () => {
    it("says for each account what was kept, and names those that are gone by their id", async () => {
      const { account: kept } = await commands().store.createAccountOnce({
        name: "Court Finder",
        plan: "growth",
        monthlyQuota: 100_000,
        externalRef: "order-7",
      });
      const broken = await createAccount("=Padel, Ltd", "growth");
      const slow = await createAccount("Slow", "enterprise");
      const quiet = await createAccount("Quiet", "growth");
      await createAccount("Starter", "starter");
      const good: DaySums = {
        calls: {
          [kept.id]: [1000, 2, 0],
          [broken.id]: [1000, 0, 0],
          [slow.id]: [1000, 20, 0],
          [quiet.id]: [10, 0, 0],
          acc_gone: [100, 0, 0],
          other: [1000, 100, 100],
          unknown: [0, 0, 0],
        },
      };
      const bad: DaySums = {
        calls: { ...good.calls, [broken.id]: [1000, 0, 500] },
        outage: { [broken.id]: 720 },
      };
      const { run, runJson } = await reportOn(openMetricsOf(OCTOBER_MS, [bad, ...many(30, good)]));
      const { accounts, ...rest } = (await runJson("sla --month 2026-10")) as { accounts: object[] };
      expect(rest).toEqual({
        month: "2026-10",
        is_running: false,
        promised: { availability: 0.999, in_time: 0.99, calls_min: 1000 },
        measured: {
          minutes: 44_640,
          unmeasured_minutes: 0,
          missing_days: [],
          down_minutes: 0,
          unknown_calls_failed: 0,
          unknown_share: 0,
        },
      });
      const row = (account_id: string, name: string | null, plan: string | null) => ({
        account_id,
        external_ref: account_id === kept.id ? "order-7" : null,
        name,
        plan,
      });
      expect(accounts).toEqual([
        {
          ...row(kept.id, "Court Finder", "growth"),
          calls: 31_062,
          failed: 0,
          late: 62,
          availability: 1,
          in_time: expect.closeTo(1000 / 1002, 9),
          outage_minutes: 0,
          verdict: "kept",
        },
        {
          ...row(broken.id, "=Padel, Ltd", "growth"),
          calls: 31_500,
          failed: 500,
          late: 0,
          availability: expect.closeTo(0.984127, 6),
          in_time: 1,
          outage_minutes: 720,
          verdict: "broken",
        },
        expect.objectContaining({
          ...row(slow.id, "Slow", "enterprise"),
          availability: 1,
          verdict: "broken",
        }),
        expect.objectContaining({
          ...row(quiet.id, "Quiet", "growth"),
          calls: 310,
          verdict: "too_few_calls",
        }),
        expect.objectContaining({ ...row("acc_gone", null, null), calls: 3_100, verdict: "kept" }),
      ]);
      const lines = (await run("sla --month 2026-10")).split("\n");
      expect(lines[0]).toBe("2026-10: promised are 99.9 % availability and 99 % of answers within 1 s");
      expect(lines.find((line) => line.startsWith(broken.id))?.split(/\s{2,}/)).toEqual([
        broken.id,
        "=Padel, Ltd",
        "31,500",
        "500",
        "0",
        "98.412 %",
        "100 %",
        "720 min",
        "BROKEN",
      ]);
      expect(lines.at(-1)).toBe("Nothing is promised for a month with fewer than 1,000 calls.");
      const csv = (await run("sla --month 2026-10 --csv")).split("\n");
      expect(csv[0]).toBe(
        "month,account_id,external_ref,name,plan,calls,failed,late,availability,in_time,outage_minutes,verdict",
      );
      expect(csv[2]).toMatch(new RegExp(`^2026-10,${broken.id},,"'=Padel, Ltd",growth,31500,500,0,0\\.984`));
      const { accounts: one } = (await runJson("sla --month 2026-10 Slow")) as { accounts: object[] };
      expect(one).toMatchObject([{ account_id: slow.id }]);
    });

    it("lowers everybody's availability by what failed for all, and by the minutes without a process", async () => {
      const { id } = await createAccount("Court Finder", "growth");
      const day: DaySums = {
        calls: { [id]: [900, 0, 0], other: [90, 0, 0], unknown: [0, 0, 10] },
        measured: 1440,
        up: 1296,
      };
      const { run, runJson } = await reportOn(openMetricsOf(OCTOBER_MS, many(31, day)));
      expect(await runJson("sla --month 2026-10")).toMatchObject({
        measured: { down_minutes: 31 * 144, unknown_calls_failed: 310, unknown_share: 0.01 },
        accounts: [
          {
            failed: 0,
            availability: expect.closeTo(0.99 * 0.9, 9),
            outage_minutes: 31 * 144,
            verdict: "broken",
          },
        ],
      });
      const text = await run("sla --month 2026-10");
      expect(text).toContain("No process was there, or none was seen, for 3 d 2 h");
      expect(text).toContain("310 calls failed before it was known whose they were: 1.0 % of all");
    });

    it("says of which days there is no record, and that nothing is known of those", async () => {
      const { id } = await createAccount("Court Finder", "growth");
      const day: DaySums = { calls: { [id]: [1000, 0, 0] } };
      const days = [
        ...many(4, undefined),
        ...many(10, day),
        undefined,
        ...many(16, { ...day, measured: 1430 }),
      ];
      const { run, runJson } = await reportOn(openMetricsOf(OCTOBER_MS, days));
      expect(await run("sla --month 2026-10")).toContain(
        "Not measured: 5 d 2 h of 31 d, among them all of 2026-10-01 to 2026-10-04, 2026-10-15. What happened then is in no number here.",
      );
      expect(await runJson("sla --month 2026-10")).toMatchObject({
        measured: { unmeasured_minutes: 5 * 1440 + 160 },
        accounts: [{ calls: 26_000, verdict: "kept" }],
      });
      expect(await run("sla --month 2026-09")).toContain("Prometheus has no record of this month");
      expect(await runJson("sla --month 2026-09")).toMatchObject({
        accounts: [{ calls: 0, availability: null, in_time: null, verdict: "not_measured" }],
      });
    });

    it("takes of a month that is not over the days that are", async () => {
      const { id } = await createAccount("Court Finder", "growth");
      const { run, runJson } = await reportOn(
        openMetricsOf(NOVEMBER_MS, many(20, { calls: { [id]: [100, 0, 0] } })),
      );
      expect(await runJson("sla")).toMatchObject({
        month: "2026-11",
        is_running: true,
        // Of the 21st, 14 hours, there is nothing.
        measured: { minutes: 20 * 1440 + 840, unmeasured_minutes: 840, missing_days: ["2026-11-21"] },
        accounts: [{ calls: 2000, verdict: "kept" }],
      });
      expect(await run("sla")).toMatch(/^2026-11 so far: /);
    });

    it("has of the day that is not over what the service has answered and failed so far", async () => {
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
          expect(accounts).toMatchObject([{ account_id: accountId, failed: 0, availability: 1, in_time: 1 }]);
          expect(accounts[0]?.calls).toBeGreaterThan(2);
          expect(measured.unmeasured_minutes).toBeLessThan(measured.minutes);
        },
        { timeout: PATIENCE_MS, interval: 500 },
      );
    });

    it("is run as docs/sla.md prints it, and its document has what that page says", async () => {
      const page = readFileSync(new URL("../../../docs/sla.md", import.meta.url), "utf8");
      const [, words = "", port = ""] = /^bin\/suitability (sla .*127\.0\.0\.1:(\d+))$/m.exec(page) ?? [];
      const [, named = ""] = /one document with (.*?); shares/s.exec(page) ?? [];
      const [, verdicts = ""] = /a\s+`verdict` is (.*?)\./s.exec(page) ?? [];
      await createAccount("Court Finder", "growth");
      const address = await startPrometheus({
        openMetrics: `${openMetricsOf(OCTOBER_MS, many(31, { calls: {} }))}# EOF\n`,
      });
      const { store, clock } = commands();
      const { run, runJson } = commandsOn({ store, clock, settings: {} });
      const typed = words.replace(`127.0.0.1:${port}`, address);
      expect(await run(typed)).toContain("Court Finder");
      expect(Object.keys((await runJson(typed)) as object)).toEqual(namesIn(named));
      expect(namesIn(verdicts).toSorted()).toEqual(["broken", "kept", "not_measured", "too_few_calls"]);
    });

    it("asks which of several installations is meant", async () => {
      const { id } = await createAccount("Court Finder", "growth");
      const days = many(31, { calls: { [id]: [100, 0, 0] } });
      const { refusal, runJson } = await reportOn(
        openMetricsOf(OCTOBER_MS, days) + openMetricsOf(OCTOBER_MS, days, "staging"),
      );
      expect((await refusal("sla --month 2026-10")).line).toBe(
        "Prometheus knows installations in n, staging: say which with --namespace.",
      );
      expect((await refusal("sla --month 2026-10 --namespace m")).line).toBe(
        "Prometheus knows no installation in m, but in n, staging.",
      );
      expect(await runJson("sla --month 2026-10 --namespace n")).toMatchObject({
        accounts: [{ calls: 3_100 }],
      });
    });
  },
);

describe("sla", () => {
  it("says in one line what is missing or makes no sense", async () => {
    const { store, clock } = commands();
    await createAccount("Starter", "starter");
    const nowhere = commandsOn({ store, clock, settings: {} });
    const line = async (words: string) => (await nowhere.refusal(words)).line;
    expect(await line("sla")).toBe(
      "It is not known where Prometheus is: say --prometheus URL, or set PROMETHEUS_URL.",
    );
    expect(await line("sla --month 2026-12 --prometheus http://127.0.0.1:1")).toBe(
      "2026-12 begins on 2026-12-01.",
    );
    expect(await line("sla --month 2026-13")).toContain("like 2026-11");
    expect(await line("sla Nobody --prometheus http://127.0.0.1:1")).toContain("There is no account Nobody.");
    const url = `http://127.0.0.1:${await freePort()}`;
    expect(await line(`sla --prometheus ${url}`)).toBe(`Prometheus at ${url} cannot be asked: ECONNREFUSED.`);
    expect(await line("sla --prometheus prometheus:9090")).toBe(
      '--prometheus must be a URL that starts with http:// or https://; it is "prometheus:9090"',
    );
  });
});
