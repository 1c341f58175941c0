import { describe, expect, test } from "vitest";
import { sharedSportsFromJson } from "../../../src/scoring/sports/shared-sports.ts";
import { profileOf } from "../score-of.ts";

const HALL = { id: "padel-hall", base: "padel", label: "padel indoors", covered: true } as const;

function problemsOf(value: unknown): readonly string[] {
  const read = sharedSportsFromJson(JSON.stringify(value));
  return "problems" in read ? read.problems : [];
}

describe("the sports that an operator shares", () => {
  test("are what the same definitions are for an account", () => {
    const pitch = { id: "pitch", base: "football", sheltered: true } as const;
    const read = sharedSportsFromJson(JSON.stringify([HALL, pitch]));
    expect(read).toEqual({
      sports: new Map([
        ["padel_hall", { definition: HALL, profile: profileOf(HALL) }],
        ["pitch", { definition: pitch, profile: profileOf(pitch) }],
      ]),
    });
  });

  test("may be none", () => {
    expect(sharedSportsFromJson("[]")).toEqual({ sports: new Map() });
  });

  test.each([
    ["{", "It is not JSON."],
    ['{"id": "court"}', "It has to be a list of sports."],
    ["[7]", "Sport 1: A sport must be an object with an id and a base."],
  ])("are refused as a whole: %s", (text, problem) => {
    expect(sharedSportsFromJson(text)).toEqual({ problems: [problem] });
  });

  test("may not have a name that is built in, an alias neither, nor one name twice", () => {
    expect(
      problemsOf([
        { ...HALL, id: "tennis" },
        HALL,
        { ...HALL, id: "five-a-side" },
        { ...HALL, id: "padel_hall" },
      ]),
    ).toEqual([
      "Sport 1: id: tennis is the name of a built-in sport: choose another.",
      "Sport 3: id: five_a_side is the name of a built-in sport: choose another.",
      "Sport 4: id: padel_hall is there twice.",
    ]);
  });

  test("are refused with everything that is wrong, also with what stored definitions are forgiven", () => {
    expect(
      problemsOf([HALL, { base: "chess" }, { ...HALL, id: "lit", floodlit: false, night: 0.5 }]),
    ).toEqual([
      "Sport 2: id: is required.",
      expect.stringMatching(/^Sport 2: base: must be one of outdoor, golf,/),
      "Sport 3: night: is settled by floodlit: leave out one of the two.",
    ]);
  });
});
