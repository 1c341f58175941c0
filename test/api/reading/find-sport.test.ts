import { describe, expect, test } from "vitest";
import { createFindSport } from "../../../src/api/reading/find-sport.ts";
import { sportSuggestion } from "../../../src/api/reading/sport-suggestion.ts";
import { createOwnSports } from "../../../src/api/reading/own-sports.ts";
import type { SportsOwner } from "../../../src/call/operation.ts";
import { sharedSportsFromJson } from "../../../src/scoring/sports/custom-profile.ts";
import { findProfile, SPORT_IDS } from "../../../src/scoring/sports/find-profile.ts";

const shared = sharedSportsFromJson(
  JSON.stringify([
    { id: "beach-tennis-hall", base: "tennis", label: "the hall", covered: true },
    { id: "centre_court", base: "tennis", label: "everybody's court" },
  ]),
);
const SPORTS = {
  ownSports: createOwnSports(),
  sharedSports: "sports" in shared ? shared.sports : new Map<string, never>(),
};

const PLAN_GAP = { has: "Starter", needs: "Growth" };

/** Looks sports up for an account with these definitions; counts how often they are read. */
function setUp(definitions: Readonly<Record<string, object>>, change: Partial<SportsOwner> = {}) {
  const counted = { reads: 0 };
  const owner: SportsOwner = {
    accountId: "acc_a",
    revision: 1,
    planGap: undefined,
    readSports: async () => {
      counted.reads += 1;
      return Object.entries(definitions).map(([id, rest]) => ({
        id,
        definition: JSON.stringify({ id, ...rest }),
      }));
    },
    ...change,
  };
  const findSport = createFindSport({ ...SPORTS, ownSports: createOwnSports() });
  const find = (sport?: string) => findSport({ ...(sport !== undefined && { sport }) }, owner);
  return { find, counted };
}

const OWN = {
  tennis: { base: "tennis", label: "our tennis" },
  outdoor: { base: "outdoor", label: "our terrace" },
  centre_court: { base: "tennis", label: "Centre Court" },
};

describe("createFindSport", () => {
  test.each([
    ["tennis", "our tennis"],
    ["Tennis ", "our tennis"],
    ["Centre-Court", "Centre Court"],
    ["centre court", "Centre Court"],
    ["lawn_tennis", "lawn tennis"],
    ["golf", "golf"],
    [undefined, "our terrace"],
    ["default", "outdoor activities"],
    ["Beach tennis hall", "the hall"],
  ])("for %j finds %j: own sports have one name, aliases mean built-in ones", async (sport, label) => {
    expect(await setUp(OWN).find(sport)).toMatchObject({ label });
  });

  test("finds a sport that the operator shares for every account, on every plan, unless the account has its own", async () => {
    const find = createFindSport(SPORTS);
    expect(await find({ sport: "Centre Court" }, undefined)).toMatchObject({ label: "everybody's court" });
    const starter = setUp(OWN, { planGap: PLAN_GAP });
    expect(await starter.find("centre-court")).toMatchObject({ label: "everybody's court" });
    expect(starter.counted.reads).toBe(0);
    expect(await setUp(OWN).find("centre-court")).toMatchObject({ label: "Centre Court" });
  });

  test("applies the request's facts of the venue to a shared sport's definition", async () => {
    const find = createFindSport(SPORTS);
    const usual = await find({ sport: "beach_tennis_hall" }, undefined);
    const open = await find({ sport: "beach_tennis_hall", covered: false }, undefined);
    expect([usual.weight.rain, open.weight.rain]).toEqual([0.1, 1]);
  });

  test("lists an account's own sports first, none of them twice, if it does not know the requested sport", async () => {
    await expect(setUp(OWN).find("centre courd")).rejects.toThrow(
      /Did you mean centre_court\? Known sports: tennis, outdoor, centre_court, beach_tennis_hall, golf, padel, /,
    );
  });

  test("names at most 68 sports in a refusal, and says that ListSports has the others", () => {
    const ids = Array.from({ length: 60 }, (_, n) => `hall_${n}`);
    const many = sharedSportsFromJson(JSON.stringify(ids.map((id) => ({ id, base: "padel" }))));
    const find = createFindSport({ ...SPORTS, sharedSports: "sports" in many ? many.sports : new Map() });
    const left = 60 + SPORT_IDS.length - 68;
    expect(() => find({ sport: "chess" }, undefined)).toThrow(
      new RegExp(
        `Known sports: hall_0, .*hall_59, .*running, cycling and ${left} more, which ListSports lists\\.$`,
      ),
    );
  });

  test("reads nothing for a built-in sport if the plan does not include own sports", async () => {
    const { find, counted } = setUp(OWN, { planGap: PLAN_GAP });
    expect(await find("tennis")).toMatchObject({ label: "tennis" });
    expect(await find()).toMatchObject({ label: "outdoor activities" });
    expect(counted.reads).toBe(0);
  });

  test("says which plan an own sport needs, if the account's plan does not include them", async () => {
    const { find } = setUp({ ...OWN, show_court: { base: "tennis" } }, { planGap: PLAN_GAP });
    await expect(find("show-court")).rejects.toThrow(/the Starter plan does not include.*the Growth plan/);
  });

  test("lists no own sports, if the account's plan does not include them", async () => {
    const { find } = setUp({ ...OWN, show_court: { base: "tennis" } }, { planGap: PLAN_GAP });
    await expect(find("chess")).rejects.toThrow(
      /Known sports: beach_tennis_hall, centre_court, outdoor, golf, tennis/,
    );
  });

  test("names account, sport and problems, for the log, when a stored definition is not valid any more", async () => {
    const { find } = setUp({ ...OWN, old: { base: "curling" } });
    await expect(find("old")).rejects.toThrow(
      /^sport old of account acc_a is not valid in this version: set it again: base: must be one of/,
    );
    expect(await find("tennis")).toMatchObject({ label: "our tennis" });
  });
});

test.each([
  ["tenis", "Did you mean tennis? "],
  ["snow boarding", "Did you mean snowboarding? "],
  ["paddle", "Did you mean padel? "],
  ["field hockey", "Did you mean hockey? "],
  ["pétanque", "Did you mean bowls? "],
  ["outdoor tennis", "Did you mean tennis? "],
  ["volleyball", "Did you mean beach_volleyball? "],
  ["centre courd", "Did you mean centre_court? "],
  // Words for venue facts become parameters, except for facts that the sport does not have.
  ["indoor_padel", "Use sport=padel&covered=true. "],
  ["padel_indoor", "Use sport=padel&covered=true. "],
  ["indoor_paddle", "Use sport=padel&covered=true. "],
  ["floodlit golf", "Use sport=golf&floodlit=true. "],
  ["indoor clay tennis", "Use sport=tennis&covered=true&surface=clay. "],
  ["indoor covered tennis", "Use sport=tennis&covered=true. "],
  ["clay grass tennis", "Use sport=tennis&surface=grass. "],
  ["indoor_sailing", "Did you mean sailing? "],
  ["clay_padel", "Did you mean padel? "],
  ["indoor_centre_court", "Did you mean centre_court? "],
])("for %j the refusal says: %s", (typed, answer) => {
  expect(sportSuggestion(typed, ["centre_court"])).toBe(answer);
});

test.each("surfing chess boxing fishing diving x indoor_chess indoor constructor".split(" "))(
  "nothing is near %j",
  (typed) => {
    expect(sportSuggestion(typed, [])).toBe("");
  },
);

test("whatever is proposed exists", () => {
  for (const typed of "jog swim camp grill skate row windsurf 5-a-side horse race".split(" ")) {
    const [, proposed = ""] = /^Did you mean (.*)\? $/.exec(sportSuggestion(typed, [])) ?? [];
    expect(findProfile(proposed), typed).toBeDefined();
  }
});
