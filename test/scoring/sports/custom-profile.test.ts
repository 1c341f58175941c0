import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  customProfile,
  customProfileFromJson,
  sharedSportsFromJson,
} from "../../../src/scoring/sports/custom-profile.ts";
import { type SportDefinition, curveProblems } from "../../../src/scoring/sports/definition.ts";
import { SPORT_IDS } from "../../../src/scoring/sports/find-profile.ts";
import type { CurvePoint } from "../../../src/scoring/sports/profile.ts";
import { PROFILES } from "../../../src/scoring/sports/profiles.ts";
import { validDefinition } from "../arbitrary-definitions.ts";
import { profileOf } from "../score-of.ts";

const TENNIS = { id: "centre-court", base: "tennis" } as const;

function problemsOf(change: object): readonly string[] {
  const custom = customProfile({ ...TENNIS, ...change });
  return "problems" in custom ? custom.problems : custom.outdated;
}

function changed(change: Omit<SportDefinition, "id" | "base">) {
  return profileOf({ ...TENNIS, ...change });
}

const NO_CURVES = [
  "rain: must be a list of points [x, y] with x from 0 to 500.",
  "wind: must be a list of points [x, y] with x from 0 to 500.",
  "temp: must be a list of points [x, y] with x from -100 to 100.",
];
const NO_TOLERANCES = [
  "rain_tolerance: must be a number from 0.25 to 4.",
  "wind_tolerance: must be a number from 0.5 to 2.",
  "temp_shift_c: must be a number from -10 to 10.",
];

const LABEL_RULE =
  "label: must be 1 to 24 letters of any script, digits, spaces and - ' ’ & ( ) . , without spaces around it.";

// One problem on each line, after the definition.
// prettier-ignore
const DEFINITIONS: readonly [name: string, change: object, ...problems: string[]][] = [
  ["for nothing when id and label are as long as they may be", { id: "a".repeat(24), label: "x".repeat(24) }],
  ["for unknown properties, each with the nearest known one",
    { wind_tolerence: 2, weight: { rian: 1 }, wet: { half_life: 2 } },
    "wind_tolerence: is not known. Did you mean wind_tolerance?",
    "weight.rian: is not known. Did you mean weight.rain?",
    "wet.half_life: is not known. Did you mean wet.half_life_h?"],
  ["for properties that every object inherits", JSON.parse('{ "constructor": 1, "__proto__": {} }') as object,
    "constructor: is not known. Did you mean covered?",
    "__proto__: is not known. Did you mean floodlit?"],
  ["for sliders out of range", { rain_tolerance: 4.01, wind_tolerance: 0.49, temp_shift_c: -10.5 },
    ...NO_TOLERANCES],
  ["for numbers that are texts, null or lists",
    { rain_tolerance: "2", wind_tolerance: null, temp_shift_c: [1], weight: 1, wet: [] },
    ...NO_TOLERANCES,
    "weight: must be an object with some of rain, wind, temp, cloud.",
    "wet: must be an object with some of weight, half_life_h, full_mm."],
  ["for venue facts with wrong values", { covered: "yes", sheltered: 1, floodlit: null, surface: "sand" },
    "covered: must be true or false.",
    "sheltered: must be true or false.",
    "floodlit: must be true or false.",
    "surface: must be one of hard, clay, grass, artificial, rock."],
  ["for shares out of range",
    { weight: { rain: 1.1 }, wet: { half_life_h: 73, full_mm: 0 }, snow: 2, fog: -1, night: 1.01 },
    "weight.rain: must be a number from 0 to 1.",
    "wet.half_life_h: must be a number from 0.25 to 72.",
    "wet.full_mm: must be a number from 0.1 to 100.",
    "snow: must be a number from 0 to 1.",
    "fog: must be a number from 0 to 1.",
    "night: must be a number from 0 to 1."],
  ["for curves that are no lists of points", { rain: {}, wind: [10, 20], temp: [[0, 1, 2]] }, ...NO_CURVES],
  ["for curves with one bad point",
    { rain: [[0, "1"]], wind: [[10, 1], [20, null]], temp: [[0, 1], [10]] },
    ...NO_CURVES],
  ["for curves of a shape that is not allowed",
    { rain: [[0, 1], [1, 0.2], [2, 0.3]], wind: [[10, 1]], temp: [[0, 0.5], [20, 0.9]] },
    "rain: must never rise.", "wind: must have 2 to 12 points.", "temp: at least one y must be 1."],
  ["for curves whose points coincide once they are shifted",
    { temp: [[0, 1], [1e-17, 0]], temp_shift_c: 10 },
    "temp: x must increase from point to point."],
  ["for numbers that a fact about the venue settles",
    { covered: true, snow: 0.5, wet: { weight: 1 }, floodlit: true, night: 0.5 },
    "wet: is settled by covered: leave out one of the two.",
    "snow: is settled by covered: leave out one of the two.",
    "night: is settled by floodlit: leave out one of the two."],
  ["for a value of night beside floodlit: false", { floodlit: false, night: 0.5 },
    "night: is settled by floodlit: leave out one of the two."],
  ["for all that is wrong with it, even what used to be allowed", { label: "<b>", snow: 2 },
    "snow: must be a number from 0 to 1.", LABEL_RULE],
  ["for a base that is not built in, and for its curves too", { base: "chess", wind: [[10, 1]] },
    `base: must be one of ${SPORT_IDS.join(", ")}.`, "wind: must have 2 to 12 points."],
];

describe("a definition is refused", () => {
  test.each(DEFINITIONS)("%s", (_name, change, ...problems) => {
    expect(problemsOf(change)).toEqual(problems);
  });

  const LONG = "x".repeat(25);

  test.each(["", "Centre-Court", "centre court", "-court", "court-", "a--b", "1st", LONG, 7, ["court"]])(
    "for the id %j",
    (id) => {
      expect(problemsOf({ id })).toEqual([expect.stringMatching(/^id: must be 1 to 24 lower-case letters/)]);
    },
  );

  const MARKUP = ["<b>tennis</b>", 'a" onload="x', "{{7*7}}", "`x`", "[x](y)", "50%", "⚽"];
  test.each([
    "",
    " court",
    "court ",
    "two\nlines",
    "bidi\u202e",
    "no\u00a0break",
    ...MARKUP,
    LONG,
    7,
    ["court"],
  ])("for the label %j", (label) => {
    expect(problemsOf({ label })).toEqual([LABEL_RULE]);
  });

  test.each(["Centre Court, No. 1", "Bob & Ann’s (indoor)", "Fußball-Käfig", "टेनिस ३", "e\u0301lan"])(
    "but not for the label %j",
    (label) => {
      expect(problemsOf({ label })).toEqual([]);
      expect(changed({ label }).label).toBe(label);
    },
  );

  test("for a missing id and base", () => {
    expect(customProfile({ covered: true })).toEqual({
      problems: ["id: is required.", "base: is required."],
    });
  });

  test.each([null, [], "tennis", 7])("for being %j instead of an object", (value) => {
    expect(customProfile(value)).toEqual({ problems: ["A sport must be an object with an id and a base."] });
  });
});

describe("a definition as JSON", () => {
  test("makes the same profile as the value it stands for", () => {
    expect(customProfileFromJson(JSON.stringify(TENNIS))).toEqual(customProfile(TENNIS));
  });

  test("is refused when it is not JSON", () => {
    expect(customProfileFromJson("{ id: 1 }")).toEqual({
      problems: [expect.stringMatching(/^A sport must be JSON: /)],
    });
  });

  test("may take 16 KiB and not a byte more", () => {
    const json = JSON.stringify(TENNIS);
    expect(customProfileFromJson(json.padEnd(16_384))).toHaveProperty("profile");
    expect(customProfileFromJson(json.padEnd(16_385))).toEqual({
      problems: ["A sport must not take more than 16384 bytes of JSON."],
    });
  });
});

describe("a custom profile", () => {
  const tennis = profileOf("tennis");

  test("is its base under another name when nothing differs", () => {
    const base = PROFILES.find(({ id }) => id === "tennis");
    const own = { id: "centre_court", base: "tennis", builtInName: "tennis", isCovered: false, aliases: [] };
    expect(customProfile(TENNIS)).toMatchObject({
      definition: TENNIS,
      profile: { ...base, ...own },
      outdated: [],
    });
  });

  test("keeps the weights and numbers of wetness that it does not name", () => {
    const { weight, wet } = changed({ weight: { rain: 0.5 }, wet: { half_life_h: 9 } });
    expect(weight).toEqual({ ...tennis.weight, rain: 0.5 });
    expect(wet).toEqual({ ...tennis.wet, halfLifeH: 9 });
  });

  test("reads temperatures of its own as they feel, also for skiing, whose warm side goes by the air", () => {
    const skiing = { id: "own", base: "skiing" };
    const temp = [
      [-10, 1],
      [2, 1],
      [6, 0],
    ] as const;
    expect(profileOf(skiing).warmBy).toBe("air");
    expect(profileOf({ ...skiing, temp_shift_c: 1 }).warmBy).toBe("air");
    expect(profileOf({ ...skiing, temp }).warmBy).toBeUndefined();
  });

  test("stretches rain and wind by the tolerances", () => {
    const { rain, wind } = changed({ rain_tolerance: 2, wind_tolerance: 0.5 });
    expect(rain).toEqual(tennis.rain.map(([x, y]) => [x * 2, y]));
    expect(wind).toEqual(tennis.wind.map(([x, y]) => [x / 2, y]));
  });

  test("shifts the feels-like curve", () => {
    const { temp } = changed({ temp_shift_c: 3 });
    expect(temp).toEqual(tennis.temp.map(([x, y]) => [x + 3, y]));
  });

  test("applies sliders and shelter to the curves given with them", () => {
    const curve = (fine: number, none: number) => [[fine, 1] as const, [none, 0] as const];
    const { wind } = changed({ wind: curve(7, 14), wind_tolerance: 2, sheltered: true });
    expect(wind).toEqual(curve(20, 40));
  });

  test("under a roof has a tenth of the rain's weight that is given", () => {
    const covered = changed({ covered: true, weight: { rain: 0.5 } });
    expect(covered.weight).toEqual({ ...tennis.weight, rain: 0.05 });
  });

  test("under a roof loses nothing by wet ground or snow", () => {
    const covered = changed({ covered: true, surface: "clay" });
    expect(covered.wet.weight).toBe(0);
    expect(covered.snow).toBe(1);
  });

  test("under floodlights loses nothing at night", () => {
    expect(profileOf({ id: "links", base: "golf" }).night).toBe(0.1);
    expect(profileOf({ id: "links", base: "golf", floodlit: true }).night).toBe(1);
  });

  test("that is unlit keeps at most 0.3 at night, and less if its base keeps less", () => {
    expect(tennis.night).toBe(1);
    expect(changed({ floodlit: false }).night).toBe(0.3);
    expect(profileOf({ id: "links", base: "golf", floodlit: false }).night).toBe(0.1);
  });

  test.each([
    [0.5, 0.3],
    [0.2, 0.2],
  ])("that was stored unlit with its own `night` of %d keeps %d", (night, kept) => {
    expect(customProfile({ ...TENNIS, floodlit: false, night })).toMatchObject({
      profile: { night: kept },
      outdated: ["night: is settled by floodlit: leave out one of the two."],
    });
  });

  test("that was stored with a label that is not allowed any more has its base's label, and lists the problem", () => {
    expect(customProfile({ ...TENNIS, label: "<b>Court</b>", covered: true })).toMatchObject({
      profile: { label: "tennis", snow: 1 },
      outdated: [LABEL_RULE],
    });
  });

  test("has the wetness of its surface, except for the numbers given with it", () => {
    const { wet } = profileOf("climbing");
    expect(changed({ surface: "rock" }).wet).toEqual(wet);
    expect(changed({ surface: "rock", wet: { weight: 0.1 } }).wet).toEqual({ ...wet, weight: 0.1 });
  });

  test("does not depend on the order of the properties", () => {
    fc.assert(
      fc.property(validDefinition, (definition) => {
        const reversed = Object.fromEntries(Object.entries(definition).toReversed());
        expect(customProfile(reversed)).toEqual(customProfile(definition));
      }),
    );
  });
});

const HALL = { id: "padel-hall", base: "padel", label: "padel indoors", covered: true } as const;

function listProblems(value: unknown): readonly string[] {
  const read = sharedSportsFromJson(JSON.stringify(value));
  return "problems" in read ? read.problems : [];
}

describe("the sports that an operator shares", () => {
  test("have the profiles that an account's own sports have with the same definitions", () => {
    const pitch = { id: "pitch", base: "football", sheltered: true } as const;
    const read = sharedSportsFromJson(JSON.stringify([HALL, pitch]));
    expect(read).toEqual({
      sports: new Map([
        ["padel_hall", { definition: HALL, profile: profileOf(HALL) }],
        ["pitch", { definition: pitch, profile: profileOf(pitch) }],
      ]),
    });
  });

  test("may be an empty list", () => {
    expect(sharedSportsFromJson("[]")).toEqual({ sports: new Map() });
  });

  test.each([
    ["{", "It is not JSON."],
    ['{"id": "court"}', "It must be a list of sports."],
    ["[7]", "Sport 1: A sport must be an object with an id and a base."],
  ])("are refused as a whole: %s", (text, problem) => {
    expect(sharedSportsFromJson(text)).toEqual({ problems: [problem] });
  });

  test("may not have the name or alias of a built-in sport, nor the same name twice", () => {
    const named = ["tennis", "padel-hall", "five-a-side", "padel_hall"].map((id) =>
      Object.assign({}, HALL, { id }),
    );
    expect(listProblems(named)).toEqual([
      "Sport 1: id: tennis is the name of a built-in sport: choose another.",
      "Sport 3: id: five_a_side is the name of a built-in sport: choose another.",
      "Sport 4: id: padel_hall occurs twice.",
    ]);
  });

  test("are refused with everything that is wrong, even what is tolerated in stored definitions", () => {
    expect(
      listProblems([HALL, { base: "chess" }, { ...HALL, id: "lit", floodlit: false, night: 0.5 }]),
    ).toEqual([
      "Sport 2: id: is required.",
      expect.stringMatching(/^Sport 2: base: must be one of outdoor, golf,/),
      "Sport 3: night: is settled by floodlit: leave out one of the two.",
    ]);
  });
});

const THIRTEEN_POINTS = Array.from({ length: 13 }, (_, x) => [x, 1] as const);

const RANGE = "x must be finite and y must be between 0 and 1.";
const SUMMITS = "must rise to one plateau and then fall.";

// One case on each line, if it fits.
// prettier-ignore
const CASES: readonly [name: string, curve: "rain" | "wind" | "temp", points: readonly CurvePoint[], ...problems: string[]][] = [
  ["a curve with too many points", "temp", THIRTEEN_POINTS, "must have 2 to 12 points."],
  ["two points at one x", "wind", [[10, 1], [10, 0]], "x must increase from point to point."],
  ["a suitability above 1", "temp", [[10, 1], [20, 1.2], [30, 0]], RANGE],
  ["a point at infinity", "wind", [[10, 1], [Infinity, 0]], RANGE],
  ["a value that is not a number", "wind", [[10, 1], [20, Number.NaN]], RANGE],
  ["weather that is never ideal", "wind", [[10, 0.9], [20, 0]], "at least one y must be 1."],
  ["two summits", "wind", [[0, 0], [10, 1], [20, 0.5], [30, 1]], SUMMITS],
  ["two summits, the first at the first point", "temp", [[0, 1], [10, 0.5], [20, 1]], SUMMITS],
  ["points lost without rain", "rain", [[0, 0.9], [1, 0]],
    "at least one y must be 1.", "must start at [0, 1]."],
  ["drizzle that counts as dry", "rain", [[0.1, 1], [1, 0]], "must start at [0, 1]."],
  ["an empty rain curve", "rain", [],
    "must have 2 to 12 points.", "at least one y must be 1.", "must start at [0, 1]."],
];

describe("curveProblems", () => {
  test.each(CASES)("%s", (_name, curve, points, ...problems) => {
    expect(curveProblems(curve, points)).toEqual(problems.map((problem) => `${curve}: ${problem}`));
  });
});
