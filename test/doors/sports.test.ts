// The list of sports, which is not counted; an account's own sports, which no other account can use; and facts of the
// venue, which a request may give on every plan. test/scoring/sports/venue-facts.test.ts tests what each fact changes.
import { once } from "node:events";
import type { JsonObject } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { sharedSportsFromJson } from "../../src/scoring/sports/custom-profile.ts";
import { SPORT_BY_NAME } from "../../src/scoring/sports/sports.ts";
import { answerOf } from "./answer-of.ts";
import { faultOf } from "./faults-of.ts";
import { forecastMessage, GET_FORECAST, openSession, rawCall } from "./grpc/raw-call.ts";
import { LONDON, METHODS } from "./methods.ts";
import { useDoors } from "./start-with-doors.ts";

const { getBookingConfidence, getForecast, rankSafeSlots, listSports } = METHODS;

const SLOT = { ...LONDON, start_time: "2026-11-22T14:00:00Z", duration_minutes: 90 };
const SLOTS = ["2026-11-22T09:00:00Z", "2026-11-23T14:00:00Z", "2026-11-24T21:00:00Z"];
const DAY = { method: getForecast, request: { ...LONDON, days: 1 } };

const OPERATIONS = [
  { method: getBookingConfidence, request: SLOT },
  DAY,
  { method: rankSafeSlots, request: { ...LONDON, slots: SLOTS } },
];

/** Wants weather that feels like 100 °C: in any other weather an hour scores 0. */
const HELLISH = {
  base: "tennis",
  label: "devils",
  weight: { temp: 1 },
  temp: [
    [99, 0],
    [100, 1],
  ],
};

interface ListedSport {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly label: string;
  readonly origin: string;
  readonly base: string;
  readonly assumes: JsonObject;
  readonly facts: readonly string[];
  readonly surfaces: readonly string[];
}

const FACTS = { covered: true, sheltered: true, floodlit: true, surface: "grass", temp_shift_c: 4 };

const SHARED = sharedSportsFromJson(
  JSON.stringify([
    { id: "padel-hall", base: "padel", label: "indoor padel", covered: true },
    { id: "court", base: "tennis", label: "anybody's court" },
  ]),
);

const service = await useDoors({ sharedSports: "sports" in SHARED ? SHARED.sports : new Map() });
const { doors, createCaller, createOwner } = service;

describe("ListSports", () => {
  async function sportsFor(key: string): Promise<readonly ListedSport[]> {
    const { body } = await answerOf(doors[0], { method: listSports, request: {}, key });
    return (body as { sports: readonly ListedSport[] }).sports;
  }

  it("says the same at every door: the account's own first, then the operator's, then the built-in ones", async () => {
    const { key } = await createOwner({
      tennis: { base: "tennis", label: "our tennis", surface: "clay", temp_shift_c: -3 },
      court: { base: "padel" },
    });
    const sports = await sportsFor(key);
    for (const door of doors) {
      const { body } = await answerOf(door, { method: listSports, request: {}, key });
      expect(body, door.name).toEqual({ sports });
    }
    expect(sports.slice(0, 5).map(({ id, origin }) => `${id} ${origin}`)).toEqual([
      "court account",
      "tennis account",
      "padel_hall operator",
      "outdoor built_in",
      "golf built_in",
    ]);
    expect(sports[1]).toEqual({
      id: "tennis",
      aliases: [],
      label: "our tennis",
      origin: "account",
      base: "tennis",
      assumes: { covered: false, sheltered: false, floodlit: true, surface: "clay", temp_shift_c: -3 },
      facts: ["covered", "sheltered", "floodlit", "surface", "temp_shift_c"],
      surfaces: ["hard", "clay", "grass", "artificial"],
    });
    expect(sports[2]).toMatchObject({ label: "indoor padel", base: "padel", assumes: { covered: true } });
  });

  it("has each name once, at the sport that a call with that name gets", async () => {
    const { key } = await createOwner({ tennis: HELLISH, soccer: { base: "football" } });
    const sports = await sportsFor(key);
    const names = sports.flatMap(({ id, aliases }) => [id, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    const scoresOf = async (sport: string) =>
      (await answerOf(doors[0], { ...DAY, request: { ...DAY.request, sport }, key })).body;
    for (const { id, aliases } of sports) {
      const scores = await scoresOf(id);
      const scoredAlike = aliases.filter((alias) => SPORT_BY_NAME.get(alias)?.numbers === undefined);
      for (const alias of scoredAlike) expect(await scoresOf(alias), alias).toEqual(scores);
    }
    // The account took the id tennis, so the built-in sport is listed under its first alias that is scored like it.
    expect(await scoresOf("tennis")).not.toEqual(await scoresOf("lawn_tennis"));
    expect(sports.find(({ aliases }) => aliases.includes("beach_tennis"))).toMatchObject({
      id: "lawn_tennis",
      base: "tennis",
      label: "lawn tennis",
    });
  });

  /** The list for an account with a football of its own. */
  const listIn = async (lang: string) => {
    const { key } = await createOwner({ football: { base: "football", label: "Bolzplatz" } });
    const { body, headers } = await answerOf(doors[0], { method: listSports, request: { lang }, key });
    return { ...(body as { sports: readonly ListedSport[]; verdicts: JsonObject }), headers };
  };

  it("has its verdicts in the requested language, which a header names", async () => {
    const { verdicts, headers } = await listIn("de-AT");
    expect(headers.get("content-language")).toBe("de");
    expect(verdicts).toEqual({
      safe_to_book: "Zu empfehlen",
      proceed_with_caution: "Mit Vorbehalt",
      not_recommended: "Nicht zu empfehlen",
    });
  });

  it("has its labels in the requested language, but an own sport keeps its owner's label", async () => {
    const { sports } = await listIn("de-AT");
    const labels = new Map(sports.map(({ id, label }) => [id, label]));
    // The account took the id football, so the built-in sport is listed under its first alias, soccer.
    const told = ["running", "football", "soccer"].map((id) => labels.get(id));
    expect(told).toEqual(["Laufen", "Bolzplatz", "Fußball"]);
  });

  it("is refused in a language that there is not", async () => {
    const { key } = await createCaller();
    const fault = await faultOf(doors, { method: listSports, request: { lang: "xx" }, key });
    expect(fault).toMatchObject({ reason: "INVALID_PARAMETER", violations: [{ field: "lang" }] });
  });

  it("leaves out sports that the caller cannot use: sports of others, not in its plan, or no longer valid", async () => {
    const { key, accountId } = await createOwner({ ours: { base: "golf" }, old: { base: "curling" } });
    const stranger = await createCaller({ plan: "free" });
    const idsFor = async (whose: string) => (await sportsFor(whose)).map(({ id }) => id);
    expect((await idsFor(key)).slice(0, 2)).toEqual(["ours", "padel_hall"]);
    expect((await idsFor(stranger.key))[0]).toBe("padel_hall");
    await service.store.updateAccount(accountId, { plan: "starter" });
    service.clock.advance(60_000);
    expect(await idsFor(key)).toEqual(await idsFor(stranger.key));
  });

  it("needs a key", async () => {
    const stranger = { method: listSports, request: {}, key: undefined };
    expect((await faultOf(doors, stranger)).reason).toBe("KEY_MISSING");
  });

  it("is answered uncounted when no quota is left, as the quota headers say", async () => {
    const { key, accountId } = await createCaller({ plan: "free", monthlyQuota: 1 });
    await answerOf(doors[0], { ...DAY, key });
    for (const door of doors) {
      const { headers } = await answerOf(door, { method: listSports, request: {}, key });
      expect(headers.get("ratelimit"), door.name).toMatch(/^"month";r=0;t=/);
    }
    expect(await service.callsOf(accountId)).toBe(1);
  });
});

describe("an account's own sports", () => {
  const call = (sport: string, key: string) => ({ ...DAY, request: { ...DAY.request, sport }, key });

  const createTwo = async () => {
    const { key } = await createOwner({ tennis: HELLISH, centre_court: HELLISH });
    const { key: other } = await createOwner({ bowls: { base: "cricket" } });
    return { key, other };
  };

  it("score only for that account, whether new or in place of built-in sports", async () => {
    const { key, other } = await createTwo();
    const scoresOf = async (sport: string, whose: string) => {
      const { body } = await answerOf(doors[0], call(sport, whose));
      return new Set(JSON.stringify(body).match(/(?<="playability_score":)\d+/g));
    };
    for (const sport of ["tennis", "Centre Court"]) {
      expect(await scoresOf(sport, key), sport).toEqual(new Set(["0"]));
    }
    expect(await scoresOf("tennis", other)).toEqual(await scoresOf("lawn_tennis", other));
  });

  it("are named to no other account", async () => {
    const { other } = await createTwo();
    const fault = await faultOf(doors, call("centre-court", other));
    expect(fault).toMatchObject({ code: "invalid_argument", violations: [{ field: "sport" }] });
    expect(fault.sentence).toContain("bowls");
    expect(fault.sentence).not.toContain("centre_court");
  });

  it("are refused uncounted on a plan without them", async () => {
    const { key, accountId } = await createOwner({ centre_court: HELLISH });
    await service.store.updateAccount(accountId, { plan: "starter" });
    const fault = await faultOf(doors, call("centre-court", key));
    expect(fault).toMatchObject({ code: "permission_denied", status: 403, reason: "FEATURE_NOT_IN_PLAN" });
    expect(await service.callsOf(accountId)).toBe(0);
  });

  it("all fit into a refusal that lists them, within the 8 kB of headers that gRPC clients accept", async () => {
    const ids = Array.from({ length: 50 }, (_, n) => `court_${n}_`.padEnd(24, "x"));
    const { key } = await createOwner(Object.fromEntries(ids.map((id) => [id, { base: "tennis" }])));
    const call = { bytes: forecastMessage({ ...LONDON, sport: "chess" }), headers: { "x-api-key": key } };
    const { stream } = rawCall(openSession(service.ports.grpc), GET_FORECAST, call);
    const [headers] = (await once(stream, "response")) as [Record<string, unknown>];
    expect(headers["grpc-message"]).toContain(ids.at(-1));
    // RFC 9113, section 6.5.2, defines the size of a header list.
    const sizes = Object.entries(headers).map(([name, value]) => name.length + String(value).length + 32);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(8192);
  });
});

describe("facts of the venue", () => {
  it.each(OPERATIONS)(
    "change $method.name on every plan, just as a sport that is defined with these facts does",
    async ({ method, request }) => {
      const ask = async (sport: string, key: string, facts: JsonObject = {}) =>
        (await answerOf(doors[0], { method, request: { ...request, sport, ...facts }, key })).body;
      const own = { base: "padel", covered: true, sheltered: true, temp_shift_c: 3 };
      const change = { covered: false, temp_shift_c: 0 };
      const sports = { grass: { base: "tennis", ...FACTS }, here: own, there: { ...own, ...change } };
      const { key: owner } = await createOwner(sports);
      const { key } = await createCaller({ plan: "free" });
      const defined = await ask("grass", owner);
      expect(await ask("tennis", key, FACTS)).toEqual(defined);
      expect(await ask("tennis", key)).not.toEqual(defined);
      // Facts of a request override those of the account's own sport.
      expect(await ask("here", owner, change)).toEqual(await ask("there", owner));
    },
  );
});
