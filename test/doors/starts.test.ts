// Every start gets the verdict of booking-confidence: a calendar's sessions, the alternatives beside a verdict, and
// sessions that have begun. A session that has begun is judged from the latest data for its hours, never from a guess.
import type { DescMethodUnary, JsonObject } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOUR_MS } from "../../src/lib/time/clock.ts";
import { isoTime } from "../../src/lib/time/iso-time.ts";
import { SPORT_IDS } from "../../src/scoring/sports/find-profile.ts";
import { placeAt } from "../../src/lib/place.ts";
import { NOW_MS } from "../support/service/test-service.ts";
import { metNorwayPayload } from "../weather/providers/met-norway/payload.ts";
import { openMeteoAnywhere } from "../weather/providers/open-meteo/by-place.ts";
import { openMeteoPayload } from "../weather/providers/open-meteo/payload.ts";
import { answerOf } from "./answer-of.ts";
import { LONDON, METHODS } from "./methods.ts";
import { startProvider, startWithDoors, useDoors, type ServiceWithDoors } from "./start-with-doors.ts";
import { providerSettings } from "../weather/providers/provider-settings.ts";

const { getBookingConfidence, getForecast } = METHODS;
const FIRST_MS = Date.parse("2026-11-21T12:00:00Z");

interface Start {
  readonly start_time: string;
  readonly playability_score: number;
  readonly recommendation: string;
}

interface Window {
  readonly from: string;
  readonly until: string;
  readonly recommendation: string;
}

interface Verdict extends Start {
  readonly explanation?: { readonly hours: readonly JsonObject[] };
  readonly summary: string;
  readonly forecast_at: string;
  readonly alternatives?: readonly Start[];
  readonly skipped?: readonly { readonly start_time: string; readonly reason: string }[];
}

/** Asks the first door, about London unless another place is given. A refusal is returned as a whole. */
async function createAsk({ doors, createCaller }: ServiceWithDoors) {
  const { key } = await createCaller({ plan: "enterprise" });
  const ask = async (method: DescMethodUnary, request: JsonObject) => {
    const outcome = await doors[0].call({ method, request: { ...LONDON, ...request }, key });
    return outcome.kind === "answer" ? (outcome.body as object) : outcome;
  };
  return {
    verdict: async (request: JsonObject) => (await ask(getBookingConfidence, request)) as Verdict,
    sessions: async (request: JsonObject) =>
      ((await ask(getForecast, request)) as { sessions: readonly Start[] }).sessions,
  };
}

const service = await useDoors();
const { verdict, sessions } = await createAsk(service);

const place = {
  lat: fc.integer({ min: -60, max: 70 }),
  lng: fc.integer({ min: -180, max: 180 }),
};

describe("sessions of a forecast", () => {
  it.each([
    [{}, 60, 72],
    [{ step_minutes: 15 }, 15, 288],
  ])("begin with the current hour, as far apart as %j says", async (step, minutes, count) => {
    const found = await sessions({ duration_minutes: 90, ...step });
    const starts = Array.from({ length: count }, (_, i) => FIRST_MS + i * minutes * 60_000);
    expect(found.map(({ start_time }) => Date.parse(start_time))).toEqual(starts);
  });

  it("say what booking-confidence says, for every sport, length, place and start", async () => {
    const asked = fc.record({
      ...place,
      sport: fc.constantFrom(...SPORT_IDS),
      duration_minutes: fc.oneof(fc.constantFrom(60, 90, 240), fc.integer({ min: 1, max: 1440 })),
    });
    const step_minutes = fc.constantFrom(15, 30, 60);
    const holds = fc.asyncProperty(asked, step_minutes, fc.nat(), async (request, step_minutes, pick) => {
      const found = await sessions({ ...request, step_minutes, days: 7 });
      expect(found).toHaveLength((7 * 24 * 60) / step_minutes);
      // The last start, the most distant, and any others.
      for (const i of [found.length - 1, pick % found.length, (pick * 7) % found.length]) {
        const { start_time, ...said } = found[i]!;
        expect(await verdict({ ...request, start_time })).toMatchObject(said);
      }
    });
    await fc.assert(holds, { numRuns: 25 });
  });

  it("leave out starts that booking-confidence has no forecast for", async () => {
    const payload = openMeteoPayload({ nowMs: NOW_MS });
    const wind = payload.hourly["wind_speed_10m"] ?? [];
    // The wind is known for the hours of the calendar and one hour more.
    payload.hourly["time"]?.forEach((seconds, i) => {
      if (Number(seconds) * 1000 >= Date.parse("2026-11-22T13:00:00Z")) wind[i] = null;
    });
    const { settings } = await startProvider(openMeteoAnywhere(payload));
    const replayed = await createAsk(await startWithDoors(settings));
    const session = { duration_minutes: 240 };
    const last = (await replayed.sessions({ ...session, days: 1, step_minutes: 30 })).at(-1);
    // Two of its four hours are known.
    expect(last?.start_time).toBe("2026-11-22T11:00:00Z");
    expect(await replayed.verdict({ ...session, start_time: "2026-11-22T11:00:00Z" })).toMatchObject({
      playability_score: last?.playability_score,
    });
    const refused = await replayed.verdict({ ...session, start_time: "2026-11-22T11:30:00Z" });
    expect(refused).toMatchObject({ kind: "fault", reason: "FORECAST_UNAVAILABLE" });
  });
});

describe("windows of a forecast", () => {
  it("say of each start what its session says, at every door, with and without explanations", async () => {
    const asked = { ...LONDON, days: 7, sport: "tennis", duration_minutes: 90, step_minutes: 30 };
    const { key } = await service.createCaller({ plan: "enterprise" });
    for (const door of service.doors) {
      for (const explain of [false, true]) {
        const request = { ...asked, explain, windows: true };
        const { body } = await answerOf(door, { method: getForecast, request, key });
        const { sessions, windows } = body as {
          readonly sessions: readonly Start[];
          readonly windows: readonly Window[];
        };
        const said = windows.flatMap(({ from, until, recommendation }) =>
          sessions
            .filter(({ start_time: start }) => start >= from && start < until)
            .map(({ start_time }) => ({ start_time, recommendation })),
        );
        expect(said, door.name).toEqual(
          sessions.map(({ start_time, recommendation }) => ({ start_time, recommendation })),
        );
        expect(windows.length, door.name).toBeGreaterThan(3);
        expect(windows.length, door.name).toBeLessThan(sessions.length / 2);
      }
    }
  });

  it("are left out unless they are asked for", async () => {
    const { body } = await answerOf(service.doors[0], {
      method: getForecast,
      request: { ...LONDON, duration_minutes: 90, windows: false },
      key: (await service.createCaller()).key,
    });
    expect(body).not.toHaveProperty("windows");
  });
});

describe("alternatives", () => {
  const SLOT = { start_time: "2026-11-23T14:00:00Z", duration_minutes: 90, sport: "tennis" };
  const hoursFrom = (text: string, count: number, stepHours = 1) =>
    Array.from({ length: count }, (_, i) => isoTime(Date.parse(text) + i * stepHours * HOUR_MS));

  it("are the candidates with at least ten points more in single calls, best first, then nearest, then earliest", async () => {
    const asked = fc.record({
      ...place,
      sport: fc.constantFrom("tennis", "golf", "outdoor", "sailing"),
      duration_minutes: fc.constantFrom(45, 90, 300),
    });
    const hour = fc.integer({ min: 0, max: 167 });
    const hours = fc.uniqueArray(hour, { minLength: 1, maxLength: 10 });
    const holds = fc.asyncProperty(asked, hour, hours, async (session, start, hours) => {
      const startAt = (hour: number) => isoTime(FIRST_MS + hour * HOUR_MS);
      const request = { ...session, start_time: startAt(start) };
      const candidates = hours.map(startAt);
      const plain = await verdict(request);
      const judged = await Promise.all(
        candidates.map(async (start_time) => {
          const { playability_score, recommendation } = await verdict({ ...session, start_time });
          return { start_time, playability_score, recommendation };
        }),
      );
      const distance = ({ start_time }: Start) =>
        Math.abs(Date.parse(start_time) - Date.parse(request.start_time));
      const alternatives = judged
        .filter(({ playability_score: score }) => score >= plain.playability_score + 10)
        .toSorted(
          (a, b) =>
            b.playability_score - a.playability_score ||
            distance(a) - distance(b) ||
            Date.parse(a.start_time) - Date.parse(b.start_time),
        )
        .slice(0, 3);
      // The summary may mention the best alternative.
      const answer = await verdict({ ...request, alternatives: 3, candidates });
      expect(answer).toEqual({ ...plain, summary: answer.summary, alternatives });
    });
    // The session has 65 points. One candidate has 71. Two have 77, and the later of these two is nearer.
    const close = { ...LONDON, sport: "tennis", duration_minutes: 90 };
    await fc.assert(holds, { numRuns: 25, examples: [[close, 84, [61, 64, 94]]] });
  });

  it("from a grid equal the alternatives from the same starts as candidates", async () => {
    const grid = { earliest_start: "2026-11-22T00:00:00Z", latest_start: "2026-11-23T23:00:00Z" };
    const byDay = { between: "10:00-15:00", time_zone: "Europe/London" };
    const { time_zone } = byDay;
    const candidates = hoursFrom(grid.earliest_start, 48).filter((start) => /T1[0-5]/.test(start));
    const named = await verdict({ ...SLOT, alternatives: 5, candidates, time_zone });
    expect(named.alternatives?.length).toBeGreaterThan(1);
    expect(await verdict({ ...SLOT, alternatives: 5, ...grid, ...byDay })).toEqual(named);
  });

  it.each([
    { start: "2026-11-21T18:00:00Z", inUtc: "on Sunday at 08:00 UTC.", onKiritimati: "at 22:00." },
    { start: "2026-11-25T00:00:00Z", inUtc: "at 14:00 UTC.", onKiritimati: "on Thursday at 04:00." },
    // The best alternative has the same verdict.
    { start: "2026-11-22T21:00:00Z", inUtc: undefined, onKiritimati: undefined },
  ])(
    "are mentioned in the summary if the best of them has a better verdict, by the venue's clock and weekday: $start",
    async ({ start, inUtc, onKiritimati }) => {
      const candidates = hoursFrom(start, 24);
      const asked = { ...SLOT, sport: "golf", start_time: start, candidates, alternatives: 1 };
      for (const [zone, told] of [
        [{}, inUtc],
        [{ time_zone: "Pacific/Kiritimati" }, onKiritimati],
      ] as const) {
        const { alternatives, summary } = await verdict({ ...asked, ...zone });
        expect(alternatives).toHaveLength(1);
        expect(/ Better (?:weather )?(.*)$/.exec(summary)?.[1]).toBe(told);
      }
    },
  );

  it("skip candidates that may not be booked, with the reasons of safe-slots, and repeat each start as it was passed in", async () => {
    const [past, beyond] = ["2026-11-21T09:00:00Z", "2027-01-01T00:00:00Z"];
    const candidates = [past, "2026-11-22T11:00+01:00", beyond, "2026-11-22T10:00Z"];
    const { alternatives, skipped } = await verdict({ ...SLOT, alternatives: 5, candidates });
    expect(skipped).toEqual([
      { start_time: past, reason: "past" },
      { start_time: beyond, reason: "beyond_horizon" },
    ]);
    // Both candidates of tomorrow are the same start.
    expect(alternatives?.map(({ start_time }) => start_time)).toEqual(["2026-11-22T11:00+01:00"]);
  });

  it("leave out the steps of a grid that are past or beyond the horizon, without listing them as skipped", async () => {
    const grid = { earliest_start: "2026-11-21T06:00:00Z", latest_start: "2026-11-21T18:00:00Z" };
    const asked = { ...SLOT, alternatives: 5 };
    const named = await verdict({ ...asked, candidates: hoursFrom("2026-11-21T14:00:00Z", 2, 4) });
    expect(await verdict({ ...asked, ...grid, step_minutes: 240 })).toEqual(named);
    const beyond = { earliest_start: "2026-12-24T00:00:00Z", latest_start: "2026-12-24T05:00:00Z" };
    expect(await verdict({ ...asked, ...beyond })).not.toHaveProperty("skipped");
  });

  it("need no second fetch of a provider's forecast, and may be cached until one of their starts is past", async () => {
    const { upstream, settings } = await startProvider();
    const { doors, clock, createCaller } = await startWithDoors(settings);
    const { key } = await createCaller();
    clock.advance(30 * 60_000);
    const candidates = ["2026-11-21T12:00:00Z", "2026-11-27T03:00:00Z"];
    const request = { ...LONDON, ...SLOT, alternatives: 5, candidates };
    const { headers } = await doors[0].call({ method: getBookingConfidence, request, key });
    expect(headers.get("cache-control")).toBe("private, max-age=600");
    expect(upstream.requests).toHaveLength(1);
  });
});

describe("a session that has begun", () => {
  const metNorway = (nowMs: number) =>
    ({
      kind: "answer",
      body: metNorwayPayload({ nowMs, place: placeAt(LONDON.lat, LONDON.lng) }),
    }) as const;

  it("is refused without ongoing=true, which changes nothing for a session that has not begun", async () => {
    const begun = { start_time: isoTime(NOW_MS - 2 * HOUR_MS), duration_minutes: 90 };
    expect(await verdict(begun)).toMatchObject({ kind: "fault", reason: "START_IN_PAST" });
    expect(await verdict({ ...begun, ongoing: true })).toHaveProperty("recommendation");
    for (const startMs of [NOW_MS, NOW_MS + 20 * HOUR_MS]) {
      const ahead = { start_time: isoTime(startMs), duration_minutes: 90, explain: true, odds: true };
      expect(await verdict({ ...ahead, ongoing: true })).toEqual(await verdict(ahead));
    }
  });

  it("is not judged but gets 503 while the source does not know its past hours", async () => {
    const { upstream } = await startProvider(metNorway(NOW_MS));
    const forgetful = await startWithDoors({
      weatherSources: ["met-norway"],
      providerSettings: providerSettings({
        MET_NORWAY_URL: upstream.url,
        MET_NORWAY_USER_AGENT: "acme-bookings ops@acme.example",
      }),
    });
    const { verdict } = await createAsk(forgetful);
    const begun = { start_time: isoTime(NOW_MS - HOUR_MS), duration_minutes: 240, ongoing: true };
    expect(await verdict(begun)).toMatchObject({
      kind: "fault",
      code: "unavailable",
      reason: "FORECAST_UNAVAILABLE",
      sentence: expect.stringContaining("not known"),
      retryAfterSeconds: 300,
    });
    const current = { ...begun, start_time: isoTime(NOW_MS) };
    expect(await verdict(current)).toHaveProperty("recommendation");
    // The hours that were ahead before are now past, and their weather is known.
    forgetful.clock.advance(3 * HOUR_MS);
    upstream.behave(metNorway(NOW_MS + 3 * HOUR_MS));
    expect(await verdict(current)).toHaveProperty("recommendation");
  });

  const ASKED = Array.from({ length: 12 }, (_, i) => ({
    lat: -55 + i * 10,
    lng: i * 29 - 170,
    start_time: isoTime(NOW_MS - (i % 4) * 5 * 60_000),
    duration_minutes: [45, 90, 240, 1440][i % 4] ?? 60,
    sport: ["tennis", "golf", "climbing", "outdoor"][i % 4] ?? "outdoor",
    explain: true,
  }));

  it("keeps the weather that it has at its start, one hour later and eleven hours later", async () => {
    // The forecast is newer each time, but simulated weather is always as forecast.
    const told = async (change: JsonObject) => {
      const verdicts = await Promise.all(ASKED.map((session) => verdict({ ...session, ...change })));
      return verdicts.map(({ explanation }) =>
        explanation?.hours.map((hour) => {
          const { playability_score: _score, wet_mm: _wet, soaked_mm: _soaked, ...weather } = hour;
          return weather;
        }),
      );
    };
    const then = await told({});
    for (const hours of [1, 10]) {
      service.clock.advance(hours * HOUR_MS);
      expect(await told({ ongoing: true })).toEqual(then);
    }
  });

  it("is judged by what fell once its hours have passed, whatever chance of rain was stated", async () => {
    const dryAt60Pct = (nowMs: number) => {
      const payload = openMeteoPayload({ nowMs });
      const hours = payload.hourly["time"] ?? [];
      Object.assign(payload.hourly, {
        precipitation: hours.map(() => 0),
        precipitation_probability: hours.map(() => 60),
      });
      return openMeteoAnywhere(payload);
    };
    const { upstream, settings } = await startProvider(dryAt60Pct(NOW_MS));
    const replayed = await startWithDoors(settings);
    const { verdict } = await createAsk(replayed);
    const asked = { start_time: isoTime(NOW_MS), duration_minutes: 40, sport: "tennis", ongoing: true };
    expect(await verdict(asked)).toMatchObject({ rain_risk: "medium" });
    // Too late for the forecast of before.
    replayed.clock.advance(7 * HOUR_MS);
    upstream.behave(dryAt60Pct(NOW_MS + 7 * HOUR_MS));
    expect(await verdict(asked)).toMatchObject({ rain_risk: "low" });
  });
});
