// Nothing checks answers as they leave. Here they are held to what proto/ tells of them.
import { create, type DescMessage, type DescService, type Message } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { createValidator } from "@bufbuild/protovalidate";
import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { describe, expect, it } from "vitest";
import {
  BookingConfidenceService,
  GetBookingConfidenceResponseSchema,
} from "#gen/suitability/v1/booking_confidence_pb.ts";
import {
  ForecastService,
  GetForecastResponseSchema,
  LocationSchema,
} from "#gen/suitability/v1/forecast_pb.ts";
import { RankSafeSlotsResponseSchema, SafeSlotsService } from "#gen/suitability/v1/safe_slots_pb.ts";
import { ListSportsResponseSchema, SportsService } from "#gen/suitability/v1/sports_pb.ts";
import { GetUsageResponseSchema, UsageService } from "#gen/suitability/v1/usage_pb.ts";
import { HOUR_MS } from "../../src/clock.ts";
import { isoTime } from "../../src/iso-time.ts";
import { PROFILES } from "../../src/scoring/sports/profiles.ts";
import { NOW_MS } from "../support/test-service.ts";
import { useTestService } from "../support/use-test-service.ts";

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

  const clientOf = <Service extends DescService>(service: Service) =>
    createClient(service, createGrpcTransport({ baseUrl: `http://127.0.0.1:${used().service.ports.grpc}` }));

  it("are checked here: a latitude of 91 is a violation", () => {
    expect(violationsOf(LocationSchema, create(LocationSchema, { lat: 91 }))).toHaveLength(1);
  });

  it("are kept for every sport, with explanation, odds, alternatives and candidates", async () => {
    const headers = { "x-api-key": used().key };
    const startMs = NOW_MS + 30 * HOUR_MS;
    const slots = Array.from({ length: 20 }, (_, i) => isoTime(startMs + i * 5 * HOUR_MS));
    const asked = { durationMinutes: 90, explain: true };
    for (const [i, { id: sport }] of PROFILES.entries()) {
      const question = { ...asked, ...PLACES[i % PLACES.length], sport };
      const forecast = await clientOf(ForecastService).getForecast(
        { ...question, days: 7, stepMinutes: 15 },
        { headers },
      );
      const verdict = await clientOf(BookingConfidenceService).getBookingConfidence(
        { ...question, startTime: timestampFromMs(startMs), odds: true, alternatives: 5, candidates: slots },
        { headers },
      );
      const ranking = await clientOf(SafeSlotsService).rankSafeSlots(
        { ...question, slots, odds: true },
        { headers },
      );
      expect(forecast.hours).toHaveLength(168);
      expect(violationsOf(GetForecastResponseSchema, forecast), sport).toEqual([]);
      expect(violationsOf(GetBookingConfidenceResponseSchema, verdict), sport).toEqual([]);
      expect(violationsOf(RankSafeSlotsResponseSchema, ranking), sport).toEqual([]);
    }
  });

  it("are kept by the list of sports", async () => {
    const list = await clientOf(SportsService).listSports({}, { headers: { "x-api-key": used().key } });
    expect(violationsOf(ListSportsResponseSchema, list)).toEqual([]);
  });

  it("are kept by GetUsage, with a projection and a custom sport whose values are at their limits", async () => {
    const { service } = used();
    const { accountId, key, keyId } = await service.createCaller();
    const call = { accountId, keyId, month: "2026-11", day: 1, method: "GetForecast", quota: 9 };
    await service.store.spend(call);
    const curve = (from: number, to: number) => [
      [from, 1],
      [to, 0],
    ];
    const definition = JSON.stringify({
      id: "hall",
      base: "tennis",
      rain_tolerance: 4,
      rain: curve(0, 500),
      wind_tolerance: 2,
      sheltered: true,
      wind: curve(0, 500),
      temp_shift_c: -10,
      temp: curve(-100, 100),
    });
    await service.store.setSport(accountId, { id: "hall", definition });
    const usage = await clientOf(UsageService).getUsage({}, { headers: { "x-api-key": key } });
    expect(usage.projection?.fullDays).toBe(20);
    expect(usage.sports.map(({ curves }) => curves.length)).toEqual([3]);
    expect(violationsOf(GetUsageResponseSchema, usage)).toEqual([]);
  });
});
