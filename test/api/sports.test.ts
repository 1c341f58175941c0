import { describe, expect, test } from "vitest";
import type { SportsOwner } from "../../src/api/own-sports.ts";
import { createFindSport } from "../../src/api/sports.ts";

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
  const findSport = createFindSport();
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
    ["lawn_tennis", "tennis"],
    ["golf", "golf"],
    [undefined, "our terrace"],
    ["default", "outdoor activities"],
  ])("finds for %j %j: an own sport has its one name, aliases stay built in", async (sport, label) => {
    expect(await setUp(OWN).find(sport)).toMatchObject({ label });
  });

  test("finds built-in sports for an account that never had its own", async () => {
    expect(await createFindSport()({ sport: "tennis" }, undefined)).toMatchObject({ label: "tennis" });
  });

  test("lists an account's own sports first, none of them twice, when it knows no such sport", async () => {
    await expect(setUp(OWN).find("centre courd")).rejects.toThrow(
      /Did you mean centre_court\? Known are tennis, outdoor, centre_court, golf, padel, /,
    );
  });

  test("reads nothing for a built-in sport when the plan does not include custom ones", async () => {
    const { find, counted } = setUp(OWN, { planGap: PLAN_GAP });
    expect(await find("tennis")).toMatchObject({ label: "tennis" });
    expect(await find()).toMatchObject({ label: "outdoor activities" });
    expect(counted.reads).toBe(0);
  });

  test("says what plan an own sport needs, and lists only built-in ones, when the plan does not include it", async () => {
    const { find } = setUp(OWN, { planGap: PLAN_GAP });
    await expect(find("centre-court")).rejects.toThrow(/the Starter plan does not include.*the Growth plan/);
    await expect(find("chess")).rejects.toThrow(/Known are outdoor, golf, tennis/);
  });

  test("names account, sport and problems, for the log, when a stored definition is not valid any more", async () => {
    const { find } = setUp({ ...OWN, old: { base: "curling" } });
    await expect(find("old")).rejects.toThrow(
      /^sport old of account acc_a is not valid in this version, set it anew: base: must be one of/,
    );
    expect(await find("tennis")).toMatchObject({ label: "our tennis" });
  });
});
