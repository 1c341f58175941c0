import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { accountMonth, askPrometheus, type MonthSums } from "../../../src/modules/sla/sla-command.ts";
import { freePort } from "../../support/programs/free-port.ts";
import { urlAnswering } from "../../support/fakes/http-server.ts";
import { commandsOn, useCommands } from "../../app/commands/use-commands.ts";

const commands = useCommands();

/** The commands with a stand-in Prometheus, which answers a query with the first of `sums` whose name occurs in the query. */
async function reportOn(sums: Readonly<Record<string, readonly [labels: object, value: number][]>>) {
  const url = await urlAnswering(async (request, response) => {
    const query = new URLSearchParams(Buffer.concat(await request.toArray()).toString()).get("query") ?? "";
    const [, found = []] = Object.entries(sums).find(([name]) => query.includes(name)) ?? [];
    const result = found.map(([metric, value]) => ({ metric, value: [0, String(value)] }));
    response.end(JSON.stringify({ data: { result } }));
  });
  const { store, clock } = commands();
  return commandsOn({ store, clock, settings: { PROMETHEUS_URL: url } });
}

describe("sla", () => {
  it("shows people whether each account's SLA was kept", async () => {
    const { id } = await commands().createAccount("Padel, Ltd", "growth");
    const quiet = await commands().createAccount("Quiet", "growth");
    await commands().createAccount("Starter", "starter");
    const { run } = await reportOn({
      "sla_measured:": [[{ namespace: "n" }, 44_000]],
      "sla_up:": [[{ namespace: "n" }, 44_000]],
      account_outage: [[{ namespace: "n", account: id }, 720]],
      account_calls: [
        [{ namespace: "n", account: id, result: "good" }, 31_000],
        [{ namespace: "n", account: id, result: "failed" }, 500],
        [{ namespace: "n", account: quiet.id, result: "good" }, 10],
      ],
    });
    expect((await run("sla --month 2026-10")).split("\n")).toEqual([
      "2026-10: promised: 99.9% availability and 99% of answers within 1 s",
      "",
      "ACCOUNT           NAME         CALLS  FAILED  LATE  AVAILABLE  IN TIME  OUTAGE   SLA",
      `${id}  Padel, Ltd  31,500     500     0  98.412%    100%     720 min  BROKEN`,
      `${quiet.id}  Quiet           10       0     0  100%       100%     0 min    too few calls`,
      "",
      "Not measured, so in no figure above: 640 of 44,640 minutes",
      "Failed before their account was known, so counted for all accounts: 0 calls",
    ]);
    expect(await run("sla")).toMatch(/^2026-11 so far: /);
    expect(await run("sla Starter")).toContain("Nothing to report");
  });

  it("asks which of several installations is meant", async () => {
    const { id: account } = await commands().createAccount("Court Finder", "growth");
    const installations = ["n", "staging"].map((namespace) => ({ account, namespace, result: "good" }));
    const { refusal, runJson } = await reportOn({
      account_calls: installations.map((labels) => [labels, 100]),
    });
    for (const which of ["", "--namespace m"]) {
      expect((await refusal(`sla ${which}`)).line).toBe(
        "Prometheus knows installations in n, staging: choose one with --namespace.",
      );
    }
    expect(await runJson("sla --namespace n")).toMatchObject({ accounts: [{ calls: 100 }] });
  });
});

it("sla says in one line what is missing or makes no sense", async () => {
  const { store, clock } = commands();
  const nowhere = commandsOn({ store, clock, settings: {} });
  const url = `http://127.0.0.1:${await freePort()}`;
  for (const [words, line] of [
    ["", "The address of Prometheus is missing: give --prometheus URL, or set PROMETHEUS_URL."],
    ["--month 2026-12 --prometheus http://127.0.0.1:1", "2026-12 begins on 2026-12-01."],
    ["--month 2026-13", "such as 2026-11"],
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
    return accountMonth("a", sums, { SLA_AVAILABILITY_PERCENT: 0.999, SLA_IN_TIME_PERCENT: 0.99 });
  };

  it.each([
    ["kept", "exactly what is promised", { calls: [98_901, 999, 100] }],
    ["broken", "one call more that fails", { calls: [98_900, 999, 101] }],
    ["broken", "one answer more that is late", { calls: [98_900, 1_000, 100] }],
    ["broken", "more than 43 minutes without a process", { calls: [5_000, 0, 0], down: 44 }],
    ["kept", "43 minutes without a process", { calls: [5_000, 0, 0], down: 43 }],
    ["broken", "its share of unattributed failures", { calls: [5_000, 0, 0], other: 90_000, unknown: 200 }],
    ["kept", "a smaller share of them", { calls: [5_000, 0, 0], other: 900_000, unknown: 200 }],
    ["too_few_calls", "too few calls to tell", { calls: [0, 0, 999] }],
    ["broken", "just enough calls, all of them failed", { calls: [0, 0, 1_000] }],
    ["not_measured", "no record", { calls: [5_000, 0, 0], measured: 0 }],
  ] as const)("is %s with %s", (verdict, _by, sums) => {
    expect(monthOf(sums).verdict).toBe(verdict);
  });

  it("counts the minutes without a process as outage", () => {
    expect(monthOf({ down: 4 }).outage_minutes).toBe(7);
  });

  it("has no in-time share without answers, and full availability without calls", () => {
    expect(monthOf({ calls: [0, 0, 2_000] })).toMatchObject({ availability: 0, in_time: null });
    expect(monthOf({})).toMatchObject({ calls: 0, availability: 1, in_time: null });
  });
});

describe("a Prometheus", () => {
  const answerWith =
    (status: number, body: string): RequestListener =>
    (_request, response) =>
      response.writeHead(status).end(body);

  it("is asked below the path of its URL, with or without a slash at its end", async () => {
    const url = await urlAnswering((request, response) => {
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
    ["no answer in time", (_request, response) => void response.write('{"data":'), /due to timeout$/],
  ] as [string, RequestListener, RegExp][])("that fails gives one line: %s", async (_name, answer, line) => {
    const url = await urlAnswering(answer);
    await expect(askPrometheus(url, "up", { atMs: 0, timeoutMs: 500 })).rejects.toThrow(line);
  });
});
