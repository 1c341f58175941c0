// ListSports: what can be asked about, for whom, without counting.
import type { JsonObject } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { sharedSportsFromJson } from "../../src/scoring/sports/custom-profile.ts";
import { answerOf } from "./answer-of.ts";
import { faultsOf } from "./faults-of.ts";
import { LONDON, METHODS } from "./methods.ts";
import { useDoors } from "./start-with-doors.ts";

const { listSports, getForecast } = METHODS;

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

const FACTS = { covered: true, sheltered: true, floodlit: true, surface: "hard", temp_shift_c: 1 };

const SHARED = sharedSportsFromJson(
  JSON.stringify([
    { id: "padel-hall", base: "padel", label: "indoor padel", covered: true },
    { id: "court", base: "tennis", label: "anybody's court" },
  ]),
);

const service = await useDoors({ sharedSports: "sports" in SHARED ? SHARED.sports : new Map() });

describe("ListSports", () => {
  async function sportsFor(key: string): Promise<readonly ListedSport[]> {
    const { body } = await answerOf(service.doors[0], { method: listSports, request: {}, key });
    return (body as { sports: readonly ListedSport[] }).sports;
  }

  it("says the same at every door: the account's own first, then the operator's, then the built-in ones", async () => {
    const { key } = await service.createOwner({
      tennis: { base: "tennis", label: "our tennis", surface: "clay", temp_shift_c: -3 },
      court: { base: "padel" },
    });
    const sports = await sportsFor(key);
    for (const door of service.doors) {
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

  it("has what each sport assumes: lights, none, or something in between; its surface if it has one", async () => {
    const { key } = await service.createCaller({ plan: "free" });
    const assumed = new Map((await sportsFor(key)).map(({ id, assumes }) => [id, assumes]));
    const plain = { covered: false, sheltered: false, temp_shift_c: 0 };
    expect(assumed.get("padel")).toEqual({ ...plain, floodlit: true, surface: "artificial" });
    expect(assumed.get("golf")).toEqual({ ...plain, floodlit: false });
    expect(assumed.get("skiing")).toEqual(plain);
    expect(assumed.get("climbing")).toEqual({ ...plain, floodlit: false, surface: "rock" });
  });

  it("has each name once, at the sport that a call with it gets", async () => {
    const { key } = await service.createOwner({
      tennis: {
        base: "tennis",
        weight: { temp: 1 },
        temp: [
          [99, 0],
          [100, 1],
        ],
      },
      soccer: { base: "football" },
    });
    const sports = await sportsFor(key);
    const names = sports.flatMap(({ id, aliases }) => [id, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    const scoresOf = async (sport: string) =>
      (await answerOf(service.doors[0], { method: getForecast, request: { ...LONDON, days: 1, sport }, key }))
        .body;
    expect(await scoresOf("tennis")).not.toEqual(await scoresOf("lawn_tennis"));
    for (const { id, aliases } of sports) {
      const scores = await scoresOf(id);
      for (const alias of aliases) expect(await scoresOf(alias), alias).toEqual(scores);
    }
    expect(sports.find(({ aliases }) => aliases.includes("lawn_tennis"))).toMatchObject({
      id: "beach_tennis",
      base: "tennis",
      label: "beach tennis",
    });
  });

  it("has the facts that a call about the sport may say, and no other", async () => {
    const { key } = await service.createOwner({
      kites: {
        base: "tennis",
        wind: [
          [0, 0],
          [20, 1],
        ],
      },
    });
    for (const { id, facts, surfaces } of await sportsFor(key)) {
      for (const [fact, value] of Object.entries(FACTS)) {
        const said = fact === "surface" ? (surfaces[0] ?? "hard") : value;
        const request = { ...LONDON, days: 1, sport: id, [fact]: said };
        const outcome = await service.doors[0]!.call({ method: getForecast, request, key });
        expect(outcome.kind, `${id} ${fact}`).toBe(facts.includes(fact) ? "answer" : "fault");
      }
      expect(surfaces.length > 0, id).toBe(facts.includes("surface"));
    }
  });

  it("leaves out what the caller cannot use: sports of others, those its plan lacks, those that are not valid any more", async () => {
    const { key, accountId } = await service.createOwner({
      ours: { base: "golf" },
      old: { base: "curling" },
    });
    const stranger = await service.createCaller({ plan: "free" });
    const idsFor = async (whose: string) => (await sportsFor(whose)).map(({ id }) => id);
    expect((await idsFor(key)).slice(0, 2)).toEqual(["ours", "padel_hall"]);
    expect((await idsFor(stranger.key))[0]).toBe("padel_hall");
    await service.store.updateAccount(accountId, { plan: "starter" });
    service.clock.advance(60_000);
    expect(await idsFor(key)).toEqual(await idsFor(stranger.key));
  });

  it("is not counted, carries the quota headers of a call that was, and is answered when nothing is left", async () => {
    const { key, accountId } = await service.createCaller({ plan: "free", monthlyQuota: 1 });
    const { headers } = await answerOf(service.doors[0], { method: listSports, request: {}, key });
    expect(headers.get("ratelimit")).toMatch(/^"month";r=1;t=/);
    await answerOf(service.doors[0], { method: getForecast, request: { ...LONDON, days: 1 }, key });
    for (const door of service.doors) {
      const { headers } = await answerOf(door, { method: listSports, request: {}, key });
      expect(headers.get("ratelimit"), door.name).toMatch(/^"month";r=0;t=/);
    }
    expect(await service.store.usage(accountId, "2026-11")).toMatchObject([
      { method: "GetForecast", calls: 1 },
    ]);
  });

  it("needs a key, at every door", async () => {
    const call = { method: listSports, request: {}, key: undefined };
    for (const { door, fault } of await faultsOf(service.doors, call)) {
      expect(fault.reason, door).toBe("KEY_MISSING");
    }
  });

  it("is asked about again each time, for nothing while it is the same", async () => {
    const { key } = await service.createCaller();
    const url = `http://127.0.0.1:${service.ports.http}/v1/sports`;
    const first = await fetch(url, { headers: { "x-api-key": key } });
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    const etag = first.headers.get("etag") ?? "";
    const again = await fetch(url, { headers: { "x-api-key": key, "if-none-match": etag } });
    expect(again.status).toBe(304);
    const wrong = await fetch(`${url}?sport=tennis`, { headers: { "x-api-key": key } });
    expect(await wrong.json()).toMatchObject({ detail: "sport is unknown: there are no parameters here." });
  });
});
