// Replicas that share forecasts through a table of a real PostgreSQL, which is emptied for every test.
import { beforeAll, beforeEach, expect, onTestFinished, vi } from "vitest";
import { openStore } from "../../../src/app/open-store.ts";
import type { Store } from "../../../src/app/store.ts";
import type { PackedForecast } from "../../../src/weather/cache/forecast-cache.ts";
import { packForecast } from "../../../src/weather/cache/packed-forecast.ts";
import {
  createSharedForecasts,
  type SharedForecasts,
  type SharingOutcome,
} from "../../../src/weather/cache/shared-forecasts.ts";
import { createManualClock } from "../../support/fakes/manual-clock.ts";
import { PATIENT_COMMANDS } from "../../support/fakes/patient-commands.ts";
import { postgresCommand } from "../../support/programs/postgres-command.ts";
import { startPostgresServer, type PostgresServer } from "../../support/programs/postgres-server.ts";
import { simulatedAt } from "../scripted-source.ts";
import { LONDON, NEVER, OSLO, setUp } from "./fetches-by-hand.ts";

export const PATIENCE = { timeout: 15_000, interval: 20 };

/** For tests of other things than these limits: other work may hold the machine up. */
export const PATIENT_SHARING = { stepTimeoutMs: 15_000, waitMs: 15_000 };

export function useSharingReplicas(limits: Partial<typeof PATIENT_SHARING> = {}) {
  const clock = createManualClock("2026-11-21T14:00:00Z");
  let server: PostgresServer;
  let url: string;
  let store: Store;

  beforeAll(async () => {
    server = await startPostgresServer();
    url = await server.createDatabase();
    store = await openStore(url, { clock, ...PATIENT_COMMANDS });
    // A busy machine may need longer to connect than a call waits.
    await vi.waitFor(() => store.ping(), PATIENCE);
    return async () => {
      await store.close();
      await server.remove();
    };
  }, 60_000);
  beforeEach(() => sql("TRUNCATE shared_forecast").then(() => undefined));

  const sql = (text: string) => postgresCommand(url, text);

  /** Asks for a place, and stores `fetched` if this replica has to fetch it. */
  const askAndGive = async (
    shared: SharedForecasts,
    fetched: PackedForecast | undefined,
    { place = LONDON, sinceMs = clock.nowMs() } = {},
  ) => {
    const answer = await shared.ask(place, sinceMs, NEVER, () => undefined);
    if (answer.kind === "Wanted") await answer.settle(fetched);
  };
  const find = (shared: SharedForecasts) => shared.ask(LONDON, clock.nowMs(), NEVER, () => undefined);

  /** The shared forecasts of one replica, as soon as they reach the table. */
  const connected = async () => {
    const table = store.openForecasts?.();
    if (table === undefined) throw new Error("this store has no table for forecasts");
    onTestFinished(() => table.close());
    const outcomes: SharingOutcome[] = [];
    const reasons: string[] = [];
    const shared = createSharedForecasts({
      table,
      clock,
      onOutcome: (outcome) => outcomes.push(outcome),
      onAway: (reason) => reasons.push(reason),
      ...limits,
    });
    const reached = async () => {
      await askAndGive(shared, undefined, { place: OSLO, sinceMs: 0 });
      expect(outcomes.pop()).toBe("leased");
    };
    await vi.waitFor(reached, PATIENCE);
    outcomes.length = reasons.length = 0;
    return { shared, outcomes, reasons };
  };
  const replica = async () => {
    const { shared, outcomes } = await connected();
    return { ...setUp({ shared }, clock), outcomes };
  };
  const forecast = async (fetchedAtMs = clock.nowMs()): Promise<PackedForecast> => ({
    packed: packForecast(await simulatedAt(LONDON, clock.nowMs())),
    fetchedAtMs,
  });
  /** When London's stored forecast was fetched: undefined without a row, NaN for a row with only a lease. */
  const storedAtMs = async () => {
    const [row] = await sql("SELECT fetched_at_ms FROM shared_forecast WHERE place = 'v2 51.50,-0.13'");
    return row && Number(row["fetched_at_ms"] ?? Number.NaN);
  };
  const stored = (atMs = clock.nowMs()) =>
    vi.waitFor(async () => expect(await storedAtMs()).toBe(atMs), PATIENCE);
  return {
    clock,
    server: () => server,
    sql,
    askAndGive,
    find,
    connected,
    replica,
    forecast,
    storedAtMs,
    stored,
  };
}
