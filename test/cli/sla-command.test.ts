import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { accountMonth, askPrometheus, type MonthSums } from "../../src/cli/sla-command.ts";
import { DAY_MS, systemClock } from "../../src/clock.ts";
import { readRules } from "../k8s/monitoring-manifests.ts";
import { freePort } from "../support/free-port.ts";
import { hasPrometheus, PATIENCE_MS, startPrometheus } from "../support/prometheus-server.ts";
import { startTestService } from "../support/test-service.ts";
import { commandsOn, useCommands } from "./use-commands.ts";

const commands = useCommands();

const createAccount = (name: string, plan: string) =>
  commands().store.createAccount({ name, plan, monthlyQuota: 100_000 });

/** What the rules leave of a day, by the series but for their common prefix, and with NS for the namespace. */
type DaySums = Readonly<Record<string, number>>;

/** Of a whole day, with one minute more than it has: a sample at either end. */
const MEASURED = { "sla_measured:minutes1d{NS}": 1441, "sla_up:minutes1d{NS}": 1441 };

const callsOf = (account: string, good: number, late = 0, failed = 0): DaySums =>
  Object.fromEntries(
    Object.entries({ good, late, failed }).map(([result, count]) => [
      `account_calls:increase1d{account="${account}",result="${result}",NS}`,
      count,
    ]),
  );

/** What sla-rules.yaml, which looks every ten minutes, would have left of days from `since` on. */
function openMetricsOf(since: string, days: readonly DaySums[], namespace = "n"): string {
  const lines = days.flatMap((day, index) => {
    const seconds = (Date.parse(since) + (index + 1) * DAY_MS) / 1000 - 240;
    return Object.entries(day).map(
      ([series, value]) =>
        `suitability:${series.replace("NS", `namespace="${namespace}"`)} ${value} ${seconds}\n`,
    );
  });
  return lines.join("");
}

/** The commands on a Prometheus that has these samples. */
async function reportOn(openMetrics: string) {
  const address = await startPrometheus({ openMetrics: `${openMetrics}# EOF\n` });
  const { store, clock } = commands();
  return { address, ...commandsOn({ store, clock, settings: { PROMETHEUS_URL: `http://${address}` } }) };
}

const many = (count: number, day: DaySums) => Array.from({ length: count }, () => day);

const namesIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name);

describe.skipIf(!hasPrometheus)(
  "sla, of a month in a real Prometheus (skipped where it is not installed)",
  { timeout: 2 * PATIENCE_MS },
  () => {
    it("says for each account what was kept, as docs/sla.md prints it", async () => {
      const finder = { name: "Court Finder", plan: "growth", monthlyQuota: 100_000 };
      const { account: kept } = await commands().store.createAccountOnce({
        ...finder,
        externalRef: "order-7",
      });
      const broken = await createAccount("Padel, Ltd", "growth");
      const slow = await createAccount("Slow", "enterprise");
      const quiet = await createAccount("Quiet", "growth");
      const former = await createAccount("Former", "starter");
      await createAccount("Starter", "starter");
      const good = {
        ...MEASURED,
        ...callsOf(kept.id, 1000, 2),
        ...callsOf(broken.id, 1000),
        ...callsOf(slow.id, 1000, 20),
        ...callsOf(quiet.id, 10),
        ...callsOf(former.id, 100),
        ...callsOf("other", 1000, 100, 100),
      };
      const outage = { [`account_outage:minutes1d{account="${broken.id}",NS}`]: 720 };
      const bad = { ...good, ...callsOf(broken.id, 1000, 0, 500), ...outage };
      const october = openMetricsOf("2026-10-01", [bad, ...many(30, good)]);
      const { address, run, runJson } = await reportOn(october);
      const page = readFileSync(new URL("../../docs/sla.md", import.meta.url), "utf8");
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
          expect.objectContaining({ account_id: slow.id, availability: 1, verdict: "broken" }),
          { ...all, account_id: quiet.id, name: "Quiet", calls: 310, verdict: "too_few_calls" },
          expect.objectContaining({ account_id: former.id, calls: 3_100, verdict: "kept" }),
        ],
      });

      const lines = (await run(typed)).split("\n");
      expect(lines[0]).toBe("2026-10: promised are 99.9 % availability and 99 % of answers within 1 s");
      expect(lines.find((line) => line.startsWith(broken.id))).toMatch(
        / Padel, Ltd +31,500 +500 +0 +98\.412 % +100 % +720 min +BROKEN$/,
      );
      expect(lines.find((line) => line.startsWith(quiet.id))).toMatch(/ too few calls$/);
      expect(lines.at(-2)).toBe("Not measured, so in no number here: 0 of 44,640 minutes");
      expect(await runJson(`${typed} Slow`)).toMatchObject({ accounts: [{ account_id: slow.id }] });
      expect(await run(`${typed} Starter`)).toContain("Nothing to report");
    });

    it("lowers everybody's availability by what failed for all, and by the minutes without a process", async () => {
      const { id } = await createAccount("Court Finder", "growth");
      const calls = { ...callsOf(id, 900), ...callsOf("other", 90), ...callsOf("unknown", 0, 0, 10) };
      const day = { ...calls, "sla_measured:minutes1d{NS}": 1440, "sla_up:minutes1d{NS}": 1296 };
      const { run, runJson } = await reportOn(openMetricsOf("2026-10-01", many(31, day)));
      expect(await runJson("sla --month 2026-10")).toMatchObject({
        measured: { down_minutes: 31 * 144, unknown_calls_failed: 310 },
        accounts: [
          {
            failed: 0,
            availability: expect.closeTo(0.99 * 0.9, 9),
            outage_minutes: 31 * 144,
            verdict: "broken",
          },
        ],
      });
      expect(await run("sla --month 2026-10")).toMatch(/so counted for all: 310 calls$/);
    });

    it("says how many minutes were not measured, of a month without a record all", async () => {
      const { id } = await createAccount("Court Finder", "growth");
      const day = { ...MEASURED, ...callsOf(id, 1000) };
      const short = { ...day, "sla_measured:minutes1d{NS}": 1430, "sla_up:minutes1d{NS}": 1430 };
      const days = [...many(4, {}), ...many(10, day), {}, ...many(16, short)];
      const { run, runJson } = await reportOn(openMetricsOf("2026-10-01", days));
      const notMeasured = "\nNot measured, so in no number here: 7,360 of 44,640 minutes\n";
      expect(await run("sla --month 2026-10")).toContain(notMeasured);
      expect(await runJson("sla --month 2026-10")).toMatchObject({
        measured: { unmeasured_minutes: 5 * 1440 + 160 },
        accounts: [{ calls: 26_000, verdict: "kept" }],
      });
      expect(await runJson("sla --month 2026-09")).toMatchObject({
        measured: { minutes: 43_200, unmeasured_minutes: 43_200 },
        accounts: [{ calls: 0, availability: null, in_time: null, verdict: "not_measured" }],
      });
    });

    it("takes of a month that is not over the days that are", async () => {
      const { id } = await createAccount("Court Finder", "growth");
      // Of the 21st, 14 hours, there is nothing.
      const october = many(31, { ...MEASURED, ...callsOf(id, 7) });
      const november = many(20, { ...MEASURED, ...callsOf(id, 100) });
      const { run, runJson } = await reportOn(openMetricsOf("2026-10-01", [...october, ...november]));
      expect(await runJson("sla")).toMatchObject({
        month: "2026-11",
        is_running: true,
        measured: { minutes: 20 * 1440 + 840, unmeasured_minutes: 840 },
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
          expect(accounts).toMatchObject([{ account_id: accountId, failed: 0, availability: 1 }]);
          expect(accounts[0]?.calls).toBeGreaterThan(2);
          expect(measured.unmeasured_minutes).toBeLessThan(measured.minutes);
        },
        { timeout: PATIENCE_MS, interval: 500 },
      );
    });

    it("asks which of several installations is meant", async () => {
      const { id } = await createAccount("Court Finder", "growth");
      const days = many(31, { ...MEASURED, ...callsOf(id, 100) });
      const { refusal, runJson } = await reportOn(
        openMetricsOf("2026-10-01", days) + openMetricsOf("2026-10-01", days, "staging"),
      );
      for (const which of ["", "--namespace m"]) {
        expect((await refusal(`sla --month 2026-10 ${which}`)).line).toBe(
          "Prometheus knows installations in n, staging: say which with --namespace.",
        );
      }
      expect(await runJson("sla --month 2026-10 --namespace n")).toMatchObject({
        accounts: [{ calls: 3_100 }],
      });
    });
  },
);

it("sla says in one line what is missing or makes no sense", async () => {
  const { store, clock } = commands();
  const nowhere = commandsOn({ store, clock, settings: {} });
  const url = `http://127.0.0.1:${await freePort()}`;
  for (const [words, line] of [
    ["", "It is not known where Prometheus is: say --prometheus URL, or set PROMETHEUS_URL."],
    ["--month 2026-12 --prometheus http://127.0.0.1:1", "2026-12 begins on 2026-12-01."],
    ["--month 2026-13", "like 2026-11"],
    ["Nobody --prometheus http://127.0.0.1:1", "There is no account Nobody."],
    [`--prometheus ${url}`, `Prometheus at ${url} cannot be asked: ECONNREFUSED`],
    ["--prometheus prometheus:9090", "--prometheus must be a URL that starts with http:// or https://;"],
  ] as const) {
    expect((await nowhere.refusal(`sla ${words}`)).line).toContain(line);
  }
});

describe("the promise to an account", () => {
  const monthOf = (of: {
    calls?: readonly [good: number, late: number, failed: number];
    other?: number;
    unknown?: number;
    measured?: number;
    down?: number;
  }) => {
    const {
      calls: [good, late, failed] = [0, 0, 0],
      other = 0,
      unknown = 0,
      measured = 43_200,
      down = 0,
    } = of;
    const calls = { "a good": good, "a late": late, "a failed": failed, "other good": other };
    const sums: MonthSums = {
      calls: new Map(Object.entries({ ...calls, "unknown failed": unknown })),
      outage: new Map([["a", 3]]),
      measured,
      up: measured - down,
    };
    return accountMonth("a", sums, { slaAvailability: 0.999, slaInTime: 0.99 });
  };

  it.each([
    ["kept", "exactly what is promised", { calls: [98_901, 999, 100] }],
    ["broken", "one call more that fails", { calls: [98_900, 999, 101] }],
    ["broken", "one answer more that is late", { calls: [98_900, 1_000, 100] }],
    ["broken", "43 minutes and more without a process", { calls: [5_000, 0, 0], down: 44 }],
    ["kept", "43 minutes without a process", { calls: [5_000, 0, 0], down: 43 }],
    ["broken", "its share of what failed for all", { calls: [5_000, 0, 0], other: 90_000, unknown: 200 }],
    ["kept", "less than its share of it", { calls: [5_000, 0, 0], other: 900_000, unknown: 200 }],
    ["too_few_calls", "too few calls to tell", { calls: [0, 0, 999] }],
    ["broken", "just enough calls, all of them failed", { calls: [0, 0, 1_000] }],
    ["not_measured", "no record", { calls: [5_000, 0, 0], measured: 0 }],
  ] as const)("is %s by %s", (verdict, _by, sums) => {
    expect(monthOf(sums).verdict).toBe(verdict);
  });

  it("has the minutes without a process among those of its outage", () => {
    expect(monthOf({ down: 4 }).outage_minutes).toBe(7);
  });

  it("says nothing of answers where there were none, and loses nothing where nobody called", () => {
    expect(monthOf({ calls: [0, 0, 2_000] })).toMatchObject({ availability: 0, in_time: null });
    expect(monthOf({})).toMatchObject({ calls: 0, availability: 1, in_time: null });
  });
});

describe("a Prometheus", () => {
  async function urlOf(answer: RequestListener): Promise<string> {
    const server = createServer(answer).listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const answerWith =
    (status: number, body: string): RequestListener =>
    (_request, response) =>
      response.writeHead(status).end(body);

  it("is asked below the path of its URL, with or without a slash at its end", async () => {
    const url = await urlOf((request, response) => {
      response.end(`{"data":{"result":["${request.url}"]}}`);
    });
    for (const base of [`${url}/prefix`, `${url}/prefix/`]) {
      expect(await askPrometheus(base, "up", { atMs: 0 })).toEqual(["/prefix/api/v1/query"]);
    }
  });

  it.each([
    ["a page", answerWith(200, "<html>"), /cannot be asked: .+ is not valid JSON$/],
    [
      "another API",
      answerWith(404, '{\n"error":"no"}'),
      /cannot be asked: it answered 404, { "error":"no"}$/,
    ],
    ["another document", answerWith(200, '{"status":"success"}'), /cannot be asked: .+$/],
    ["a broken connection", (request) => request.socket.destroy(), /cannot be asked: .+$/],
    ["none in time", (_request, response) => void response.write('{"data":'), /due to timeout$/],
  ] as [string, RequestListener, RegExp][])("is told in one line from %s", async (_name, answer, line) => {
    const url = await urlOf(answer);
    await expect(askPrometheus(url, "up", { atMs: 0, timeoutMs: 500 })).rejects.toThrow(line);
  });
});
