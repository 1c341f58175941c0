// Which account a fetch is charged to, whose permit it uses, and the limit on forecasts that no counted call uses.
import { describe, expect, test, vi } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../../src/lib/time/clock.ts";
import { packForecast } from "../../../src/weather/cache/packed-forecast.ts";
import type { SharedAnswer } from "../../../src/weather/cache/shared-forecasts.ts";
import { type FetchOwner, NewPlacesLimited } from "../../../src/weather/fetch-owner.ts";
import { WeatherError } from "../../../src/weather/weather-error.ts";
import { createManualClock } from "../../support/fakes/manual-clock.ts";
import { simulatedAt } from "../scripted-source.ts";
import { NEVER, open, owner, place, setUp } from "./fetches-by-hand.ts";
import { allSettled } from "../timers-by-hand.ts";

const A = owner("a");
const B = owner("b");

describe("the budget of an account", () => {
  test("has a burst, then a number a minute, and a refusal says how long until the next fetch", async () => {
    const { answer, ask, clock } = open();
    for (const number of [1, 2, 3]) await answer(number, A);
    await expect(ask(4, A)).rejects.toMatchObject({ retryAfterSeconds: 60 });
    clock.advance(20_000);
    await expect(ask(4, A)).rejects.toMatchObject({ retryAfterSeconds: 40 });
    clock.advance(40_000);
    await answer(4, A);
    await expect(ask(5, A)).rejects.toBeInstanceOf(NewPlacesLimited);
    await answer(5, B);
    clock.advance(HOUR_MS);
    for (const number of [6, 7, 8]) await answer(number, A);
    await expect(ask(9, A)).rejects.toBeInstanceOf(NewPlacesLimited);
    await answer(9, { ...A, limits: undefined });
  });

  test("is not charged for a place that is cached, or that the account asked for within 48 hours", async () => {
    const { answer, ask, attempt, clock } = open();
    for (const number of [1, 2]) await answer(number, A);
    await answer(3, A);
    await answer(4, B);
    expect(await ask(4, A)).toMatchObject({ hours: expect.any(Number) });
    clock.advance(48 * HOUR_MS);
    for (const number of [11, 12, 13]) expect(await attempt(number, A)).toBe("sent");
    for (const number of [1, 2, 3, 4]) expect(await attempt(number, A)).toBe("sent");
    expect(await attempt(14, A)).toBe("refused");
    clock.advance(49 * HOUR_MS);
    for (const number of [21, 22, 23]) expect(await attempt(number, A)).toBe("sent");
    expect(await attempt(1, A)).toBe("refused");
  });

  test("is given back if nothing was sent, and a place stays new after a call that was refused or gave up", async () => {
    const { giveUp, attempt, fetches } = open();
    for (let i = 0; i < 50; i += 1) {
      expect(await giveUp(i, A)).toBe("gone");
    }
    expect(fetches.every(({ signal }) => signal.aborted)).toBe(true);
    for (const number of [60, 61, 62]) expect(await attempt(number, A)).toBe("sent");
    expect(await attempt(63, A)).toBe("refused");
    expect(await attempt(63, A)).toBe("refused");
    expect(await attempt(0, A)).toBe("refused");
  });

  test("is given back if the call could not be counted, and was not sent after all", async () => {
    const { ask, attempt, fetches } = open();
    for (const number of [1, 2, 3, 4]) {
      const wait = ask(number, A).catch((error: unknown) => error);
      fetches.at(-1)?.send();
      fetches.at(-1)?.takeBack();
      fetches.at(-1)?.fail(new WeatherError("used_up", "no calls are left"));
      expect(await wait).toMatchObject({ kind: "used_up" });
    }
    for (const number of [5, 6, 7]) expect(await attempt(number, A)).toBe("sent");
    expect(await attempt(8, A)).toBe("refused");
  });

  test("is charged if the account began the fetch, even if it gave up, but not if it joined the fetch of another", async () => {
    const { ask, answer, fetches, attempt } = open();
    const caller = new AbortController();
    const own = ask(1, A, caller.signal).catch(() => "gone");
    fetches[0]?.send();
    const joined = ask(1, B);
    caller.abort();
    await own;
    await fetches[0]?.answer();
    await joined;
    for (const number of [2, 3]) await answer(number, A);
    expect(await attempt(4, A)).toBe("refused");
    for (const number of [5, 6, 7]) await answer(number, B);
  });

  test("remembers the places asked for last, five times as many as a burst", async () => {
    const { answer, attempt, clock } = open();
    for (let number = 0; number < 16; number += 1) {
      await answer(number, A);
      clock.advance(MINUTE_MS);
    }
    clock.advance(24 * HOUR_MS);
    for (const number of [21, 22, 23]) expect(await attempt(number, A)).toBe("sent");
    // Of these 19 places, the last 15 are remembered.
    expect(await attempt(15, A)).toBe("sent");
    expect(await attempt(0, A)).toBe("refused");
  });
});

describe("replicas that share forecasts", () => {
  const shared = (answers: readonly SharedAnswer[]) => {
    const left = [...answers];
    const next = () => left.shift() ?? { kind: "Wanted" as const, older: undefined, settle: noteSettled };
    let settled = 0;
    const noteSettled = async () => void (settled += 1);
    return { ask: async () => next(), close: async () => undefined, settled: () => settled };
  };
  const SPENT = owner("spent", { burst: 0 });

  test("answer an account with a used-up budget from the fetch of another replica", async () => {
    const clock = createManualClock("2026-11-21T14:25:00Z");
    const weather = await simulatedAt(place(1), clock.nowMs());
    const forecast = { packed: packForecast(weather), fetchedAtMs: clock.nowMs() };
    const forecasts = shared([{ kind: "Found", forecast }]);
    const { cached } = setUp({ shared: forecasts }, clock);
    expect(await cached.forecast(place(1), NEVER, SPENT)).toMatchObject({
      weather: { hours: weather.hours },
    });
    await expect(cached.forecast(place(2), NEVER, SPENT)).rejects.toBeInstanceOf(NewPlacesLimited);
    // The lease of place 2 was given back, so that other replicas need not wait for it.
    expect(forecasts.settled()).toBe(1);
  });

  test("refuse each waiting account by its own limits, if none of them may have the place fetched", async () => {
    const { cached } = setUp({ shared: shared([]) });
    const accounts = [SPENT, owner("other", { burst: 0, perMinute: 2 })];
    const refusals = await Promise.all(
      accounts.map((account) => cached.forecast(place(1), NEVER, account).catch((error: unknown) => error)),
    );
    expect(refusals).toEqual(
      accounts.map(({ limits }) => expect.objectContaining({ usedUp: "new", limits })),
    );
    expect(refusals.map((refusal) => (refusal as NewPlacesLimited).retryAfterSeconds)).toEqual([60, 30]);
  });

  test("are not kept waiting while a fetch waits for its account's permit", async () => {
    const forecasts = shared([]);
    const { cached, fetches } = setUp({ shared: forecasts });
    const one = owner("one", { atOnce: 1 });
    const waits = [1, 2].map((number) => cached.forecast(place(number), NEVER, one));
    await vi.waitFor(() => expect(forecasts.settled()).toBe(1));
    expect(fetches).toHaveLength(1);
    await fetches[0]?.answer();
    await vi.waitFor(() => expect(fetches).toHaveLength(2));
    await fetches[1]?.answer();
    await Promise.all(waits);
    // Both forecasts were stored for the other replicas.
    expect(forecasts.settled()).toBe(3);
  });
});

describe("concurrent fetches of an account", () => {
  const TWO = owner("two", { burst: 50, atOnce: 2 });

  test("beyond its limit wait in order of arrival; other accounts do not wait for them", async () => {
    const { ask, fetches } = open();
    const waits = [1, 2, 3, 4].map((number) => ask(number, TWO));
    const other = ask(9, B);
    await allSettled();
    expect(fetches.map(({ place: { lat }, owner: by }) => [lat, by])).toEqual([
      [1, "two"],
      [2, "two"],
      [9, "b"],
    ]);
    await fetches[1]?.answer();
    await waits[1];
    await allSettled();
    expect(fetches[3]?.place.lat).toBe(3);
    for (const i of [0, 2, 3]) await fetches[i]?.answer();
    await allSettled();
    await fetches[4]?.answer();
    await Promise.all([...waits, other]);
  });

  test("stay within its limit when callers give up, and a place that was given up can be asked for again", async () => {
    const { ask, giveUp, fetches } = open();
    const first = [1, 2].map((number) => ask(number, TWO));
    expect(await giveUp(3, TWO)).toBe("gone");
    const again = ask(3, TWO);
    for (const i of [0, 1]) await fetches[i]?.answer();
    await Promise.all(first);
    await allSettled();
    expect(fetches.map(({ place: { lat } }) => lat)).toEqual([1, 2, 3]);
    await fetches[2]?.answer();
    await again;
  });

  test("do not hold up another account that wants the same place: the first free permit is used", async () => {
    const { ask, fetches } = open();
    const waits = [1, 2, 3].map((number) => ask(number, TWO));
    const joined = ask(3, B);
    await allSettled();
    expect(fetches[2]).toMatchObject({ place: { lat: 3 }, owner: "b" });
    for (const fetch of fetches) await fetch.answer();
    await Promise.all([...waits, joined]);
  });

  test("do not hold up the refetch of a cached place", async () => {
    const { ask, answer, fetches, clock } = open();
    await answer(5, TWO);
    const waits = [1, 2].map((number) => ask(number, TWO));
    clock.advance(20 * MINUTE_MS);
    await ask(5, TWO);
    await allSettled();
    expect(fetches.at(-1)).toMatchObject({ place: { lat: 5 }, owner: undefined });
    for (const fetch of fetches) await fetch.answer();
    await Promise.all(waits);
  });
});

describe("forecasts that no counted call of the account uses", () => {
  const FREE = owner("free", { burst: 5, perMinute: 10 });

  /** Gives up a call as soon as its fetch is sent; the forecast still arrives. */
  const giveUpOne = async ({ giveUp, fetches }: ReturnType<typeof open>, number: number) => {
    await giveUp(number, FREE, { isSent: true });
    await fetches.at(-1)?.answer();
    await allSettled();
  };

  test("have a limit of their own, which says when the next is possible", async () => {
    const opened = open();
    for (const number of [1, 2, 3, 4, 5]) await giveUpOne(opened, number);
    opened.clock.advance(HOUR_MS);
    const limited = { usedUp: "unused", retryAfterSeconds: (24 * 3_600) / 5 - 3_600 };
    await expect(opened.ask(6, FREE)).rejects.toMatchObject(limited);
    opened.clock.advance(4 * HOUR_MS);
    await opened.answer(6, FREE);
  });

  test("include the forecasts of calls that are never counted", async () => {
    const opened = open();
    const { askUncounted, answered } = opened;
    for (const number of [1, 2, 3, 4, 5]) await answered(askUncounted(number, FREE));
    opened.clock.advance(MINUTE_MS);
    await expect(askUncounted(6, FREE)).rejects.toMatchObject({ usedUp: "unused" });
    // A counted call that uses a cached one makes room for one more.
    await askUncounted(1, FREE);
    await expect(opened.ask(6, FREE)).rejects.toBeInstanceOf(NewPlacesLimited);
    await opened.ask(1, FREE);
    await opened.answer(6, FREE);
  });

  test("are not refetched until a call that used them is counted", async () => {
    const opened = open();
    const { askUncounted, cached, fetches, clock } = opened;
    for (const number of [1, 2, 3, 4, 5]) await opened.answer(number, FREE);
    clock.advance(20 * MINUTE_MS);
    const used = [await askUncounted(1, FREE)];
    // A forecast that is over an hour old is used too when no budget is left.
    for (const number of [11, 12, 13, 14, 15]) await giveUpOne(opened, number);
    clock.advance(60 * MINUTE_MS);
    used.push(await askUncounted(2, FREE));
    expect(fetches).toHaveLength(10);
    for (const each of used) cached.noteCounted(each, FREE);
    expect(fetches.slice(10).map(({ place: { lat }, owner: by }) => [lat, by])).toEqual([
      [1, undefined],
      [2, undefined],
    ]);
    // Calls for the same places that are counted later cause no more fetches.
    for (const fetch of fetches.slice(10)) await fetch.answer();
    await allSettled();
    for (const each of used) cached.noteCounted(each, FREE);
    expect(fetches).toHaveLength(12);
  });

  test("do not include forecasts that a call waited for, or that a later call used", async () => {
    const opened = open();
    for (let number = 0; number < 30; number += 1) {
      await opened.answer(number, FREE);
      await giveUpOne(opened, -1 - number);
      expect(await opened.ask(-1 - number, FREE)).toMatchObject({ hours: expect.any(Number) });
      opened.clock.advance(MINUTE_MS);
    }
  });

  test.each(["uncovered", "unusable", "failed"] as const)(
    "include fetches that failed, because the provider was asked nevertheless: %s",
    async (kind) => {
      const { attempt, clock } = open();
      for (const number of [1, 2, 3, 4, 5]) {
        expect(await attempt(number, FREE, new WeatherError(kind, "none"))).toBe("sent");
        clock.advance(MINUTE_MS);
      }
      expect(await attempt(6, FREE)).toBe("refused");
      expect(await attempt(6, B)).toBe("sent");
      clock.advance(5 * HOUR_MS);
      expect(await attempt(7, FREE)).toBe("sent");
    },
  );

  test("count once for each request sent, and are given back together when a call uses the forecast", async () => {
    const { ask, askUncounted, attempt, fetches, clock } = open();
    const wait = ask(1, FREE);
    for (let sent = 0; sent < 7; sent += 1) fetches[0]?.send();
    await fetches[0]?.answer();
    await wait;
    clock.advance(MINUTE_MS);
    for (const number of [2, 3, 4, 5, 6])
      expect(await attempt(number, FREE, new WeatherError("failed", "down"))).toBe("sent");

    const gone = askUncounted(7, B);
    for (let sent = 0; sent < 4; sent += 1) fetches.at(-1)?.send();
    await fetches.at(-1)?.answer();
    await gone;
    clock.advance(7 * HOUR_MS);
    expect(await attempt(8, B)).toBe("refused");
  });

  test("are not given back when another fetch of the same place is given up", async () => {
    const { giveUp, attempt, clock } = open();
    for (const number of [1, 2, 3, 4, 5]) {
      await attempt(number, FREE, new WeatherError("unusable", "none"));
      clock.advance(MINUTE_MS);
      await giveUp(number, FREE);
    }
    expect(await attempt(6, FREE)).toBe("refused");
  });
});

describe("the provider's day", () => {
  const GREEDY = owner("greedy", { burst: 1_000, perMinute: 1_000 });

  /** Begins at midnight with a day of 20 calls, which are counted as they are sent. */
  function openDay() {
    let used = 0;
    const opened = open({ callsOfDay: () => ({ used, callsMax: 20 }) });
    opened.clock.goTo("2026-11-22T00:00:00Z");
    const attempt = async (number: number, by: FetchOwner) => {
      if (used === 20) return "used up";
      const outcome = await opened.attempt(number, by);
      if (outcome === "sent") used += 1;
      return outcome;
    };
    const attempts = async (from: number, by: FetchOwner) => {
      let sent = 0;
      while ((await attempt(from + sent, by)) === "sent") sent += 1;
      return sent;
    };
    return { ...opened, attempts, beginDay: () => (used = 0) };
  }

  test("is shared: an account that used more calls than are left waits, an account that used fewer does not", async () => {
    const { attempts, ask, clock, beginDay } = openDay();
    expect(await attempts(0, GREEDY)).toBe(11);
    await expect(ask(50, GREEDY)).rejects.toMatchObject({
      usedUp: "day",
      retryAfterSeconds: (24 * 3_600) / 10,
    });
    expect(await attempts(20, owner("other", { burst: 100 }))).toBe(5);
    expect(await attempts(30, owner("third", { burst: 100 }))).toBe(3);
    clock.advance(24 * HOUR_MS);
    beginDay();
    expect(await attempts(60, GREEDY)).toBe(11);
  });

  test("goes to one account if no other asks: its share grows by the hour", async () => {
    const { attempts, clock } = openDay();
    expect(await attempts(0, GREEDY)).toBe(11);
    let sent = 11;
    for (let hour = 1; hour < 24; hour += 1) {
      clock.advance(HOUR_MS);
      sent += await attempts(sent, GREEDY);
    }
    expect(sent).toBe(20);
  });

  test("is open to an account without limits", async () => {
    const { attempts, answer } = openDay();
    expect(await attempts(0, GREEDY)).toBe(11);
    await answer(40, { ...GREEDY, limits: undefined });
  });
});
