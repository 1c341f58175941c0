// Facts of the venue, said by the request: for every plan, at every door, as a definition of the sport would have them. What each
// fact does to a profile is in test/scoring/sports/venue-facts.test.ts.
import type { JsonObject } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { answerOf } from "./answer-of.ts";
import { LONDON, METHODS } from "./methods.ts";
import { useDoors } from "./start-with-doors.ts";

const { getBookingConfidence, getForecast, rankSafeSlots } = METHODS;

const OPERATIONS = [
  {
    method: getBookingConfidence,
    request: { ...LONDON, start_time: "2026-11-22T20:00:00Z", duration_minutes: 90 },
  },
  { method: getForecast, request: { ...LONDON, days: 7 } },
  {
    method: rankSafeSlots,
    request: { ...LONDON, slots: ["2026-11-22T09:00:00Z", "2026-11-23T14:00:00Z", "2026-11-24T21:00:00Z"] },
  },
];

const FACTS = { covered: true, sheltered: true, floodlit: true, surface: "grass", temp_shift_c: 4 };

const service = await useDoors();

describe.each(OPERATIONS)("facts of the venue, of $method.name", ({ method, request }) => {
  const ask = async (
    sport: string,
    key: string,
    { facts = {} as JsonObject, door = service.doors[0] } = {},
  ) => (await answerOf(door, { method, request: { ...request, sport, ...facts }, key })).body;

  it("are what a definition with them says, for every plan and at every door, and another than without", async () => {
    const { key: owner } = await service.createOwner({ court: { base: "tennis", ...FACTS } });
    const { key } = await service.createCaller({ plan: "free" });
    const defined = await ask("court", owner);
    for (const door of service.doors) {
      expect(await ask("tennis", key, { facts: FACTS, door }), door.name).toEqual(defined);
    }
    expect(await ask("tennis", key)).not.toEqual(defined);
  });

  it("go before what an account's own sport says of its venue", async () => {
    const own = { base: "padel", covered: true, sheltered: true, temp_shift_c: 3 };
    const facts = { covered: false, temp_shift_c: 0 };
    const { key } = await service.createOwner({ here: own, there: { ...own, ...facts } });
    expect(await ask("here", key, { facts })).toEqual(await ask("there", key));
  });
});
