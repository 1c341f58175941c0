// Facts of the venue, said by the request: for every plan, at every door, as a definition of the sport would have them.
import type { JsonObject } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { answerOf } from "./answer-of.ts";
import { faultsOf } from "./faults-of.ts";
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

const FACTS: readonly JsonObject[] = [
  { covered: true },
  { sheltered: true },
  { floodlit: false },
  { surface: "clay" },
  { temp_shift_c: -7.5 },
  { covered: true, sheltered: true, floodlit: true, surface: "grass", temp_shift_c: 4 },
];

const service = await useDoors();

describe("facts of the venue", () => {
  describe.each(OPERATIONS)("of $method.name", ({ method, request }) => {
    it.each(FACTS)(
      "%j are what a definition with them says, for every plan and at every door",
      async (facts) => {
        const { key: owner } = await service.createOwner({ court: { base: "tennis", ...facts } });
        const { key } = await service.createCaller({ plan: "free" });
        const [rest] = service.doors;
        const defined = await answerOf(rest, { method, request: { ...request, sport: "court" }, key: owner });
        for (const door of service.doors) {
          const said = await answerOf(door, {
            method,
            request: { ...request, sport: "tennis", ...facts },
            key,
          });
          expect(said.body, door.name).toEqual(defined.body);
        }
      },
    );

    it("change what is said of the sport", async () => {
      const { key } = await service.createCaller();
      const [rest] = service.doors;
      const ask = (facts: JsonObject) =>
        answerOf(rest, { method, request: { ...request, sport: "tennis", ...facts }, key });
      const [usual, other] = [await ask({}), await ask({ temp_shift_c: 10 })];
      expect(other.body).not.toEqual(usual.body);
    });

    it("go before what an account's own sport says of its venue", async () => {
      const own = { base: "padel", covered: true, sheltered: true, temp_shift_c: 3 };
      const { key } = await service.createOwner({
        here: own,
        there: { ...own, covered: false, temp_shift_c: 0 },
      });
      const facts = { covered: false, temp_shift_c: 0 };
      for (const door of service.doors) {
        const here = await answerOf(door, { method, request: { ...request, sport: "here", ...facts }, key });
        const there = await answerOf(door, { method, request: { ...request, sport: "there" }, key });
        expect(here.body, door.name).toEqual(there.body);
      }
    });

    it("are refused by name where the sport does not know them, with those it knows", async () => {
      const { key } = await service.createOwner({ bay: { base: "sailing" } });
      const facts = { covered: true, floodlit: false, temp_shift_c: 2 };
      const call = { method, request: { ...request, sport: "Bay", ...facts }, key };
      for (const { door, fault } of await faultsOf(service.doors, call)) {
        expect(fault.sentence, door).toBe(
          "covered is not known to bay, which knows temp_shift_c. floodlit is not known to bay, which knows temp_shift_c.",
        );
        expect(fault.reason, door).toBe("INVALID_PARAMETER");
      }
    });
  });
});
