import type { DescMessage, Message } from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { GetBookingConfidenceRequestSchema } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { RankSafeSlotsRequestSchema } from "#gen/suitability/v1/safe_slots_pb.ts";
import { invalidArgument } from "../../src/fault.ts";
import { isoTime } from "../../src/iso-time.ts";
import { problemFromConnectError } from "../../src/doors/rest/problem.ts";
import { compileQueryParser } from "../../src/doors/rest/query.ts";
import { wordOf } from "./choices.ts";

const MESSAGES = [GetBookingConfidenceRequestSchema, RankSafeSlotsRequestSchema] as const;
const PARSERS = MESSAGES.map((message: DescMessage) => ({ message, parse: compileQueryParser(message) }));

// Names and values that are right, nearly right, and anything else, put together in any way.
const name = fc.oneof(
  wordOf("lat lng startTime start_time slots sport explain utm_x day __proto__"),
  fc.constantFrom("toString", "constructor", "hasOwnProperty", "%", "%ff", "", "$typeName"),
  fc.string({ unit: "binary", maxLength: 100 }),
);
const value = fc.oneof(
  wordOf("51.5 1e-7 -0 true 2026-11-21T14:00:00Z 2026-11-21T14:00:00+02:00 , a,,b %"),
  fc.double().map(String),
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom(..."%&=+,0aF \u0000é😀"), maxLength: 40 }),
);
const query = fc
  .array(fc.tuple(name, fc.constantFrom("=", "", "=="), value), { maxLength: 30 })
  .map((pairs) => pairs.map((pair) => pair.join("")).join("&"));

const OURS = /^(is|has|must|falls) [ -~]*[.?]$/;
const INTERNAL = /undefined|NaN|Error|\bat \//;

describe("any query string", () => {
  test("gives a message of the method's type and perhaps a problem, and never throws", () => {
    const holds = fc.property(query, fc.constantFrom(...PARSERS), (text, { message, parse }) => {
      const { message: read, violations } = parse(text);
      if (read.$typeName !== message.typeName) return false;
      if (violations.length === 0) return true;
      const { status, body } = problemFromConnectError(invalidArgument(violations), "id-1");
      const { detail } = JSON.parse(body) as { detail: unknown };
      return (
        status === 400 &&
        typeof detail === "string" &&
        violations.length <= 20 &&
        // The names of parameters are repeated; all else is ours.
        violations.every(({ description }) => OURS.test(description) && !INTERNAL.test(description))
      );
    });
    expect(() => fc.assert(holds, { numRuns: 500 })).not.toThrow();
  });
});

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
