// The service does not validate its answers. These tests check them against the bounds in proto/.
import { inspect } from "node:util";
import type {
  DescMessage,
  DescMethodUnary,
  Message,
  MessageInitShape,
  MessageShape,
} from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { createValidator } from "@bufbuild/protovalidate";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { describe, expect, it } from "vitest";
import { LocationSchema } from "#gen/suitability/v1/forecast_pb.ts";
import { HOUR_MS } from "../../src/lib/time/clock.ts";
import { isoTime } from "../../src/lib/time/iso-time.ts";
import { PROFILES } from "../../src/scoring/sports/profiles.ts";
import { METHODS } from "../doors/methods.ts";
import { NOW_MS } from "../support/service/test-service.ts";
import { useTestService } from "../support/service/use-test-service.ts";

const validator = createValidator();

function violationsOf(schema: DescMessage, message: Message): readonly string[] {
  const { violations = [] } = validator.validate(schema, message);
  return violations.map(({ field, message: words }) => `${field.map(String).join(".")} ${words}`);
}

const PLACES = [
  { lat: 51.5074, lng: -0.1278 },
  { lat: 78.22, lng: 15.65 },
  { lat: -15, lng: 180 },
];

describe("the bounds of answers in proto/", () => {
  const used = useTestService();

  /** Asks, checks that the answer is within its bounds, and returns it. */
  async function ask<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    question: MessageInitShape<I>,
    key = used().key,
  ): Promise<MessageShape<O>> {
    const transport = createGrpcTransport({ baseUrl: `http://127.0.0.1:${used().service.ports.grpc}` });
    const headers = { "x-api-key": key };
    const { message } = await transport.unary(method, undefined, undefined, headers, question);
    expect(violationsOf(method.output, message), inspect(question)).toEqual([]);
    return message;
  }

  it("are checked by these tests: a latitude of 91 is a violation", () => {
    expect(violationsOf(LocationSchema, create(LocationSchema, { lat: 91 }))).toHaveLength(1);
  });

  it("are kept for every sport, with explanation, odds, alternatives and candidates", async () => {
    const startMs = NOW_MS + 30 * HOUR_MS;
    const slots = Array.from({ length: 20 }, (_, i) => isoTime(startMs + i * 5 * HOUR_MS));
    for (const [i, { id: sport }] of PROFILES.entries()) {
      const asked = { ...PLACES[i % PLACES.length], sport, durationMinutes: 90, explain: true };
      const forecast = await ask(METHODS.getForecast, { ...asked, days: 7, stepMinutes: 15, windows: true });
      expect(forecast.hours).toHaveLength(168);
      const startTime = timestampFromMs(startMs);
      const alternatives = { alternatives: 5, candidates: slots };
      await ask(METHODS.getBookingConfidence, { ...asked, startTime, odds: true, ...alternatives });
      await ask(METHODS.rankSafeSlots, { ...asked, slots, odds: true });
      const venues = [...PLACES, { lat: 91, lng: 0 }].map(({ lat, lng }, i) => ({ ref: `${i}`, lat, lng }));
      await ask(METHODS.rankVenues, { ...asked, startTime, venues });
    }
  });

  it("are kept by the list of sports", async () => {
    expect((await ask(METHODS.listSports, {})).sports.length).toBeGreaterThan(0);
  });

  it("are kept by GetUsage, with a projection and a custom sport whose values are at their limits", async () => {
    const { service } = used();
    const curve = (from: number, to: number) => [
      [from, 1],
      [to, 0],
    ];
    const { accountId, key, keyId } = await service.createOwner({
      hall: {
        base: "tennis",
        rain_tolerance: 4,
        rain: curve(0, 500),
        wind_tolerance: 2,
        sheltered: true,
        wind: curve(0, 500),
        temp_shift_c: -10,
        temp: curve(-100, 100),
      },
    });
    const call = { accountId, keyId, month: "2026-11", day: 1, method: "GetForecast", quota: 9 };
    await service.store.spend(call);
    const usage = await ask(METHODS.getUsage, {}, key);
    expect(usage.projection?.fullDays).toBe(20);
    expect(usage.sports.map(({ curves }) => curves.length)).toEqual([3]);
  });
});
