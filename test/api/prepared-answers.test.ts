import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { create } from "@bufbuild/protobuf";
import { beforeEach, describe, expect, it } from "vitest";
import { GetBookingConfidenceResponseSchema } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { createPreparedAnswers, type PreparedAnswers } from "../../src/api/prepared-answers.ts";
import { findProfile } from "../../src/scoring/sports/find-profile.ts";
import { placeAt } from "../../src/weather/place.ts";
import { createSimulatedSource } from "../../src/weather/simulated/source.ts";
import { createManualClock } from "../support/manual-clock.ts";

const { signal } = new AbortController();
const source = createSimulatedSource({ clock: createManualClock("2026-11-21T12:00:00Z") });
const fetchForecast = () => source.forecast(placeAt(51.5, 0), signal);
const forecast = await fetchForecast();
const fetchedAnew = await fetchForecast();
const message = GetBookingConfidenceResponseSchema;

function profileOf(sport: string) {
  const profile = findProfile(sport);
  if (profile === undefined) throw new Error(`${sport} is no sport`);
  return profile;
}

describe("prepared answers", () => {
  const made = { key: "51.5 0 60", forecast, profile: profileOf("tennis") };
  let prepared: PreparedAnswers<typeof message>;
  let makings: number;
  const make = () => ({ summary: `answer ${(makings += 1)}` });

  beforeEach(() => {
    prepared = createPreparedAnswers({ message, max: 2 });
    makings = 0;
  });

  it("are made once for all who ask the same", () => {
    const first = prepared(made, make);
    expect(first).toEqual(create(message, { summary: "answer 1" }));
    expect(prepared({ ...made }, make)).toBe(first);
    expect(makings).toBe(1);
  });

  it.each([
    ["another request", { key: "51.5 0 90" }],
    ["a sport of the same name with other numbers", { profile: { ...profileOf("tennis") } }],
    ["a forecast fetched anew", { forecast: fetchedAnew }],
  ])("are made anew for %s", (_what, change) => {
    const first = prepared(made, make);
    expect(prepared({ ...made, ...change }, make)).not.toBe(first);
    expect(makings).toBe(2);
  });

  it("are not to be changed by anybody, since all get the same", () => {
    expect(Object.isFrozen(prepared(made, make))).toBe(true);
  });

  it("are forgotten when there are too many, those asked for least recently first", () => {
    for (const key of ["a", "b", "a", "c"]) prepared({ ...made, key }, make);
    expect(makings).toBe(3);
    prepared({ ...made, key: "a" }, make);
    expect(makings).toBe(3);
    prepared({ ...made, key: "b" }, make);
    expect(makings).toBe(4);
  });

  /** In a function of its own, so that nothing of this is at hand any more. */
  const askOnce = async () => {
    const fetched = await fetchForecast();
    prepared({ ...made, forecast: fetched }, make);
    return new WeakRef(fetched);
  };

  it("keep no forecast in memory that nobody else has any more", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    const forgotten = await askOnce();
    await expect
      .poll(() => {
        collectGarbage();
        return forgotten.deref() === undefined;
      })
      .toBe(true);
    prepared(made, make);
    expect(makings).toBe(2);
  });

  it("that could not be made are tried again", () => {
    const fail = () => {
      throw new Error("no hour is known");
    };
    expect(() => prepared(made, fail)).toThrow("no hour is known");
    expect(prepared(made, make).summary).toBe("answer 1");
  });
});
