// Faults that a person on call has to find. One Prometheus watches an installation for each fault and a healthy one. The
// alerts of an installation name its fault, and the page that they lead to quotes its log. The healthy installation
// fills every dashboard.
import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { readDashboardQueries, readRules } from "../k8s/monitoring-manifests.ts";
import { type Behaviour } from "../support/fakes/misbehaving-upstream.ts";
import { upstreamOfTest } from "../support/fakes/upstream-of-test.ts";
import { isPostgresInstalled } from "../support/programs/postgres-server.ts";
import { postgresServerOfTest } from "../support/programs/postgres-server-of-test.ts";
import { hasPrometheus, PATIENCE_MS, startPrometheus } from "../support/programs/prometheus-server.ts";
import { untilListening, type Program } from "../support/programs/program.ts";
import { openMeteoByPlace } from "../weather/providers/open-meteo/by-place.ts";
import { openPrograms } from "./open-programs.ts";

const PAGE = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");

interface Installation {
  readonly ops: number;
  readonly log: Program;
  /** What its callers do while Prometheus watches. */
  readonly call?: () => Promise<unknown>;
}

/** One process, which Prometheus knows as the container `core`. */
async function start(settings: Readonly<Record<string, string>> = {}) {
  const programs = openPrograms();
  const { key } = await programs.createCaller("growth");
  const log = programs.serve(settings);
  const ports = await untilListening(log);
  const ask = (lat = 1) =>
    fetch(`http://127.0.0.1:${ports.http}/v1/forecast?lat=${lat}&lng=2`, { headers: { "x-api-key": key } });
  return { ops: ports.ops, log, ask, call: () => ask() };
}

async function withProvider(behaviour: Behaviour, settings: Readonly<Record<string, string>> = {}) {
  const provider = await upstreamOfTest(behaviour);
  return start({ WEATHER_SOURCES: "open-meteo", OPEN_METEO_URL: provider.url, ...settings });
}

function refusedByProvider(): Promise<Installation> {
  const body = { error: true, reason: "The supplied API key is invalid." };
  return withProvider({ kind: "answer", status: 401, body });
}

/** An installation that is asked about new places; its provider may be asked `callsPerDay` times a day. */
async function withNewPlaces(callsPerDay: string): Promise<Installation> {
  const reply = (url: URL) => ({ body: openMeteoByPlace(url, { nowMs: Date.now() }) });
  const installation = await withProvider({ kind: "reply", reply }, { PROVIDER_CALLS_PER_DAY: callsPerDay });
  let latitude = 0;
  return { ...installation, call: () => installation.ask((latitude += 0.5) % 90) };
}

async function withWrongPassword(): Promise<Installation> {
  const server = await postgresServerOfTest();
  const log = openPrograms(server.url.replace(/:[^:@]*@/, ":wrong@")).serve({}, "--role", "core");
  return { ops: (await untilListening(log)).ops, log };
}

interface Case {
  readonly open: () => Promise<Installation>;
  /** Names of alerts, followed by the container if the alert has one. */
  readonly alerts: readonly string[];
  /** Words in the log, and in the alert's section or in a section that it links to. */
  readonly clue?: string;
}

const CASES: Readonly<Record<string, Case>> = {
  well: { open: () => withNewPlaces("10000"), alerts: [] },
  "refused-by-provider": {
    open: refusedByProvider,
    alerts: ["SuitabilityProviderRefuses", "SuitabilityProviderFailing"],
    clue: '"kind":"refused"',
  },
  "budget-used-up": {
    open: () => withNewPlaces("1"),
    alerts: ["SuitabilityProviderBudgetUsedUp"],
    clue: "the day's provider calls are used up",
  },
  "wrong-password": {
    open: withWrongPassword,
    alerts: ["SuitabilityDown core", "SuitabilityNotReady core", "SuitabilityStoreUnavailable"],
    clue: "password authentication failed",
  },
};

/** Of these alerts an installation may have only its own. Other alerts may come and go on a busy machine. */
const PLANTED = new Set(Object.values(CASES).flatMap(({ alerts }) => alerts));

/** The alert's section, and the sections that it links to. */
function sectionsOf(alert: string): string {
  const [ownName = ""] = alert.split(" ");
  const sections = PAGE.split(/^(?=###? )/m);
  const section = (name: string) =>
    sections.find((text) => text.toLowerCase().startsWith(`### ${name.toLowerCase()}\n`)) ?? "";
  const own = section(ownName);
  return [own, ...Array.from(own.matchAll(/\(#(suitability\w+)\)/g), ([, name = ""]) => section(name))].join(
    "",
  );
}

/** The data of an answer from Prometheus' API. */
async function ask<Data>(prometheus: string, path: string): Promise<Data> {
  return ((await (await fetch(`http://${prometheus}/api/v1/${path}`)).json()) as { data: Data }).data;
}

async function alertsOf(prometheus: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const { alerts } = await ask<{
    alerts: { labels: { alertname: string; namespace: string; container?: string }; state: string }[];
  }>(prometheus, "alerts");
  expect(alerts.filter(({ labels, state }) => labels.namespace === "well" && state === "firing")).toEqual([]);
  // Includes pending alerts.
  const named = alerts.map(({ labels: { alertname, namespace, container } }) => ({
    namespace,
    alert: container === undefined ? alertname : `${alertname} ${container}`,
  }));
  return Object.fromEntries(
    Object.keys(CASES).map((name) => [
      name,
      named
        .filter(({ namespace, alert }) => namespace === name && PLANTED.has(alert))
        .map(({ alert }) => alert),
    ]),
  );
}

/** A metric that has no value before a forecast day is over. */
const AFTER_A_DAY = "suitability_track_record_safe_ratio";

/** The queries of the dashboards and the SLO ratios that have no result for the healthy installation. */
async function emptyQueries(prometheus: string): Promise<readonly string[]> {
  const ratioOf = (slo: string) =>
    `suitability:${slo}:error_ratio_rate5m{namespace="well", container="core"}`;
  const ratios = [`${ratioOf("freshness")} == 0`, ratioOf("availability"), ratioOf("latency")];
  const queries = [...ratios, ...readDashboardQueries({ namespace: "well" })];
  const found = await Promise.all(
    queries.map((query) =>
      ask<{ result: unknown[] } | undefined>(prometheus, `query?${new URLSearchParams({ query })}`),
    ),
  );
  return queries.filter((query, i) => !query.includes(AFTER_A_DAY) && (found[i]?.result ?? []).length === 0);
}

/** The rules that cannot be evaluated. */
async function unhealthyRules(prometheus: string): Promise<readonly object[]> {
  const { groups } = await ask<{ groups: { rules: { health: string }[] }[] }>(prometheus, "rules");
  const rules = groups.flatMap((group) => group.rules);
  expect(rules).toHaveLength(readRules().groups.flatMap((group) => group.rules).length);
  return rules.filter(({ health }) => health !== "ok");
}

it.skipIf(!hasPrometheus || !isPostgresInstalled())(
  "a planted fault is found by the alerts of its installation, the page that they lead to, and the log; a healthy installation has no alert, and data in every panel (skipped without Prometheus or PostgreSQL)",
  { timeout: 4 * PATIENCE_MS },
  async () => {
    const installations = await Promise.all(
      Object.entries(CASES).map(async ([name, planted]) => ({
        name,
        planted,
        installation: await planted.open(),
      })),
    );
    const prometheus = await startPrometheus({
      rules: readRules(),
      scraped: installations.map(({ name, installation }) => ({
        port: installation.ops,
        labels: { namespace: name, container: "core", pod: "p" },
      })),
    });
    await vi.waitFor(
      async () => {
        await Promise.all(installations.map(({ installation }) => installation.call?.()));
        for (const [name, alerts] of Object.entries(await alertsOf(prometheus))) {
          expect({ name, alerts: alerts.toSorted() }).toEqual({
            name,
            alerts: CASES[name]?.alerts.toSorted(),
          });
        }
        expect(await emptyQueries(prometheus)).toEqual([]);
        expect(await unhealthyRules(prometheus)).toEqual([]);
      },
      { timeout: 2 * PATIENCE_MS, interval: 500 },
    );
    for (const { planted, installation } of installations) {
      const { alerts, clue = "" } = planted;
      expect(installation.log.stdout).toContain(clue);
      expect(alerts.filter((alert) => !sectionsOf(alert).includes(clue))).toEqual([]);
    }
  },
);
