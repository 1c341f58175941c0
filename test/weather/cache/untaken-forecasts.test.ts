// Forecasts that were fetched and that no counted call takes.
import { describe, expect, test } from "vitest";
import { NewPlacesLimited, type FetchOwner } from "../../../src/weather/fetch-owner.ts";
import { open, owner } from "./accounts-by-hand.ts";
import { allSettled } from "./fetches-by-hand.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe("forecasts that the account's calls do not take", () => {
  const FREE = owner("free", { burst: 5, perMinute: 10 });

  /** Gives up a call once its fetch is sent; the forecast comes all the same. */
  const giveUpOne = async ({ ask, fetches }: ReturnType<typeof open>, number: number) => {
    const caller = new AbortController();
    const sent = fetches.length;
    const wait = ask(number, FREE, caller.signal).catch((error: unknown) => error);
    const fetch = fetches[sent];
    fetch?.send();
    caller.abort();
    const outcome = await wait;
    await fetch?.answer();
    await allSettled();
    return outcome;
  };

  test("are one burst, and one a day, though the account is told to come back in minutes", async () => {
    const opened = open();
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      await giveUpOne(opened, minute / 20);
      opened.clock.advance(MINUTE_MS);
    }
    expect(opened.fetches.length).toBeGreaterThanOrEqual(9);
    expect(opened.fetches.length).toBeLessThanOrEqual(10);
  });

  test("are bounded for the same few places too, which are cached and asked for every two hours", async () => {
    const opened = open();
    for (let hour = 0; hour < 24; hour += 2) {
      for (const number of [1, 2, 3, 4, 5]) await giveUpOne(opened, number);
      opened.clock.advance(2 * HOUR_MS);
    }
    // Those beyond were fetched behind an answer, which counts.
    const counted = opened.results.filter((result) => result === "stale_error").length;
    expect(opened.fetches.length - counted).toBeLessThanOrEqual(10);
  });

  test("are told from new places, with the time until the next", async () => {
    const opened = open();
    for (const number of [1, 2, 3, 4, 5]) await giveUpOne(opened, number);
    opened.clock.advance(HOUR_MS);
    const limited = { usedUp: "untaken", retryAfterSeconds: (24 * 3_600) / 5 - 3_600 };
    await expect(opened.ask(6, FREE)).rejects.toMatchObject(limited);
    opened.clock.advance(4 * HOUR_MS);
    await opened.answer(6, FREE);
  });

  test("are those of calls that never count too, though each has its forecast", async () => {
    const opened = open();
    const uncounted: FetchOwner = { ...FREE, whenCounted: () => undefined };
    for (const number of [1, 2, 3, 4, 5]) await opened.answer(number, uncounted);
    opened.clock.advance(MINUTE_MS);
    await expect(opened.ask(6, uncounted)).rejects.toMatchObject({ usedUp: "untaken" });
    // One that counts takes what is cached, and makes room for one more.
    await opened.ask(1, uncounted);
    await expect(opened.ask(6, FREE)).rejects.toBeInstanceOf(NewPlacesLimited);
    await opened.ask(1, FREE);
    await opened.answer(6, FREE);
  });

  test("are not fetched anew for nobody before a call counts", async () => {
    const opened = open();
    const { ask, fetches, clock } = opened;
    const acts: (() => void)[] = [];
    const later: FetchOwner = { ...FREE, whenCounted: (act) => acts.push(act) };
    for (const number of [1, 2, 3, 4, 5]) await opened.answer(number, FREE);
    clock.advance(20 * MINUTE_MS);
    await ask(1, later);
    // Of more than an hour, and no budget left: answered from as well.
    for (const number of [11, 12, 13, 14, 15]) await giveUpOne(opened, number);
    clock.advance(60 * MINUTE_MS);
    await ask(2, later);
    expect(fetches).toHaveLength(10);
    for (const act of acts) act();
    expect(fetches.slice(10).map(({ place: { lat }, owner: by }) => [lat, by])).toEqual([
      [1, undefined],
      [2, undefined],
    ]);
    // A call that read the same and is counted later finds it done.
    for (const fetch of fetches.slice(10)) await fetch.answer();
    await allSettled();
    for (const act of acts) act();
    expect(fetches).toHaveLength(12);
  });

  test("hold up nobody who waits, who comes back for them, or whose fetches fail", async () => {
    const opened = open();
    for (let number = 0; number < 30; number += 1) {
      await opened.answer(number, FREE);
      expect(await opened.attempt(number + 30, FREE)).toBe("sent");
      await giveUpOne(opened, -1 - number);
      expect(await opened.ask(-1 - number, FREE)).toMatchObject({ hours: expect.any(Number) });
      opened.clock.advance(MINUTE_MS);
    }
  });
});
