import { describe, expect, it, vi } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../../src/lib/time/clock.ts";
import { WeatherError } from "../../../src/weather/weather-error.ts";
import { isPostgresInstalled } from "../../support/programs/postgres-server.ts";
import { LONDON, OSLO } from "./fetches-by-hand.ts";
import { PATIENCE, PATIENT_SHARING, useSharingReplicas } from "./sharing-replicas.ts";

describe.skipIf(!isPostgresInstalled())("replicas with a PostgreSQL", { timeout: 60_000 }, () => {
  const { clock, sql, askAndGive, find, connected, replica, forecast, storedAtMs, stored } =
    useSharingReplicas(PATIENT_SHARING);

  /** How many places are being fetched for all. */
  const leases = async () => (await sql("SELECT FROM shared_forecast WHERE lease IS NOT NULL")).length;

  it("a place that two replicas are asked for at once is fetched once, and both answer the same", async () => {
    const [one, two] = [await replica(), await replica()];
    const waits = Array.from({ length: 500 }, () => [one.ask(), two.ask()]).flat();
    await vi.waitFor(() => expect(one.fetches.length + two.fetches.length).toBe(1), PATIENCE);
    // The other replica finds that the place is being fetched, and waits.
    await [...one.fetches, ...two.fetches][0]?.answer();
    const [first, ...others] = await Promise.all(waits);
    for (const other of new Set(others)) expect(other).toEqual(first);
    expect(one.fetches.length + two.fetches.length).toBe(1);
    expect([...one.outcomes, ...two.outcomes].sort()).toEqual(["found", "leased"]);
    const counts = Object.groupBy([...one.results, ...two.results], (result) => result);
    expect([counts.miss?.length, counts.shared?.length, counts.deduped?.length]).toEqual([1, 1, 998]);
  });

  it("another replica's forecast of the last hour is used at once, while one replica refetches it", async () => {
    const [one, two, three] = [await replica(), await replica(), await replica()];
    const weather = await one.warm();
    await stored();
    clock.advance(40 * MINUTE_MS);
    expect(await two.ask()).toEqual(weather);
    await vi.waitFor(() => expect(two.fetches).toHaveLength(1), PATIENCE);
    expect(await three.ask()).toEqual(weather);
    expect([two.results, three.results]).toEqual([["stale"], ["stale"]]);
    const { generatedAtMs } = (await two.fetches[0]?.answer()) ?? {};
    await vi.waitFor(async () => expect(await three.ask()).toMatchObject({ generatedAtMs }), PATIENCE);
    expect(generatedAtMs).not.toBe(weather.generatedAtMs);
    expect([two.fetches.length, three.fetches.length]).toEqual([1, 0]);
  });

  it.each([
    ["more than an hour ago is not used while a fetch may still succeed", 61, "miss"],
    ["hours ago is used while the source fails", 180, "stale_error"],
  ])("a forecast that another replica fetched %s", async (_what, minutes, result) => {
    const [one, two] = [await replica(), await replica()];
    const old = await one.warm();
    await stored();
    clock.advance(minutes * MINUTE_MS);
    const wait = two.ask();
    await vi.waitFor(() => expect(two.fetches).toHaveLength(1), PATIENCE);
    if (result === "stale_error") two.fetches[0]?.fail(new WeatherError("failed", "down"));
    const young = result === "miss" ? await two.fetches[0]?.answer() : undefined;
    expect(await wait).toMatchObject({ generatedAtMs: (young ?? old).generatedAtMs });
    expect(two.results).toEqual([result]);
  });

  it("after a failed fetch, the next replica may fetch at once", async () => {
    const { shared, outcomes } = await connected();
    await askAndGive(shared, undefined);
    expect(await find(shared)).toMatchObject({ kind: "Wanted" });
    expect(outcomes).toEqual(["leased", "leased"]);
  });

  it("after a fetch that nobody waited for any longer, the next replica may fetch at once", async () => {
    const one = await replica();
    const caller = new AbortController();
    const wait = one.ask(LONDON, caller.signal).catch(() => "gone");
    await vi.waitFor(() => expect(one.fetches).toHaveLength(1), PATIENCE);
    expect(await leases()).toBe(1);
    caller.abort();
    expect(await wait).toBe("gone");
    await vi.waitFor(async () => expect(await leases()).toBe(0), PATIENCE);
  });

  it("an older forecast never replaces a newer one", async () => {
    const { shared } = await connected();
    const young = await forecast();
    for (const fetched of [young, await forecast(clock.nowMs() - 1)]) {
      await askAndGive(shared, fetched, { sinceMs: clock.nowMs() + HOUR_MS });
    }
    expect(await find(shared)).toEqual({ kind: "Found", forecast: young });
  });

  it("a forecast from before the clocks were set back is neither used nor kept instead of a new one", async () => {
    const [one, two] = [await replica(), await replica()];
    await one.warm();
    await stored();
    clock.moveWall(-2 * HOUR_MS);
    await two.warm();
    expect(two.outcomes).toEqual(["leased"]);
    await stored();
    await one.ask();
    expect([one.results, one.fetches]).toEqual([["shared"], []]);
  });

  it("a forecast of a replica whose clock is a minute ahead is used", async () => {
    const { shared } = await connected();
    const ahead = await forecast(clock.nowMs() + MINUTE_MS);
    await askAndGive(shared, ahead);
    expect(await find(shared)).toEqual({ kind: "Found", forecast: ahead });
  });

  it("a forecast that is too old to use is deleted when another one is stored", async () => {
    const { shared } = await connected();
    await askAndGive(shared, await forecast());
    await sql("UPDATE shared_forecast SET good_until = good_until - interval '5 hours 59 minutes'");
    await askAndGive(shared, await forecast(), { place: OSLO });
    expect(await storedAtMs()).toBeDefined();
    await sql("UPDATE shared_forecast SET good_until = good_until - interval '2 minutes'");
    await askAndGive(shared, await forecast(), { place: OSLO, sinceMs: clock.nowMs() + HOUR_MS });
    expect(await storedAtMs()).toBeUndefined();
  });

  it("unreadable bytes count as no forecast, are reported once by the replica that asks, and are replaced", async () => {
    const one = await replica();
    await sql(
      `INSERT INTO shared_forecast (place, fetched_at_ms, forecast, good_until) VALUES ('v2 51.50,-0.13', 1, 'from the future', 'infinity')`,
    );
    await one.warm();
    expect(one.outcomes).toEqual(["unreadable", "leased"]);
    await stored();
  });
});
