import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { customProfile } from "../../../src/scoring/sports/custom-profile.ts";
import { SPORT_IDS } from "../../../src/scoring/sports/find-profile.ts";
import { SURFACES } from "../../../src/scoring/sports/profiles.ts";
import {
  factsOf,
  surfacesOf,
  profileAtVenue,
  type VenueFacts,
} from "../../../src/scoring/sports/venue-facts.ts";
import { scoreSession } from "../../../src/scoring/session-score.ts";
import { SPORTS } from "../arbitrary-definitions.ts";
import { scorableSessions, type ArbitrarySession } from "../arbitrary-sessions.ts";
import { columnsOf } from "../columns-of.ts";
import { profileOf, profileProblems, type Sport } from "../score-of.ts";

const NOISE = 1e-9;
const RUNS = { numRuns: 200 };

/** The definition of a custom sport as it is used, without its outdated parts. */
function definitionOf(sport: Sport) {
  if (typeof sport === "string") return undefined;
  const custom = customProfile(sport);
  return "problems" in custom ? undefined : custom.definition;
}

function atVenue(sport: Sport, facts: VenueFacts) {
  return profileAtVenue(profileOf(sport), definitionOf(sport), facts);
}

/** The unrounded score with these facts. */
function rawWith(
  facts: VenueFacts,
  { sport, hours, startMinute, durationMinutes }: ArbitrarySession,
): number {
  const profile = Object.keys(facts).length === 0 ? profileOf(sport) : atVenue(sport, facts);
  const score = scoreSession({ weather: columnsOf(hours), profile, startMinute, durationMinutes });
  if (score === undefined) throw new Error("the session is not scorable");
  return score.raw;
}

describe("knownFacts", () => {
  test.each(SPORT_IDS)("has the facts of %s, with the surface if the sport has surfaces", (id) => {
    const facts = factsOf(profileOf(id));
    expect(facts).toContain("temp_shift_c");
    expect(facts.includes("surface")).toBe(surfacesOf(profileOf(id)).length > 0);
  });

  test("has a wind break for every sport except sports that need wind, whatever their base", () => {
    const without = SPORT_IDS.filter((id) => !factsOf(profileOf(id)).includes("sheltered"));
    expect(without).toEqual(["sailing", "kitesurfing"]);
    const wind = [
      [0, 0],
      [20, 1],
    ] as const;
    const kites = profileOf({ id: "kites", base: "outdoor", wind });
    expect(factsOf(kites)).toEqual(["covered", "floodlit", "surface", "temp_shift_c"]);
    const drifting = profileOf({
      id: "drifting",
      base: "sailing",
      wind: [...wind].map(([x, y]) => [x, 1 - y]),
    });
    expect(factsOf(drifting)).toEqual(["sheltered", "temp_shift_c"]);
  });

  test("allows the surface that a sport has by default", () => {
    const own = { tennis: "hard", padel: "artificial", cricket: "grass", climbing: "rock" };
    for (const [id, surface] of Object.entries(own)) {
      expect(surfacesOf(profileOf(id))).toContain(surface);
    }
  });
});

describe.each(SPORTS)("facts of the venue, for $whose", ({ sport }) => {
  const session = scorableSessions(sport);

  test.each([
    ["a roof", "covered"],
    ["a wind break", "sheltered"],
    ["lighting", "floodlit"],
  ] as const)("%s never costs a point, and its absence never brings one", (_what, fact) => {
    const isMonotone = fc.property(session, (each) => {
      fc.pre(factsOf(profileOf(each.sport)).includes(fact));
      const [without, unsaid, having] = [{ [fact]: false }, {}, { [fact]: true }].map((facts) =>
        rawWith(facts, each),
      );
      return without! <= unsaid! + NOISE && unsaid! <= having! + NOISE;
    });
    expect(fc.defaultReportMessage(fc.check(isMonotone, RUNS))).toBeUndefined();
  });

  test("leave a valid profile with the same id, label and base (P16)", () => {
    const facts: fc.Arbitrary<VenueFacts> = fc.record(
      {
        covered: fc.boolean(),
        sheltered: fc.boolean(),
        floodlit: fc.boolean(),
        surface: fc.constantFrom("hard", "clay", "grass", "artificial", "rock"),
        temp_shift_c: fc.double({ min: -10, max: 10, noNaN: true }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(sport, facts, (each, said) => {
        const { id, label, base } = profileOf(each);
        const profile = atVenue(each, said);
        expect(profile).toMatchObject({ id, label, base });
        expect(profileProblems(profile)).toEqual([]);
      }),
      RUNS,
    );
  });
});

describe("facts of the venue", () => {
  test("that a sport assumes change nothing", () => {
    for (const [id, facts] of [
      ["tennis", { covered: false, sheltered: false, floodlit: true, surface: "hard", temp_shift_c: 0 }],
      ["padel", { surface: "artificial" }],
      ["cricket", { floodlit: false, surface: "grass" }],
      ["climbing", { surface: "rock" }],
      ["golf", { floodlit: false }],
    ] as const) {
      const { aliases: _ours, ...expected } = profileOf(id);
      expect(atVenue(id, facts)).toMatchObject(expected);
    }
  });

  test("give an account's own sport the profile of its definition with these facts in it", () => {
    const own = { id: "court", base: "tennis", covered: true, sheltered: true, temp_shift_c: 3 } as const;
    expect(atVenue(own, { covered: false, temp_shift_c: -2 })).toEqual(
      profileOf({ ...own, covered: false, temp_shift_c: -2 }),
    );
    expect(atVenue(own, { sheltered: false, surface: "clay" })).toEqual(
      profileOf({ ...own, sheltered: false, surface: "clay" }),
    );
    expect(atVenue({ ...own, surface: "grass" }, { surface: "clay" })).toEqual(
      profileOf({ ...own, surface: "clay" }),
    );
  });

  test("take precedence over the numbers that a definition has for the same thing", () => {
    const wet = { weight: 0.1, half_life_h: 9 };
    const own = { id: "court", base: "tennis", wet, snow: 0.2, night: 0.5 } as const;
    expect(atVenue(own, { surface: "clay" }).wet).toEqual(SURFACES.clay);
    expect(atVenue(own, { temp_shift_c: 1 }).wet).toMatchObject({ weight: 0.1, halfLifeH: 9 });
    expect(atVenue(own, { covered: true })).toMatchObject({ snow: 1, wet: { weight: 0 } });
    expect(atVenue(own, { floodlit: true }).night).toBe(1);
    expect(atVenue(own, { floodlit: false }).night).toBe(0.3);
  });
});
