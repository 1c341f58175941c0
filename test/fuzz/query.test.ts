import type { Message } from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { GetBookingConfidenceRequestSchema } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { RankSafeSlotsRequestSchema } from "#gen/suitability/v1/safe_slots_pb.ts";
import { isoTime } from "../../src/iso-time.ts";
import { compileQueryParser } from "../../src/doors/rest/query.ts";

const MESSAGES = [GetBookingConfidenceRequestSchema, RankSafeSlotsRequestSchema] as const;
const text = fc.string({ unit: "grapheme" });
// Minus zero is written as 0.
const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const booking = fc
  .record({
    lat: finite,
    lng: finite,
    startMs: fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }).map((second) => second * 1000),
    durationMinutes: fc.integer(),
    sport: text,
    explain: fc.boolean(),
    odds: fc.boolean(),
    alternatives: fc.integer(),
    between: text,
    timeZone: text,
  })
  .map(({ startMs, ...others }) => ({
    message: create(GetBookingConfidenceRequestSchema, { ...others, startTime: timestampFromMs(startMs) }),
    pairs: Object.entries({ ...others, startTime: isoTime(startMs) }),
  }));

const slot = text.map((item) => item.replaceAll(",", ";")).filter((item) => item !== "");
const ranking = fc.tuple(fc.array(slot, { minLength: 1 }), fc.boolean()).map(([slots, isJoined]) => ({
  message: create(RankSafeSlotsRequestSchema, { slots }),
  pairs: (isJoined ? [slots.join(",")] : slots).map((item) => ["slots", item] as const),
}));

describe("a message written as a query", () => {
  test.each([
    { name: "booking-confidence", desc: MESSAGES[0], written: booking },
    { name: "safe-slots, joined or repeated", desc: MESSAGES[1], written: ranking },
  ])("reads back as itself: $name", ({ desc, written }) => {
    const parse = compileQueryParser(desc);
    const holds = fc.property<[Written]>(written, ({ message, pairs }) => {
      const parsed = parse(pairs.map(([key, item]) => `${key}=${encodeURIComponent(item)}`).join("&"));
      expect(parsed).toEqual({ message, violations: [] });
    });
    fc.assert(holds, { numRuns: 300 });
  });
});

interface Written {
  readonly message: Message;
  readonly pairs: readonly (readonly [string, string | number | boolean])[];
}
