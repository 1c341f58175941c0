import type { DescMessage, Message } from "@bufbuild/protobuf";
import { create, equals } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { GetBookingConfidenceRequestSchema } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { RankSafeSlotsRequestSchema } from "#gen/suitability/v1/safe_slots_pb.ts";
import { invalidArgument } from "../../src/fault.ts";
import { isoTime } from "../../src/iso-time.ts";
import { problemFromConnectError } from "../../src/rest/problem.ts";
import { compileQueryParser } from "../../src/rest/query.ts";
import { wordOf } from "./words.ts";

const MESSAGES: readonly DescMessage[] = [GetBookingConfidenceRequestSchema, RankSafeSlotsRequestSchema];
const PARSERS = MESSAGES.map((message) => ({ message, parse: compileQueryParser(message) }));

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

const OURS = /^(is|has|must|falls) [ -~]*\.$/;
const INTERNAL = /undefined|NaN|Error|\bat \//;

describe("any query string", () => {
  test("gives a message of the method's type or one problem, and never throws", () => {
    const holds = fc.property(query, fc.constantFrom(...PARSERS), (text, { message, parse }) => {
      const parsed = parse(text);
      if (parsed.kind === "Parsed") return parsed.message.$typeName === message.typeName;
      const { violations } = parsed;
      const { status, body } = problemFromConnectError(invalidArgument(violations), "id-1");
      const { detail } = JSON.parse(body) as { detail: unknown };
      return (
        status === 400 &&
        typeof detail === "string" &&
        violations.length > 0 &&
        violations.length <= 20 &&
        // The names of parameters are repeated; all else is ours.
        violations.every(({ description }) => OURS.test(description) && !INTERNAL.test(description))
      );
    });
    expect(() => fc.assert(holds, { numRuns: 500 })).not.toThrow();
  });
});

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const second = fc.integer({ min: -62_135_596_800, max: 253_402_300_799 });
const int32 = fc.integer();
const text = fc.string({ unit: "grapheme" });

function encoded(pairs: readonly (readonly [string, string])[]): string {
  return pairs.map(([key, item]) => `${key}=${encodeURIComponent(item)}`).join("&");
}

function parsedBack(message: DescMessage, queryText: string): Message {
  const parsed = compileQueryParser(message)(queryText);
  if (parsed.kind === "Refused") throw new Error(JSON.stringify(parsed.violations));
  return parsed.message;
}

describe("a message written as a query", () => {
  test("reads back as itself: booking-confidence", () => {
    fc.assert(
      fc.property(
        finite,
        finite,
        second,
        int32,
        text,
        fc.boolean(),
        (lat, lng, at, minutes, sport, explain) => {
          const pairs = [
            ["lat", String(lat)],
            ["lng", String(lng)],
            ["start_time", isoTime(at * 1000)],
            ["duration_minutes", String(minutes)],
            ["sport", sport],
            ["explain", String(explain)],
          ] as const;
          const expected = create(GetBookingConfidenceRequestSchema, {
            lat,
            lng,
            startTime: timestampFromMs(at * 1000),
            durationMinutes: minutes,
            sport,
            explain,
          });
          const read = parsedBack(GetBookingConfidenceRequestSchema, encoded(pairs));
          expect(equals<DescMessage>(GetBookingConfidenceRequestSchema, read, expected)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("reads back as itself: safe-slots, joined or repeated", () => {
    const slot = text.map((item) => item.replaceAll(",", ";")).filter((item) => item !== "");
    fc.assert(
      fc.property(fc.array(slot, { minLength: 1 }), fc.boolean(), (slots, isJoined) => {
        const pairs = isJoined
          ? [["slots", slots.join(",")] as const]
          : slots.map((item) => ["slots", item] as const);
        const expected = create(RankSafeSlotsRequestSchema, { slots });
        const read = parsedBack(RankSafeSlotsRequestSchema, encoded(pairs));
        expect(equals<DescMessage>(RankSafeSlotsRequestSchema, read, expected)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
