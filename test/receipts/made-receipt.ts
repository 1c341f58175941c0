// Makes receipts without a service, for the tests of their verification.
import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { CompactSign } from "jose";
import {
  GetBookingConfidenceRequestSchema,
  GetBookingConfidenceResponseSchema,
} from "#gen/suitability/v1/booking_confidence_pb.ts";
import { RECOMMENDATIONS, RISK_LEVELS, toTenths } from "../../src/operations/answer-fields.ts";
import { sessionExplanation } from "../../src/operations/explanation.ts";
import type { ReceiptKeys } from "../../src/receipts/receipt-keys.ts";
import { createSignReceipt } from "../../src/receipts/sign-receipt.ts";
import { scoreSession, type SessionScore } from "../../src/scoring/session-score.ts";
import { columnsFrom, type HourlyWeather } from "../../src/weather/hourly-weather.ts";
import { FINE_HOUR, type HourOfWeather } from "../scoring/columns-of.ts";
import { profileOf } from "../scoring/score-of.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { NOW_MS } from "../support/test-service.ts";
import { ISSUER } from "./receipt-settings.ts";

type SigningKeys = ReceiptKeys & { readonly signing: object };

/** The receipt of a session that was scored from a forecast. */
export function receiptOf(session: SessionScore, forecast: HourlyWeather, { signing }: SigningKeys): string {
  const sign = createSignReceipt({ signing, issuer: ISSUER, clock: createManualClock(NOW_MS) });
  const { startMinute, durationMinutes, profile } = session.session;
  const startTime = timestampFromMs(forecast.startMs + startMinute * 60_000);
  const place = { lat: 51.5, lng: -0.12 };
  return sign({
    question: create(GetBookingConfidenceRequestSchema, {
      ...place,
      startTime,
      durationMinutes,
      sport: profile.id,
      receipt: true,
    }),
    answer: create(GetBookingConfidenceResponseSchema, {
      playabilityScore: session.playabilityScore,
      recommendation: RECOMMENDATIONS[session.recommendation],
      rainRisk: RISK_LEVELS[session.rainRisk],
      windRisk: RISK_LEVELS[session.windRisk],
      tempC: toTenths(session.tempC),
      summary: "Great weather.",
      forecastAt: timestampFromMs(forecast.generatedAtMs),
    }),
    explanation: sessionExplanation(session, forecast),
    profile,
    source: forecast.source,
    requestId: "order-4711",
  });
}

const HOUR: HourOfWeather = { ...FINE_HOUR, tempC: 17.1, windKmh: 15, precipProbPct: 30 };

/** A forecast with 32-bit floats, as those of providers have. */
export function forecastOf(hours: readonly HourOfWeather[], source = "open-meteo"): HourlyWeather {
  const columns = columnsFrom((name) => Float32Array.from(hours, (hour) => hour[name] ?? Number.NaN));
  return { source, generatedAtMs: NOW_MS, startMs: NOW_MS, hours: hours.length, ...columns };
}

/** The receipt of 90 minutes of golf, unless a test says otherwise. */
export function madeReceipt(
  keys: SigningKeys,
  source?: string,
  { hours = Array.from({ length: 6 }, () => HOUR), startMinute = 65, durationMinutes = 90 } = {},
): string {
  const weather = forecastOf(hours, source);
  const session = scoreSession({ weather, profile: profileOf("golf"), startMinute, durationMinutes });
  if (session === undefined) throw new Error("the session is not scorable");
  return receiptOf(session, weather, keys);
}

/** The receipt with another header or payload, signed anew by jose, a library that the service does not use. */
export async function signedAnew(
  receipt: string,
  { signing }: SigningKeys,
  change: { readonly header?: object; readonly payload?: (payload: Record<string, unknown>) => object },
): Promise<string> {
  const [header = {}, payload = {}] = receipt
    .split(".", 2)
    .map((part) => JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>);
  const changed = JSON.stringify(change.payload?.(payload) ?? payload);
  return new CompactSign(Buffer.from(changed))
    .setProtectedHeader({ alg: "Ed25519", ...header, ...change.header })
    .sign(signing.privateKey);
}
