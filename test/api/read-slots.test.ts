import { describe, expect, it } from "vitest";
import { createSlotReader } from "../../src/api/read-slots.ts";

const MORNING = "2026-11-22T09:00:00Z";
const NOON = "2026-11-22T13:00:00+01:00";

describe("reading slots", () => {
  it("finds the instants, in the order given, the second time as the first", () => {
    const readSlots = createSlotReader();
    const slots = [
      { startTime: NOON, startMs: Date.parse(NOON) },
      { startTime: MORNING, startMs: Date.parse(MORNING) },
    ];
    expect(readSlots([NOON, MORNING])).toEqual(slots);
    expect(readSlots([NOON, MORNING])).toEqual(slots);
    expect(readSlots([MORNING, NOON])).toEqual(slots.toReversed());
  });

  it("refuses a malformed list each time, and one that only looks like a list it knows", () => {
    const readSlots = createSlotReader();
    readSlots([MORNING, NOON]);
    for (let time = 0; time < 2; time += 1) {
      expect(() => readSlots([MORNING, "noon"])).toThrow(/slots\[1\]/);
      expect(() => readSlots([`${MORNING} ${NOON}`])).toThrow(/slots\[0\]/);
    }
  });
});
