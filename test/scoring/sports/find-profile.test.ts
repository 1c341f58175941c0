import { describe, expect, test } from "vitest";
import { findProfile, SPORT_IDS } from "../../../src/scoring/sports/find-profile.ts";

/** Names that callers send today; one that is dropped or moved would change their answers. */
const ALIASES = [
  { sport: "outdoor", names: ["general", "generic", "any", "default"] },
  { sport: "golf", names: ["tee_time", "driving_range", "disc_golf"] },
  { sport: "tennis", names: ["beach_tennis", "lawn_tennis"] },
  { sport: "padel", names: ["paddle_tennis", "platform_tennis", "pickleball"] },
  {
    sport: "football",
    names: [
      "soccer",
      "futsal",
      "five_a_side",
      "rugby",
      "hockey",
      "american_football",
      "ultimate",
      "lacrosse",
      "gaelic_football",
    ],
  },
  { sport: "cricket", names: ["baseball", "softball", "bowls"] },
  { sport: "running", names: ["jogging", "run", "athletics", "trail_running"] },
  { sport: "cycling", names: ["biking", "bike", "road_cycling", "mountain_biking", "e_bike"] },
  { sport: "hiking", names: ["walking", "trekking", "walk", "guided_tour", "horse_riding"] },
  { sport: "climbing", names: ["rock_climbing", "bouldering", "via_ferrata", "high_ropes"] },
  { sport: "sailing", names: ["dinghy", "yachting", "regatta"] },
  { sport: "kitesurfing", names: ["kiteboarding", "kite", "windsurfing", "wing_foiling"] },
  { sport: "paddling", names: ["kayaking", "canoeing", "sup", "paddleboarding", "rowing"] },
  { sport: "skiing", names: ["ski", "snowboarding", "snowboard", "cross_country_skiing"] },
  { sport: "beach", names: ["swimming", "pool", "sunbathing", "beach_volleyball"] },
  {
    sport: "event",
    names: [
      "picnic",
      "wedding",
      "party",
      "bbq",
      "concert",
      "festival",
      "market",
      "photoshoot",
      "outdoor_cinema",
    ],
  },
  { sport: "camping", names: ["glamping", "campsite"] },
  {
    sport: "fitness",
    names: ["outdoor_fitness", "bootcamp", "yoga", "gym", "calisthenics", "basketball", "skateboarding"],
  },
] as const;

describe("findProfile", () => {
  test.each(SPORT_IDS)("knows %s by its id", (id) => {
    expect(findProfile(id)?.id).toBe(id);
  });

  test.each(ALIASES)("takes the other names of $sport for it", ({ sport, names }) => {
    expect(names.map((name) => findProfile(name)?.id)).toEqual(names.map(() => sport));
  });

  test.each([
    ["Five-a-side", "football"],
    ["  tee time ", "golf"],
    ["BBQ", "event"],
  ])("takes %j for %s", (name, id) => {
    expect(findProfile(name)?.id).toBe(id);
  });

  test.each(["", "chess", "ten nis", "constructor", "__proto__"])("does not know %j", (name) => {
    expect(findProfile(name)).toBeUndefined();
  });
});
