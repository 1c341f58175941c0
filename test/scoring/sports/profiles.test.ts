import { expect, test, describe } from "vitest";
import { findProfile, SPORT_NAMES } from "../../../src/scoring/sports/find-profile.ts";
import { compileProfile, type SurfaceName } from "../../../src/scoring/sports/profile.ts";
import { PROFILES } from "../../../src/scoring/sports/profiles.ts";
import { SPORTS } from "../../../src/scoring/sports/sports.ts";
import { assumedVenue, surfacesOf, profileAtVenue } from "../../../src/scoring/sports/venue-facts.ts";
import { profileOf, profileProblems } from "../score-of.ts";

test("every profile is sound, of an alias too (P16)", () => {
  for (const name of SPORT_NAMES) expect(profileProblems(profileOf(name)), name).toEqual([]);
});

test("an alias is scored as its sport, except for the numbers of its own", () => {
  for (const { id, aliases } of SPORTS) {
    const sport = { ...profileOf(id), label: "", builtInName: "" };
    for (const [name, { numbers = {} }] of Object.entries(aliases)) {
      const profile = { ...profileOf(name), label: "", builtInName: "" };
      const weight = { ...sport.weight, ...numbers.weight };
      expect(profile, name).toEqual(compileProfile({ ...sport, ...numbers, weight }));
    }
  }
  expect(profileOf("rowing").temp).not.toEqual(profileOf("kayaking").temp);
});

test("stating the surface that a sport or an alias assumes changes nothing", () => {
  for (const name of SPORT_NAMES) {
    const profile = profileOf(name);
    const { surface } = assumedVenue(profile);
    if (!surfacesOf(profile).some((known) => known === surface)) continue;
    const { wet, flood, ice } = profileAtVenue(profile, undefined, { surface: surface as SurfaceName });
    expect({ wet, flood, ice }, name).toEqual({ wet: profile.wet, flood: profile.flood, ice: profile.ice });
  }
});

const names = PROFILES.flatMap(({ id, aliases }) => [id, ...aliases]);

test("every id and alias names one sport (P16)", () => {
  expect(new Set(names).size).toBe(names.length);
});

test("every id and alias is spelt as names are looked up (P16)", () => {
  expect(names.filter((name) => !/^[a-z_]+$/.test(name))).toEqual([]);
});

test("sailing and kitesurfing are the sports that need wind", () => {
  const windSports = PROFILES.map(compileProfile).filter(({ isWindSport }) => isWindSport);
  expect(windSports.map(({ id }) => id)).toEqual(["sailing", "kitesurfing"]);
});

/** Names that callers send today. If a name were dropped or moved, their answers would change. */
const ALIASES = {
  outdoor: "general generic any default",
  golf: "tee_time driving_range disc_golf",
  tennis: "beach_tennis lawn_tennis",
  padel: "paddle_tennis platform_tennis pickleball",
  football: "soccer futsal five_a_side rugby hockey american_football ultimate lacrosse gaelic_football",
  cricket: "baseball softball bowls",
  running: "jogging run athletics trail_running",
  cycling: "biking bike road_cycling mountain_biking e_bike",
  hiking: "walking trekking walk guided_tour horse_riding",
  climbing: "rock_climbing bouldering via_ferrata high_ropes",
  sailing: "dinghy yachting regatta",
  kitesurfing: "kiteboarding kite windsurfing wing_foiling",
  paddling: "kayaking canoeing sup paddleboarding rowing",
  skiing: "ski snowboarding snowboard cross_country_skiing",
  beach: "swimming pool sunbathing beach_volleyball",
  event: "picnic wedding party bbq concert festival market photoshoot outdoor_cinema",
  camping: "glamping campsite",
  fitness: "outdoor_fitness bootcamp yoga gym calisthenics basketball skateboarding",
};

describe("findProfile", () => {
  test.each(Object.entries(ALIASES))("finds %s by each of its aliases", (sport, names) => {
    for (const name of names.split(" ")) expect(findProfile(name)).toMatchObject({ id: sport });
  });

  test.each([
    ["Five-a-side", "football"],
    ["  tee time ", "golf"],
    ["BBQ", "event"],
  ])("takes %j for %s", (name, id) => {
    expect(findProfile(name)?.id).toBe(id);
  });

  test("has a readable label for every name", () => {
    for (const name of SPORT_NAMES)
      expect(findProfile(name)?.label, name).toMatch(/^[\p{L}-]+(?: [\p{L}-]+)*$/u);
  });

  test.each(["", "chess", "ten nis", "constructor", "__proto__"])("does not know %j", (name) => {
    expect(findProfile(name)).toBeUndefined();
  });
});
