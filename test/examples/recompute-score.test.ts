// examples/recompute-score.ts recomputes a score from a stored request and its answer.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recomputedScore, type StoredAnswer } from "../../examples/recompute-score.ts";
import { ExplanationSchema } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { HOUR_MS } from "../../src/lib/time/clock.ts";
import { compileJsonWriter } from "../../src/doors/rest/json.ts";
import { isoTime } from "../../src/lib/time/iso-time.ts";
import { sessionExplanation } from "../../src/api/answering/explanation.ts";
import { scoreSession } from "../../src/scoring/session-score.ts";
import { SPORT_IDS } from "../../src/scoring/sports/find-profile.ts";
import { columnsFrom, type HourlyWeather } from "../../src/weather/hourly-weather.ts";
import { type ArbitrarySession, patchySessions } from "../scoring/arbitrary-sessions.ts";
import { FINE_HOUR, type HourOfWeather } from "../scoring/columns-of.ts";
import { profileOf } from "../scoring/score-of.ts";
import { folderOfTest } from "../support/programs/folder-of-test.ts";
import { serviceOfTest } from "../support/service/service-of-test.ts";
import { NOW_MS } from "../support/service/test-service.ts";

const SCRIPT = new URL("../../examples/recompute-score.ts", import.meta.url).pathname;

const run = promisify(execFile);

const writeExplanation = compileJsonWriter(ExplanationSchema);

/** A forecast with 32-bit floats, as those of providers have. */
function forecastOf(hours: readonly HourOfWeather[], leadHours: number): HourlyWeather {
  const columns = columnsFrom((name) => Float32Array.from(hours, (hour) => hour[name] ?? Number.NaN));
  const generatedAtMs = NOW_MS - leadHours * HOUR_MS;
  return { source: "open-meteo", generatedAtMs, startMs: NOW_MS, hours: hours.length, ...columns };
}

/** A session of a forecast, and its request and answer as somebody stored them; undefined if it is not scorable. */
function storedSession(
  hours: readonly HourOfWeather[],
  {
    sport,
    startMinute,
    durationMinutes,
    leadHours = 0,
  }: Omit<ArbitrarySession, "hours" | "leadHours"> & {
    readonly leadHours?: number;
  },
) {
  const weather = forecastOf(hours, leadHours);
  const profile = profileOf(sport);
  const session = scoreSession({ weather, profile, startMinute, durationMinutes });
  if (session === undefined) return undefined;
  const { playabilityScore: playability_score, raw } = session;
  const explanation: unknown = JSON.parse(writeExplanation(sessionExplanation(session, weather, undefined)));
  const start = isoTime(NOW_MS + startMinute * 60_000);
  const answer = { playability_score, explanation } as StoredAnswer;
  return { raw, answer, request: requestOf({ start, durationMinutes, sport: profile.id }) };
}

function requestOf({ start = "", durationMinutes = 90, sport = "golf" }) {
  return `/v1/booking-confidence?start_time=${start}&duration_minutes=${durationMinutes}&sport=${sport}`;
}

describe("a stored answer", () => {
  it("of a running service gives the same score again in the script, also with venue facts or a custom sport", async () => {
    const service = await serviceOfTest();
    const links = { base: "golf", wind_tolerance: 1.4, floodlit: true };
    const { key } = await service.createOwner({ links });
    const definition = JSON.stringify({ id: "links", ...links });
    const at = "start_time=2026-11-22T14:25:00Z&duration_minutes=200&explain=true";
    for (const [query, ownSport] of [
      [`lat=51.5074&lng=-0.1278&${at}`],
      [`lat=51.5074&lng=-0.1278&${at}&sport=tennis&covered=false&surface=clay&temp_shift_c=-4.5`],
      [`lat=-22.9068&lng=-43.1729&${at}&sport=links&sheltered=true`, definition],
    ] as const) {
      const url = `http://127.0.0.1:${service.ports.http}/v1/booking-confidence?${query}`;
      const body = await (await fetch(url, { headers: { "x-api-key": key } })).text();
      const answer = JSON.parse(body) as StoredAnswer;
      expect(recomputedScore(url, answer, ownSport).playabilityScore).toBe(answer.playability_score);
      if (ownSport === undefined) continue;
      const folder = folderOfTest();
      const [answerFile, definitionFile] = [join(folder, "answer.json"), join(folder, "links.json")];
      writeFileSync(answerFile, body);
      writeFileSync(definitionFile, ownSport);
      const { stdout } = await run(process.execPath, [SCRIPT, url, answerFile, definitionFile]);
      const { playability_score: stored } = answer;
      expect(stdout).toContain(`Stored:     ${stored}\nRecomputed: ${stored} (`);
    }
  });

  it("gives the unrounded score exactly, even if the source lacks values", () => {
    fc.assert(
      fc.property(patchySessions(fc.constantFrom(...SPORT_IDS)), ({ hours, ...slot }) => {
        const stored = storedSession(hours, slot);
        fc.pre(stored !== undefined);
        expect(recomputedScore(stored.request, stored.answer).raw).toBe(stored.raw);
      }),
      { numRuns: 150 },
    );
  });

  it("is refused if its hours are not those of the request's session", () => {
    const hours = Array.from({ length: 6 }, () => FINE_HOUR);
    const stored = storedSession(hours, { sport: "golf", startMinute: 65, durationMinutes: 90 });
    if (stored === undefined) throw new Error("the session is not scorable");
    const { request, answer } = stored;
    expect(recomputedScore(request, answer).raw).toBe(stored.raw);
    const refusal = "hours are not those of the request's session";
    for (const start of ["2026-12-24T10:00:00Z", "2026-11-20T10:00:00Z", "+275760-01-01T00:00:00Z", "soon"]) {
      expect(() => recomputedScore(requestOf({ start }), answer)).toThrow(refusal);
    }
    const { explanation } = answer;
    const [first, ...later] = explanation.hours;
    for (const changed of [[], [...later, first]]) {
      const changedAnswer = { ...answer, explanation: { ...explanation, hours: changed } } as StoredAnswer;
      expect(() => recomputedScore(request, changedAnswer)).toThrow(refusal);
    }
  });

  it("is recomputed with no code of the service but src/scoring", () => {
    const imports = [...readFileSync(SCRIPT, "utf8").matchAll(/from "([^"]+)"/g)].map(([, from]) => from);
    expect(imports.filter((from) => from?.startsWith("../src/scoring/") === false)).toEqual(["node:fs"]);
  });

  it("of another model version is refused rather than compared", () => {
    const explanation = { model_version: "1", hours: [] };
    expect(() => recomputedScore("/", { explanation } as unknown as StoredAnswer)).toThrow(
      "take the code of that time",
    );
  });
});
