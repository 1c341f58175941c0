// Replicas that share forecasts through a table of a real PostgreSQL.
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { PackedForecast } from "../../../src/weather/cache/forecast-cache.ts";
import { packForecast } from "../../../src/weather/cache/packed-forecast.ts";
import {
  createSharedForecasts,
  type SharedForecasts,
  type SharingOutcome,
} from "../../../src/weather/cache/shared-forecasts.ts";
import { createSimulatedSource } from "../../../src/weather/simulated/source.ts";
import { WeatherError } from "../../../src/weather/weather-error.ts";
import { usePostgresStore, type PostgresStoreUnderTest } from "../../accounts/postgres/use-postgres-store.ts";
import { isPostgresInstalled } from "../../support/postgres-server.ts";
import { LONDON, NEVER, OSLO, setUp } from "./fetches-by-hand.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PATIENCE = { timeout: 15_000, interval: 20 };

const ignore = () => undefined;

describe.skipIf(!isPostgresInstalled())("replicas with a PostgreSQL", { timeout: 60_000 }, () => {
  const underTest = usePostgresStore();
  let current: PostgresStoreUnderTest;
  beforeEach(() => {
    current = underTest();
  });

  /** Asks, and gives what was fetched where that is wanted. */
  const askAndGive = async (
    shared: SharedForecasts,
    fetched: PackedForecast | undefined,
    { place = LONDON, sinceMs = current.clock.nowMs() } = {},
  ) => {
    const answer = await shared.ask(place, sinceMs, NEVER, ignore);
    if (answer.kind === "Wanted") await answer.settle(fetched);
  };
  /** One that reaches its table. */
  const connected = async () => {
    const table = current.store.openForecasts?.();
    if (table === undefined) throw new Error("PostgreSQL shares forecasts");
    onTestFinished(() => table.close());
    const outcomes: SharingOutcome[] = [];
    const reasons: string[] = [];
    const shared = createSharedForecasts({
      table,
      onOutcome: (outcome) => outcomes.push(outcome),
      onAway: (reason) => reasons.push(reason),
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
    return { ...setUp({ shared }, current.clock), outcomes };
  };
  const forecast = async (fetchedAtMs = current.clock.nowMs()): Promise<PackedForecast> => ({
    packed: packForecast(
      await createSimulatedSource({ clock: current.clock }).forecast(LONDON, AbortSignal.any([])),
    ),
    fetchedAtMs,
  });
  /** Of London. */
  const row = async () =>
    (await current.sql("SELECT * FROM shared_forecast WHERE place = 'v2 51.50,-0.13'"))[0];
  const stored = () =>
    vi.waitFor(async () => expect((await row())?.["fetched_at_ms"]).toBeTypeOf("string"), PATIENCE);
  const find = (shared: SharedForecasts) => shared.ask(LONDON, current.clock.nowMs(), NEVER, ignore);

  it("a cold place asked of two at once is fetched once, and both answer the same", async () => {
    const [one, two] = [await replica(), await replica()];
    const waits = Array.from({ length: 500 }, () => [one.ask(), two.ask()]).flat();
    await vi.waitFor(() => expect(one.fetches.length + two.fetches.length).toBe(1), PATIENCE);
    // Meanwhile the other has found that it is being fetched, and is waiting.
    await [...one.fetches, ...two.fetches][0]?.answer();
    const [first, ...others] = await Promise.all(waits);
    for (const other of new Set(others)) expect(other).toEqual(first);
    expect(one.fetches.length + two.fetches.length).toBe(1);
    expect([...one.outcomes, ...two.outcomes].sort()).toEqual(["found", "leased"]);
    const counts = Object.groupBy([...one.results, ...two.results], (result) => result);
    expect([counts.miss?.length, counts.shared?.length, counts.deduped?.length]).toEqual([1, 1, 998]);
  });

  it("what one has fetched another reads, with the age it has", async () => {
    const [one, two] = [await replica(), await replica()];
    const weather = await one.warm();
    await stored();
    current.clock.advance(5 * MINUTE_MS);
    expect(await two.ask()).toEqual(weather);
    expect(two.results).toEqual(["shared"]);
    expect(two.fetches).toEqual([]);
  });

  it("what another fetched within the hour is answered from at once, while it is fetched anew, by whomever", async () => {
    const [one, two, three] = [await replica(), await replica(), await replica()];
    const weather = await one.warm();
    await stored();
    current.clock.advance(40 * MINUTE_MS);
    expect(await two.ask()).toEqual(weather);
    await vi.waitFor(() => expect(two.fetches).toHaveLength(1), PATIENCE);
    expect(await three.ask()).toEqual(weather);
    expect([two.results, three.results]).toEqual([["stale"], ["stale"]]);
    const { generatedAtMs } = (await two.fetches[0]?.answer()) ?? {};
    await vi.waitFor(async () => expect(await three.ask()).toMatchObject({ generatedAtMs }), PATIENCE);
    expect(generatedAtMs).not.toBe(weather.generatedAtMs);
    expect([two.fetches.length, three.fetches.length]).toEqual([1, 0]);
  });

  it("what another fetched more than an hour ago is not answered from while a fetch may still succeed", async () => {
    const [one, two] = [await replica(), await replica()];
    await one.warm();
    await stored();
    current.clock.advance(61 * MINUTE_MS);
    const wait = two.ask();
    await vi.waitFor(() => expect(two.fetches).toHaveLength(1), PATIENCE);
    const younger = await two.fetches[0]?.answer();
    expect(await wait).toMatchObject({ generatedAtMs: younger?.generatedAtMs });
    expect(two.results).toEqual(["miss"]);
  });

  it("a place that only another replica had is answered while the source fails", async () => {
    const [one, two] = [await replica(), await replica()];
    const { generatedAtMs } = await one.warm();
    await stored();
    current.clock.advance(3 * HOUR_MS);
    const wait = two.ask();
    await vi.waitFor(() => expect(two.fetches).toHaveLength(1), PATIENCE);
    two.fetches[0]?.fail(new WeatherError("failed", "down"));
    expect(await wait).toMatchObject({ generatedAtMs });
    expect(two.results).toEqual(["stale_error"]);
  });

  it("after one has failed the next may try at once", async () => {
    const { shared, outcomes } = await connected();
    await askAndGive(shared, undefined);
    expect(await find(shared)).toMatchObject({ kind: "Wanted" });
    expect(outcomes).toEqual(["leased", "leased"]);
  });

  it("one whose fetch takes too long does not hold up the others until its lease ends", async () => {
    const { shared, outcomes } = await connected();
    await find(shared);
    const startedMs = performance.now();
    expect(await find(shared)).toMatchObject({ kind: "Wanted" });
    expect(performance.now() - startedMs).toBeLessThan(9_000);
    expect(outcomes).toEqual(["leased", "waited"]);
  });

  it("an older forecast never replaces a newer one", async () => {
    const { shared } = await connected();
    const young = await forecast();
    for (const fetched of [young, await forecast(current.clock.nowMs() - 1)]) {
      await askAndGive(shared, fetched, { sinceMs: current.clock.nowMs() + HOUR_MS });
    }
    expect(await find(shared)).toEqual({ kind: "Found", forecast: young });
  });

  it("what was fetched before the clocks were set back is neither found nor in the way", async () => {
    const [one, two] = [await replica(), await replica()];
    await one.warm();
    await stored();
    current.clock.advance(-2 * HOUR_MS);
    await two.warm();
    expect(two.outcomes).toEqual(["leased"]);
    const isReplaced = async () =>
      expect(Number((await row())?.["fetched_at_ms"])).toBe(current.clock.nowMs());
    await vi.waitFor(isReplaced, PATIENCE);
    await one.ask();
    expect(one.results).toEqual(["shared"]);
    expect(one.fetches).toEqual([]);
  });

  it("what a replica with a clock a minute ahead has fetched is found", async () => {
    const { shared } = await connected();
    const ahead = await forecast(current.clock.nowMs() + MINUTE_MS);
    await askAndGive(shared, ahead);
    expect(await find(shared)).toEqual({ kind: "Found", forecast: ahead });
  });

  it("a forecast leaves the table when it is too old to answer from, with the next that is fetched", async () => {
    const { shared } = await connected();
    await askAndGive(shared, await forecast());
    await current.sql("UPDATE shared_forecast SET good_until = good_until - interval '5 hours 59 minutes'");
    await askAndGive(shared, await forecast(), { place: OSLO });
    expect(await row()).toBeDefined();
    await current.sql("UPDATE shared_forecast SET good_until = good_until - interval '2 minutes'");
    await askAndGive(shared, await forecast(), { place: OSLO, sinceMs: current.clock.nowMs() + HOUR_MS });
    expect(await row()).toBeUndefined();
  });

  it("bytes that this version cannot read count as none, are told of once by whoever waits, and are replaced", async () => {
    const [one, two] = [await replica(), await replica()];
    await current.sql(
      `INSERT INTO shared_forecast (place, fetched_at_ms, forecast, good_until) VALUES ('v2 51.50,-0.13', 1, 'from the future', 'infinity')`,
    );
    const weather = await one.warm();
    expect(one.outcomes).toEqual(["unreadable", "leased"]);
    await vi.waitFor(
      async () => expect(Number((await row())?.["fetched_at_ms"])).toBeGreaterThan(1),
      PATIENCE,
    );
    expect(await two.ask()).toEqual(weather);
  });

  it("the table being emptied while forecasts are wanted costs nobody one", async () => {
    const [one, two] = [await replica(), await replica()];
    const weather = await one.warm();
    await stored();
    await current.sql("TRUNCATE shared_forecast");
    expect(await one.ask()).toEqual(weather);
    await two.warm();
    await stored();
    expect(two.outcomes).toEqual(["leased"]);
  });

  it.each([
    ["is gone", () => current.server.kill(), () => current.server.start()],
    ["hangs", async () => current.server.hang(), async () => current.server.goOn()],
  ])(
    "a server that %s costs a cold place less than waiting for another's fetch, and is told of once",
    async (_name, fail, mend) => {
      const { shared, outcomes, reasons } = await connected();
      await fail();
      const startedMs = performance.now();
      expect(await find(shared)).toMatchObject({ kind: "Wanted" });
      expect(performance.now() - startedMs).toBeLessThan(1_400);
      expect(outcomes).toEqual(["unavailable"]);
      expect(reasons).toHaveLength(1);
      await mend();
      const isShared = async () => {
        await askAndGive(shared, await forecast());
        expect(await find(shared)).toMatchObject({ kind: "Found" });
      };
      await vi.waitFor(isShared, PATIENCE);
    },
  );
});
