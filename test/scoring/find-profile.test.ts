import { describe, expect, test } from "vitest";
import { findProfile, SPORT_IDS } from "../../src/scoring/find-profile.ts";

describe("findProfile", () => {
  test.each(SPORT_IDS)("knows %s by its id", (id) => {
    expect(findProfile(id)?.id).toBe(id);
  });

  test.each([
    ["five_a_side", "football"],
    ["Five-a-side", "football"],
    ["  tee time ", "golf"],
    ["BBQ", "event"],
    ["default", "outdoor"],
    ["outdoor_fitness", "fitness"],
  ])("takes %j for %s", (name, id) => {
    expect(findProfile(name)?.id).toBe(id);
  });

  test.each(["", "chess", "ten nis", "constructor", "__proto__"])("does not know %j", (name) => {
    expect(findProfile(name)).toBeUndefined();
  });
});
