// Tests examples/recompute-score.ts, which recomputes a score from a stored request and its answer.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { create } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { GetBookingConfidenceResponseSchema } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { recomputedScore, type StoredAnswer } from "../../examples/recompute-score.ts";
import { sessionExplanation } from "../../src/operations/explanation.ts";
import { compileJsonWriter } from "../../src/doors/rest/json.ts";
import { scoreSession } from "../../src/scoring/session-score.ts";
import { SPORT_IDS } from "../../src/scoring/sports/find-profile.ts";
import { columnsFrom, type HourlyWeather } from "../../src/weather/hourly-weather.ts";
import { patchySessions } from "../scoring/arbitrary-sessions.ts";
import type { HourOfWeather } from "../scoring/columns-of.ts";
import { profileOf } from "../scoring/score-of.ts";
import { folderOfTest } from "../support/folder-of-test.ts";
import { startTestService } from "../support/test-service.ts";

const SCRIPT = new URL("../../examples/recompute-score.ts", import.meta.url).pathname;
const START_MS = Date.parse("2026-11-21T00:00:00Z");

const run = promisify(execFile);
const writeJson = compileJsonWriter(GetBookingConfidenceResponseSchema);

/** A forecast with columns of 32-bit floats, as the providers' sources make them. */
function forecastOf(hours: readonly HourOfWeather[]): HourlyWeather {
  const columns = columnsFrom((name) => Float32Array.from(hours, (hour) => hour[name] ?? Number.NaN));
  return {
    source: "open-meteo",
    generatedAtMs: START_MS,
    startMs: START_MS,
    hours: hours.length,
    ...columns,
  };
}

describe("a stored answer", () => {
  it("is enough to recompute the unrounded score, even if the source left columns out", () => {
    const sessions = patchySessions(fc.constantFrom(...SPORT_IDS));
    fc.assert(
      fc.property(sessions, ({ sport, hours, startMinute, durationMinutes }) => {
        const weather = forecastOf(hours);
        const session = scoreSession({
          weather,
          profile: profileOf(sport),
          startMinute,
          durationMinutes,
        });
        fc.pre(session !== undefined);
        const explanation = sessionExplanation(session, weather);
        const body = writeJson(create(GetBookingConfidenceResponseSchema, { explanation }));
        const startTime = new Date(START_MS + startMinute * 60_000).toISOString();
        const request = `/v1/booking-confidence?start_time=${startTime}&duration_minutes=${durationMinutes}&sport=${String(sport)}`;
        const again = recomputedScore(request, JSON.parse(body) as StoredAnswer);
        expect(again.raw).toBe(session.raw);
        expect(again.multiplier).toEqual(session.multiplier);
      }),
      { numRuns: 200 },
    );
  });

  it("of a running service gives the same score again in the script, also with venue facts or a custom sport", async () => {
    const service = await startTestService();
    onTestFinished(() => service.stop());
    const { key, accountId } = await service.createCaller();
    const definition = JSON.stringify({ id: "links", base: "golf", wind_tolerance: 1.4, floodlit: true });
    await service.store.setSport(accountId, { id: "links", definition });
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

  it("is recomputed with nothing of the service but src/scoring", () => {
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
