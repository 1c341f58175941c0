// RankVenues at every door: the ranking, errors of single venues, and what is counted.
import type { JsonObject } from "@bufbuild/protobuf";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { issueApiKey } from "../../src/accounts/issue-api-key.ts";
import { placeAt } from "../../src/lib/place.ts";
import { HOUR_MS } from "../../src/lib/time/clock.ts";
import { isoTime } from "../../src/lib/time/iso-time.ts";
import { MODEL_VERSION } from "../../src/scoring/model-version.ts";
import { SPORT_IDS } from "../../src/scoring/sports/find-profile.ts";
import { NOW_MS } from "../support/service/test-service.ts";
import { answerOf } from "./answer-of.ts";
import { faultOf } from "./faults-of.ts";
import { LONDON, METHODS } from "./methods.ts";
import { FORECAST_ANSWER, startProvider, useDoors } from "./start-with-doors.ts";

const { getBookingConfidence, rankVenues: method } = METHODS;

const service = await useDoors();
const { doors } = service;
const { upstream, settings } = await startProvider(FORECAST_ANSWER, afterAll);
const replayed = await useDoors(settings);
const { accountId, key } = await service.createCaller({ plan: "enterprise" });

interface RankedVenue {
  readonly ref: string;
  readonly rank?: number;
  readonly playability_score?: number;
  readonly recommendation?: string;
  readonly explanation?: JsonObject;
  readonly error?: { readonly violations?: readonly { readonly field: string }[] };
}

const SESSION = { start_time: "2026-11-22T14:00:00Z", duration_minutes: 90, sport: "tennis" };

const PLACES: readonly JsonObject[] = [
  { ref: "london", ...LONDON },
  { ref: "miami", lat: 25.7617, lng: -80.1918 },
  { ref: "sydney", lat: -33.8688, lng: 151.2093 },
];

const asked = (venues: readonly JsonObject[], change: JsonObject = {}): JsonObject => ({
  venues: [...venues],
  ...SESSION,
  ...change,
});

async function rank(request: JsonObject, { door = doors[0], as = key, headers = {} } = {}) {
  const { body, headers: answered } = await answerOf(door, { method, request, key: as, headers });
  return { venues: (body as { readonly venues: readonly RankedVenue[] }).venues, headers: answered };
}

describe("a ranking of venues", () => {
  it.each(doors)(
    "$name: has the judged venues first, best first, then the others with their own errors",
    async (door) => {
      const { venues } = await rank(asked([{ ref: "nowhere", lat: 95, lng: 0 }, ...PLACES]), { door });
      const judged = venues.slice(0, 3);
      expect(judged.map(({ rank }) => rank)).toEqual([1, 2, 3]);
      expect(judged.map(({ ref }) => ref).toSorted()).toEqual(["london", "miami", "sydney"]);
      const scores = judged.map(({ playability_score: score = Number.NaN }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      expect(new Set(scores).size).toBe(3);
      expect(judged.map((venue) => Object.keys(venue))).toEqual(
        judged.map(() => ["ref", "rank", "playability_score", "recommendation", "rain_risk", "wind_risk"]),
      );
      const reason = "INVALID_PARAMETER";
      const violations = [{ field: "lat", description: expect.any(String) as unknown, reason }];
      const error = { status: 400, code: "invalid_argument", reason, violations };
      expect(venues.slice(3)).toEqual([
        { ref: "nowhere", error: { ...error, detail: expect.any(String) as unknown } },
      ]);
    },
  );

  it.each(doors)("$name: has the headers of what it was made from, and no ETag", async (door) => {
    const { headers } = await rank(asked(PLACES), { door });
    expect(headers.get("weather-source")).toBe("simulated");
    expect(headers.get("scoring-model-version")).toBe(MODEL_VERSION);
    expect(headers.get("weather-location")).toBeNull();
    expect(headers.has("etag")).toBe(false);
  });

  it.each(doors)("$name: counts as one call, by the verdict on the best venue", async (door) => {
    const { accountId, key: as } = await service.createCaller();
    const [best] = (await rank(asked(PLACES), { door, as })).venues;
    const verdicts = { [best?.recommendation ?? ""]: 1 };
    expect(await service.store.monthlyTotals(accountId)).toMatchObject([{ calls: 1, verdicts }]);
  });

  it("has of each venue what booking-confidence has, byte for byte, for every sport, start, length, venue and language", async () => {
    const venue = fc.record({
      lat: fc.integer({ min: -60, max: 70 }),
      lng: fc.integer({ min: -180, max: 180 }),
      temp_shift_c: fc.option(fc.integer({ min: -10, max: 10 }), { nil: undefined }),
    });
    const session = fc.record({
      sport: fc.constantFrom(...SPORT_IDS),
      start_time: fc.integer({ min: 0, max: 160 }).map((hours) => isoTime(NOW_MS + hours * HOUR_MS)),
      duration_minutes: fc.oneof(fc.constantFrom(60, 90, 240), fc.integer({ min: 1, max: 1440 })),
    });
    const reasons = fc.constantFrom<JsonObject>({}, { explain: true }, { explain: true, lang: "de-AT" });
    const holds = fc.asyncProperty(
      fc.array(venue, { minLength: 1, maxLength: 6 }),
      session,
      reasons,
      async (places, session, reasons) => {
        const venues = places.map((place, i) => JSON.parse(JSON.stringify({ ref: `v-${i}`, ...place })));
        const ranked = (await rank({ venues, ...session, ...reasons })).venues;
        const raised = ranked.map(({ ref, rank: _rank, ...venue }) => ({ ref, venue }));
        expect(ranked.map(({ rank }) => rank)).toEqual(venues.map((_, i) => i + 1));
        for (const { ref, venue } of raised) {
          const { ref: _ref, ...place } = venues.find((each) => each.ref === ref);
          const request = { ...place, ...session, ...reasons };
          const { body } = await answerOf(doors[0], { method: getBookingConfidence, request, key });
          expect(JSON.stringify(venue)).toBe(JSON.stringify(shared(venue, body)));
        }
      },
    );
    await fc.assert(holds, { numRuns: 25 });
  });

  it("has venues of the same score in the order of the request", async () => {
    const { venues } = await rank(
      asked([
        { ref: "c", ...LONDON },
        { ref: "a", ...LONDON },
        { ref: "b", ...LONDON },
      ]),
    );
    expect(venues.map(({ ref, rank }) => [ref, rank])).toEqual([
      ["c", 1],
      ["a", 2],
      ["b", 3],
    ]);
  });

  it("judges each venue by its own facts", async () => {
    const rain = { start_time: "2026-11-22T14:00:00Z", sport: "padel" };
    const { venues } = await rank(
      asked(
        [
          { ref: "open", ...LONDON },
          { ref: "roofed", ...LONDON, covered: true },
        ],
        rain,
      ),
    );
    expect(venues.map(({ ref }) => ref)).toEqual(["roofed", "open"]);
    expect(venues[0]?.playability_score).toBeGreaterThan(venues[1]?.playability_score ?? 100);
  });

  it("of 20 venues fits into a call, each with the longest texts", async () => {
    const venues = Array.from({ length: 19 }, (_, i) => ({
      ref: `${i}${"é".repeat(60)}`,
      ...LONDON,
      surface: "é".repeat(64),
    }));
    for (const door of doors.filter(({ name }) => !name.includes("by GET"))) {
      const { venues: ranked } = await rank(asked([...venues, { ref: "good", ...LONDON }]), { door });
      expect(ranked, door.name).toHaveLength(20);
    }
  });
});

/** Of an answer of booking-confidence, what a ranking has too, in the ranking's order. */
function shared(venue: object, answer: unknown): unknown {
  return Object.fromEntries(
    Object.entries(venue).map(([name, value]) => {
      const single = (answer as Readonly<Record<string, unknown>>)[name];
      return [name, name === "explanation" ? shared(value as object, single) : single];
    }),
  );
}

const JSON_DOORS = doors.filter(({ name }) => name.startsWith("rest"));

/** Over /v1 of the core or of the sidecar. Only a text can have a name twice. */
function postText({ name }: { readonly name: string }, body: string): Promise<Response> {
  const port = name === "rest" ? service.ports.http : service.ports.sidecar;
  const headers = { "x-api-key": key, "content-type": "application/json" };
  return fetch(`http://127.0.0.1:${port}/v1/venues:rank`, { method: "POST", headers, body });
}

describe("a venue's own error", () => {
  it.each<[string, JsonObject, readonly string[]]>([
    ["no point", { lat: null, lng: null }, ["lat", "lng"]],
    ["several values out of range", { lng: 200, temp_shift_c: 11 }, ["lng", "temp_shift_c"]],
    ["a surface that the sport is not played on", { surface: "rock" }, ["surface"]],
  ])("reports %s, and does not affect another venue", async (_what, change, fields) => {
    const wrong = Object.entries({ ref: "wrong", ...LONDON, ...change }).filter(
      ([, value]) => value !== null,
    );
    for (const door of doors) {
      const { venues } = await rank(
        asked([Object.fromEntries(wrong) as JsonObject, { ref: "good", ...LONDON }]),
        { door },
      );
      expect(venues, door.name).toMatchObject([
        { ref: "good", rank: 1 },
        { ref: "wrong", error: { status: 400, code: "invalid_argument", reason: "INVALID_PARAMETER" } },
      ]);
      const { violations = [] } = venues[1]?.error ?? {};
      expect(violations.map(({ field }) => field)).toEqual(fields);
    }
  });

  it.each<[string, JsonObject, string, string]>([
    ["text for a number", { lat: "abc" }, "lat", "must be a number such as 51.5."],
    ["a number as text", { lng: "-0.1278" }, "lng", "must be a number such as 51.5."],
    ["an object for a number", { lat: {} }, "lat", "must be a number such as 51.5."],
    ["a number for text", { surface: 7 }, "surface", "must be a string."],
    ["a fact that may be left out", { covered: "yes" }, "covered", "must be true or false."],
    ["null", { temp_shift_c: null }, "temp_shift_c", "must not be null: leave it out."],
  ])(
    "reports over JSON a value of the wrong form, and does not affect another venue: %s",
    async (_what, change, field, description) => {
      const wrong = { ref: "wrong", ...LONDON, ...change };
      const reason = "INVALID_PARAMETER";
      const error = { status: 400, code: "invalid_argument", reason };
      const violations = [{ field, description, reason }];
      for (const door of JSON_DOORS) {
        const { venues } = await rank(asked([wrong, { ref: "good", ...LONDON }]), { door });
        expect(venues[0], door.name).toMatchObject({ ref: "good", rank: 1 });
        expect(venues.slice(1), door.name).toEqual([
          { ref: "wrong", error: { ...error, detail: `${field} ${description}`, violations } },
        ]);
      }
    },
  );

  it("reports wrong forms first, and values once all can be read", async () => {
    const wrong = { ref: "wrong", lat: 95, lng: "x", surface: 7 };
    for (const door of JSON_DOORS) {
      const { venues } = await rank(asked([wrong, { ref: "good", ...LONDON }]), { door });
      const { violations = [] } = venues[1]?.error ?? {};
      expect(violations.map(({ field }) => field)).toEqual(["lng", "surface"]);
    }
  });

  it("reports each field of nineteen venues, and does not affect the twentieth", async () => {
    const names = "lat lng covered sheltered floodlit surface temp_shift_c".split(" ");
    const allWrong = Object.fromEntries(names.map((name) => [name, []]));
    const wrong = Array.from({ length: 19 }, (_, i) => ({ ref: `${i}${"é".repeat(60)}`, ...allWrong }));
    for (const door of JSON_DOORS) {
      const { venues } = await rank(asked([...wrong, { ref: "good", ...LONDON }]), { door });
      const fields = venues.map(({ error }) => error?.violations?.map(({ field }) => field));
      expect(fields, door.name).toEqual([undefined, ...wrong.map(() => names)]);
    }
  });

  it("says when to try again where the account may not fetch another new place", async () => {
    // Its plan allows 50 new places at first, then one in six seconds.
    const { accountId, key: as } = await service.createCaller({ plan: "free" });
    const placesOf = (call: number) =>
      Array.from({ length: 20 }, (_, i) => ({ ref: `v-${i}`, lat: -50 + call, lng: i }));
    const calls = [0, 1, 2].map((call) => rank(asked(placesOf(call)), { as }));
    const answers = await Promise.all(calls);
    const venues = answers.flatMap(({ venues }) => venues);
    const judged = venues.filter(({ error }) => error === undefined);
    const refused = venues.filter(({ error }) => error !== undefined);
    expect(judged.length).toBeGreaterThanOrEqual(50);
    expect(refused).not.toEqual([]);
    const error = { status: 429, reason: "NEW_PLACES_LIMITED", retry_after_seconds: expect.any(Number) };
    for (const venue of refused) expect(venue).toMatchObject({ error });
    const partly = answers.find(({ venues }) => venues.some(({ error }) => error !== undefined));
    expect(partly?.headers.get("cache-control")).toBe("private, no-cache");
    expect(await service.callsOf(accountId)).toBe(3);
    // Places that the account has asked about are judged meanwhile.
    expect((await rank(asked(placesOf(0)), { as })).venues.at(-1)).toHaveProperty("rank", 20);
  });
});

describe("a call that judges no venue", () => {
  it("is refused with the violations of all venues, and is not counted", async () => {
    const { accountId, key: as } = await service.createCaller();
    const venues = [
      { ref: "a", lat: 95, lng: 0 },
      { ref: "b", lat: 0, lng: 200 },
    ];
    expect(await faultOf(doors, { method, request: asked(venues), key: as })).toMatchObject({
      code: "invalid_argument",
      reason: "INVALID_PARAMETER",
      violations: [{ field: "venues[0].lat" }, { field: "venues[1].lng" }],
    });
    expect(await service.callsOf(accountId)).toBe(0);
  });
});

describe("a ranking while the provider is down", () => {
  const [london = {}, miami = {}] = PLACES;
  const nowhere = { ref: "nowhere", lat: 95, lng: 0 };
  const cacheControlOf = async (venues: readonly JsonObject[], as: string) =>
    (await rank(asked(venues), { door: replayed.doors[0], as })).headers.get("cache-control");

  /** A new account. The forecast for London is cached, and no other is. */
  async function withoutProvider() {
    const caller = await replayed.createCaller();
    upstream.behave(FORECAST_ANSWER);
    await rank(asked([london]), { door: replayed.doors[0], as: caller.key });
    upstream.behave({ kind: "answer", status: 500, body: "down" });
    return { ...caller, before: await replayed.callsOf(caller.accountId) };
  }

  it("fails uncounted if no venue's forecast is cached", async () => {
    const { accountId, key: as, before } = await withoutProvider();
    const outcome = await replayed.doors[0].call({ method, request: asked([miami]), key: as });
    expect(outcome).toMatchObject({ code: "unavailable", reason: "FORECAST_UNAVAILABLE" });
    expect(await replayed.callsOf(accountId)).toBe(before);
  });

  it("says beside the judged venues when to ask for the others again", async () => {
    const { key: as } = await withoutProvider();
    const { venues } = await rank(asked([miami, london]), { door: replayed.doors[0], as });
    const error = { status: 503, reason: "FORECAST_UNAVAILABLE", retry_after_seconds: expect.any(Number) };
    expect(venues).toMatchObject([
      { ref: "london", rank: 1 },
      { ref: "miami", error },
    ]);
  });

  it("may not be cached with an error that may pass", async () => {
    const { key: as } = await withoutProvider();
    expect(await cacheControlOf([london, miami], as)).toBe("private, no-cache");
  });

  it("may be cached as long as its forecasts are fresh, also with an error that stays", async () => {
    const { key: as } = await withoutProvider();
    const [, alone] = /^private, max-age=(\d+)$/.exec((await cacheControlOf([london], as)) ?? "") ?? [];
    // The clock is at 12:20: the current hour ends in 40 minutes.
    expect(Number(alone)).toBeLessThan(39 * 60);
    expect(await cacheControlOf([london, nowhere], as)).toBe(`private, max-age=${alone}`);
    replayed.clock.advance(60_000);
    expect(await cacheControlOf([london, nowhere], as)).toBe(`private, max-age=${Number(alone) - 60}`);
  });
});

describe("what is wrong with the whole call", () => {
  const many = Array.from({ length: 21 }, (_, i) => ({ ref: `${i}`, ...LONDON }));

  it.each<[string, JsonObject, readonly string[]]>([
    ["no venue", asked([]), ["venues"]],
    ["21 venues", asked(many), ["venues"]],
    ["a venue without a name", asked([...PLACES, { ...LONDON }]), ["venues[3].ref"]],
    ["names twice", asked([...PLACES, ...PLACES]), ["venues[3].ref", "venues[4].ref", "venues[5].ref"]],
    ["no start and no length", { venues: [...PLACES] }, ["start_time", "duration_minutes"]],
    [
      "a start in the past, an unknown sport, and a language without explain",
      asked(PLACES, { start_time: "2026-11-20T14:00:00Z", sport: "tenis", lang: "de" }),
      ["sport", "lang", "start_time"],
    ],
  ])("is reported at every door, and not counted: %s", async (_what, request, fields) => {
    const { accountId, key: as } = await service.createCaller();
    const fault = await faultOf(doors, { method, request, key: as });
    expect(fault).toMatchObject({ code: "invalid_argument", reason: "INVALID_PARAMETER" });
    expect(fault.violations.map(({ field }) => field)).toEqual(fields);
    expect(await service.callsOf(accountId)).toBe(0);
  });
});

describe("what is wrong with a body", () => {
  it("is reported at once, with each entry and field; last what fails a venue alone", async () => {
    const venues = [
      '{"ref": "a", "lat": 1, "lng": 2}',
      '{"ref": "b", "lat": "1", "lng": 2}',
      "null",
      '{"ref": "a", "lat": 1, "lon": 2}',
      '{"lat": 1, "lng": 2}',
      '{"ref": "c", "lat": 1, "lat": 1, "lng": 2}',
    ];
    const response = await postText(
      doors[0],
      `{"venues": [${venues.join()}], "start_time": "tomorrow", "duration_minutes": 0, "sport": "tenis"}`,
    );
    const { violations } = (await response.json()) as {
      readonly violations: readonly { readonly field: string; readonly reason: string }[];
    };
    expect(response.status).toBe(400);
    expect(violations.map(({ field, reason }) => `${field} ${reason}`)).toEqual([
      "venues[5].lat INVALID_PARAMETER",
      "venues[2] INVALID_PARAMETER",
      "venues[3].lon UNKNOWN_PARAMETER",
      "start_time INVALID_PARAMETER",
      "venues[4].ref INVALID_PARAMETER",
      "duration_minutes INVALID_PARAMETER",
      "sport UNKNOWN_SPORT",
      // It is also the ref of venues[0].
      "venues[3].ref INVALID_PARAMETER",
      "venues[1].lat INVALID_PARAMETER",
    ]);
  });
});

describe.each(JSON_DOORS)("a body, $name,", (door) => {
  it.each([
    ["a name twice", '"covered": true, "covered": false', "covered", "is given twice: give it once."],
    [
      "a name twice, written differently",
      '"covered": true, "\\u0063overed": true',
      "covered",
      "is given twice",
    ],
    ["an unknown name", '"roofed": true', "roofed", "is unknown"],
    ["a ref of the wrong form", '"ref": 7', "ref", "must be a string."],
  ])(
    "is refused whole and uncounted, though a venue is good, for %s",
    async (_what, member, field, description) => {
      const before = await service.callsOf(accountId);
      const ref = member.startsWith('"ref"') ? "" : '"ref": "b", ';
      const venues = `[{"ref": "a", "lat": 1, "lng": 2}, {${ref}"lat": 1, "lng": 2, ${member}}]`;
      const session = JSON.stringify(SESSION).replace("{", "");
      const response = await postText(door, `{"venues": ${venues}, ${session}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        violations: [{ field: `venues[1].${field}`, description: expect.stringContaining(description) }],
      });
      expect(await service.callsOf(accountId)).toBe(before);
    },
  );

  it("with an unknown field of the call is refused for it first, behind any number of values of the wrong form", async () => {
    const wrong = Array.from({ length: 20 }, (_, i) => ({ ref: `${i}`, lat: "x", lng: "x" }));
    const request = asked(wrong, { verbose: true });
    const fault = await faultOf([door], { method, request, key });
    expect(fault.violations[0]).toMatchObject({ field: "verbose", reason: "UNKNOWN_PARAMETER" });
  });
});

describe("a publishable key for venues", () => {
  const CLUB = "https://club.example";

  async function createPublishable() {
    const { accountId } = await service.createCaller();
    const places = PLACES.map(({ lat, lng }) => placeAt(Number(lat), Number(lng)).key);
    const restrictions = { origins: [CLUB], places, operations: ["venues"], callsADay: 100 } as const;
    const issued = await issueApiKey({ store: service.store, accountId, restrictions });
    return { accountId, as: issued?.apiKey ?? "", headers: { origin: CLUB } };
  }

  it("is good at every door if all venues that have a point are at its places", async () => {
    const { as, headers } = await createPublishable();
    for (const door of doors) {
      const { venues } = await rank(asked([...PLACES, { ref: "pointless" }]), { door, as, headers });
      const ranks = venues.map(({ rank }) => rank);
      expect(ranks, door.name).toEqual([1, 2, 3, undefined]);
    }
  });

  it("is good over JSON if a venue elsewhere is not judged, because a value of it cannot be read", async () => {
    const { as, headers } = await createPublishable();
    const unread = { ref: "unread", lat: 1, lng: 2, surface: 7 };
    for (const door of JSON_DOORS) {
      const { venues } = await rank(asked([...PLACES, unread]), { door, as, headers });
      const errors = venues.map(({ error }) => error?.violations?.map(({ field }) => field));
      expect(errors, door.name).toEqual([undefined, undefined, undefined, ["surface"]]);
    }
  });

  it("is refused uncounted at every door if one venue is elsewhere", async () => {
    const { accountId, as, headers } = await createPublishable();
    const request = asked([...PLACES, { ref: "elsewhere", lat: 1, lng: 2 }]);
    const fault = await faultOf(doors, { method, request, key: as, headers });
    expect(fault).toMatchObject({ code: "permission_denied", reason: "PLACE_NOT_ALLOWED" });
    expect(await service.callsOf(accountId)).toBe(0);
  });
});
