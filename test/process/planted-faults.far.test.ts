// Faults that a person on call has to find: one Prometheus watches an installation with each fault, and one that is well.
// The alerts of each have to name its fault, and the page they lead to has to quote its log.
import { readFileSync } from "node:fs";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { readRules } from "../k8s/monitoring-manifests.ts";
import { createMisbehavingUpstream, type Behaviour } from "../support/misbehaving-upstream.ts";
import { isPostgresInstalled, startPostgresServer } from "../support/postgres-server.ts";
import { hasPrometheus, PATIENCE_MS, startPrometheus } from "../support/prometheus-server.ts";
import { untilListening, type Program } from "../support/program.ts";
import { openMeteoByPlace } from "../weather/open-meteo/by-place.ts";
import { openPrograms } from "./open-programs.ts";

const PAGE = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");

interface Installation {
  readonly ops: number;
  readonly log: Program;
  /** What its callers do meanwhile. */
  readonly call?: () => Promise<unknown>;
}

/** One process, which Prometheus knows as the container `core`. */
async function start(settings: Readonly<Record<string, string>> = {}) {
  const programs = openPrograms();
  const { key } = await programs.createCaller();
  const log = programs.serve(settings);
  const ports = await untilListening(log);
  const ask = (lat = 1) =>
    fetch(`http://127.0.0.1:${ports.http}/v1/forecast?lat=${lat}&lng=2`, { headers: { "x-api-key": key } });
  return { ops: ports.ops, log, ask, call: () => ask() };
}

async function withProvider(behaviour: Behaviour, settings: Readonly<Record<string, string>> = {}) {
  const provider = await createMisbehavingUpstream(behaviour);
  onTestFinished(() => provider.close());
  return start({ WEATHER_SOURCES: "open-meteo", OPEN_METEO_URL: provider.url, ...settings });
}

function refusedByProvider(): Promise<Installation> {
  const body = { error: true, reason: "The supplied API key is invalid." };
  return withProvider({ kind: "answer", status: 401, body });
}

/** One call a day, and places that are asked for the first time. */
async function withBudgetUsedUp(): Promise<Installation> {
  const reply = (url: URL) => ({ body: openMeteoByPlace(url, { nowMs: Date.now() }) });
  const installation = await withProvider({ kind: "reply", reply }, { PROVIDER_CALLS_PER_DAY: "1" });
  let latitude = 0;
  return { ...installation, call: () => installation.ask((latitude += 0.5) % 90) };
}

async function withWrongPassword(): Promise<Installation> {
  const server = await startPostgresServer();
  onTestFinished(() => server.remove());
  const log = openPrograms(server.url.replace(/:[^:@]*@/, ":wrong@")).serve({}, "--role", "core");
  return { ops: (await untilListening(log)).ops, log };
}

interface Case {
  readonly open: () => Promise<Installation>;
  /** With the container, where the alert has one. */
  readonly alerts: readonly string[];
  /** Words in the log, and in the alert's section or in one that this links to. */
  readonly clue?: string;
}

const CASES: Readonly<Record<string, Case>> = {
  well: { open: start, alerts: [] },
  "refused-by-provider": {
    open: refusedByProvider,
    alerts: ["SuitabilityProviderRefuses", "SuitabilityProviderFailing"],
    clue: '"kind":"refused"',
  },
  "budget-used-up": {
    open: withBudgetUsedUp,
    alerts: ["SuitabilityProviderBudgetUsedUp"],
    clue: "the day's provider calls are used up",
  },
  "wrong-password": {
    open: withWrongPassword,
    alerts: ["SuitabilityDown core", "SuitabilityNotReady core", "SuitabilityStoreUnavailable"],
    clue: "password authentication failed",
  },
};

/** No installation has another's alert of these. Other alerts may come and go on a busy machine. */
const PLANTED = new Set(Object.values(CASES).flatMap(({ alerts }) => alerts));

/** The alert's section, and those that it links to. */
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

async function alertsOf(prometheus: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const answer = (await (await fetch(`http://${prometheus}/api/v1/alerts`)).json()) as {
    data: { alerts: { labels: { alertname: string; namespace: string; container?: string } }[] };
  };
  // Pending alerts too.
  const alerts = answer.data.alerts.map(({ labels: { alertname, namespace, container } }) => ({
    namespace,
    alert: container === undefined ? alertname : `${alertname} ${container}`,
  }));
  return Object.fromEntries(
    Object.keys(CASES).map((name) => [
      name,
      alerts
        .filter(({ namespace, alert }) => namespace === name && PLANTED.has(alert))
        .map(({ alert }) => alert),
    ]),
  );
}

const canRun = hasPrometheus && isPostgresInstalled();

describe.skipIf(!canRun)("a planted fault (skipped without Prometheus or PostgreSQL)", () => {
  it(
    "is found by the alerts of its installation, the page that they lead to, and the log",
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
        },
        { timeout: 2 * PATIENCE_MS, interval: 500 },
      );
      for (const { planted, installation } of installations) {
        const { alerts, clue = "" } = planted;
        expect(installation.log.stdout).toContain(clue);
        expect(alerts.filter((alert) => !sectionsOf(alert).includes(clue))).toEqual([]);
      }
    },
    4 * PATIENCE_MS,
  );
});
