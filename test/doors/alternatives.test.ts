// Better starts in the answer to a verdict: what the single calls would have said, in one request.
import type { JsonObject } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerOf } from "./answer-of.ts";
import { LONDON, METHODS } from "./methods.ts";
import { startProvider, startWithDoors, useDoors } from "./start-with-doors.ts";

const { getBookingConfidence: method } = METHODS;
const HOUR_MS = 3_600_000;

interface Alternative {
  readonly start_time: string;
  readonly playability_score: number;
  readonly recommendation: string;
}

interface Body {
  readonly playability_score: number;
  readonly recommendation: string;
  readonly alternatives?: readonly Alternative[];
  readonly skipped?: readonly { readonly start_time: string; readonly reason: string }[];
}

const iso = (ms: number) => new Date(ms).toISOString().replace(".000Z", "Z");
const hoursFrom = (text: string, count: number, stepHours = 1) =>
  Array.from({ length: count }, (_, i) => iso(Date.parse(text) + i * stepHours * HOUR_MS));

const SLOT = { ...LONDON, start_time: "2026-11-23T14:00:00Z", duration_minutes: 90, sport: "tennis" };

const service = await useDoors();
const caller = await service.createCaller({ plan: "enterprise" });

describe("alternatives", () => {
  const ask = async (request: JsonObject): Promise<Body> =>
    (await answerOf(service.doors[0], { method, request, key: caller.key })).body as Body;

  it("are the candidates that single calls find ten points better, best first, then nearest, then earliest", async () => {
    const asked = fc.record({
      lat: fc.integer({ min: -60, max: 70 }),
      lng: fc.integer({ min: -180, max: 180 }),
      sport: fc.constantFrom("tennis", "golf", "outdoor", "sailing"),
      duration_minutes: fc.constantFrom(45, 90, 300),
      start: fc.integer({ min: 0, max: 167 }),
    });
    const hours = fc.uniqueArray(fc.integer({ min: 0, max: 167 }), { minLength: 1, maxLength: 10 });
    const holds = fc.asyncProperty(asked, hours, async ({ start, ...place }, hours) => {
      const startMs = (hour: number) => Date.parse("2026-11-21T12:00:00Z") + hour * HOUR_MS;
      const request = { ...place, start_time: iso(startMs(start)) };
      const candidates = hours.map((hour) => iso(startMs(hour)));
      const verdict = await ask(request);
      const judged = await Promise.all(
        candidates.map(async (start_time) => ({ start_time, ...(await ask({ ...place, start_time })) })),
      );
      const distance = (text: string) => Math.abs(Date.parse(text) - startMs(start));
      const expected = judged
        .filter(({ playability_score: score }) => score >= verdict.playability_score + 10)
        .toSorted(
          (a, b) =>
            b.playability_score - a.playability_score ||
            distance(a.start_time) - distance(b.start_time) ||
            Date.parse(a.start_time) - Date.parse(b.start_time),
        )
        .slice(0, 3)
        .map(({ start_time, playability_score, recommendation }) => ({
          start_time,
          playability_score,
          recommendation,
        }));
      expect(await ask({ ...request, alternatives: 3, candidates })).toEqual({
        ...verdict,
        alternatives: expected,
      });
    });
    await fc.assert(holds, { numRuns: 60 });
  });

  it("of a grid are those of the same starts as candidates", async () => {
    const grid = { earliest_start: "2026-11-22T00:00:00Z", latest_start: "2026-11-23T23:00:00Z" };
    const candidates = hoursFrom("2026-11-22T00:00:00Z", 48);
    const named = await ask({ ...SLOT, alternatives: 5, candidates });
    expect(named.alternatives).toHaveLength(5);
    expect(await ask({ ...SLOT, alternatives: 5, ...grid })).toEqual(named);
    const daytime = { between: "10:00-15:00", time_zone: "Europe/London" };
    const byDay = await ask({ ...SLOT, alternatives: 5, ...grid, ...daytime });
    const inDaytime = candidates.filter((start) => /T1[0-5]/.test(start));
    expect(byDay).toEqual(await ask({ ...SLOT, alternatives: 5, candidates: inDaytime }));
  });

  it("are an empty list in JSON where nothing is better, and not there where nobody asks", async () => {
    const nothing = { ...SLOT, alternatives: 2, candidates: [SLOT.start_time] };
    const plain = await ask(SLOT);
    expect(plain).not.toHaveProperty("alternatives");
    for (const port of [service.ports.http, service.ports.sidecar]) {
      const query = new URLSearchParams(Object.entries(nothing).map(([name, value]) => [name, `${value}`]));
      const response = await fetch(`http://127.0.0.1:${port}/v1/booking-confidence?${query}`, {
        headers: { "x-api-key": caller.key },
      });
      expect(await response.json()).toEqual({ ...plain, alternatives: [] });
    }
  });

  it("of candidates that may not be booked, say why as safe-slots does, and repeat each as it was passed in", async () => {
    const candidates = [
      "2026-11-21T09:00:00Z",
      "2026-11-22T11:00+01:00",
      "2027-01-01T00:00:00Z",
      "2026-11-22T10:00Z",
    ];
    const { alternatives, skipped } = await ask({ ...SLOT, alternatives: 5, candidates });
    expect(skipped).toEqual([
      { start_time: "2026-11-21T09:00:00Z", reason: "past" },
      { start_time: "2027-01-01T00:00:00Z", reason: "beyond_horizon" },
    ]);
    // Two names of one start.
    expect(alternatives?.map(({ start_time }) => start_time)).toEqual(["2026-11-22T11:00+01:00"]);
  });

  it("leave out the steps of a grid that are past or beyond the horizon, without a word", async () => {
    const grid = { earliest_start: "2026-11-21T06:00:00Z", latest_start: "2026-12-31T00:00:00Z" };
    const step = { step_minutes: 240 };
    const past = { ...grid, latest_start: "2026-11-21T18:00:00Z", ...step };
    const named = { candidates: hoursFrom("2026-11-21T14:00:00Z", 2, 4) };
    expect(await ask({ ...SLOT, alternatives: 5, ...past })).toEqual(
      await ask({ ...SLOT, alternatives: 5, ...named }),
    );
    const beyond = { earliest_start: "2026-12-24T00:00:00Z", latest_start: "2026-12-24T05:00:00Z" };
    expect(await ask({ ...SLOT, alternatives: 5, ...beyond })).not.toHaveProperty("skipped");
  });
});

describe("alternatives of a provider's forecast", () => {
  it("need no second fetch, and hold until one of the starts is past", async () => {
    const { upstream, settings } = await startProvider();
    const service = await startWithDoors(settings);
    const { key } = await service.createCaller();
    service.clock.advance(30 * 60_000);
    const candidates = ["2026-11-21T12:00:00Z", "2026-11-27T03:00:00Z"];
    const request = { ...SLOT, alternatives: 5, candidates };
    const { headers } = await answerOf(service.doors[0], { method, request, key });
    expect(headers.get("cache-control")).toBe("private, max-age=600");
    expect(upstream.requests).toHaveLength(1);
  });
});
