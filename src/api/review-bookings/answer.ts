// ReviewBookings: the current verdicts of up to 20 bookings, each judged like booking-confidence.
import { create } from "@bufbuild/protobuf";
import type { ConnectError } from "@connectrpc/connect";
import {
  type Booking,
  type BookingReview,
  Change,
  type GetBookingConfidenceRequest,
  ReviewErrorSchema,
  type ReviewBookingsResponse,
} from "#gen/suitability/v1/booking_confidence_pb.ts";
import type { Answered, Fact, Work } from "../../call/operation.ts";
import { RequestReading } from "../../call/request-reading.ts";
import { SECOND_MS } from "../../lib/time/clock.ts";
import { type FieldViolation, invalidArgument, violationsOf } from "../../errors/fault.ts";
import { MODEL_VERSION } from "../../scoring/model-version.ts";
import { verdictChange } from "../../scoring/verdict-change.ts";
import { summary } from "../../words/summary.ts";
import { entryError, refuseUnlessOneIsJudged } from "../answering/entry-errors.ts";
import { entryWork } from "../answering/entry-work.ts";
import { fetchForecast } from "../answering/fetch-forecast.ts";
import type { ApiParts } from "../api-parts.ts";
import { createJudgeBooking, type JudgedBooking } from "../booking-confidence/answer.ts";
import { createReadBooking } from "../booking-confidence/read.ts";
import { requestedTimeZone, zonedTime } from "../reading/start-grid.ts";
import type { ReviewQuestion } from "./read.ts";
import { problemsOfEarlier, earlierVerdict } from "./earlier-verdict.ts";

interface Reviewed {
  readonly booking: Booking;
  /** Undefined if no forecast was found. */
  readonly fact: Fact | undefined;
}

type Outcome =
  | (Reviewed & { readonly judged: JudgedBooking; readonly zoneName: string | undefined })
  | (Reviewed & { readonly failure: ConnectError });

type ReviewParts = Pick<
  ApiParts,
  "clock" | "weather" | "findSport" | "problemsOfBooking" | "explained" | "oddsAt" | "oftenChanges"
>;

export function createAnswerReview(parts: ReviewParts) {
  const { clock, weather, problemsOfBooking, explained } = parts;
  const read = createReadBooking(parts);
  const judge = createJudgeBooking(parts);

  const outcomeOf = async (
    booking: Booking,
    misread: readonly FieldViolation[],
    work: Work,
    zoneOf: ZoneOf,
  ): Promise<Outcome> => {
    let fact: Fact | undefined;
    // Only these are reported: what is missing because it could not be read is not missing.
    if (misread.length > 0) return { booking, fact, failure: invalidArgument(misread) };
    try {
      const request = requestOf(booking);
      const zone = zoneOf(booking);
      const reading = new RequestReading([
        ...problemsOfBooking(request),
        ...zone.violations,
        ...problemsOfEarlier(booking.told),
      ]);
      const question = await read(request, work.caller, reading);
      reading.end();
      const used = await fetchForecast(weather, request, work);
      fact = { sport: question.profile.base, forecast: used };
      return { booking, fact, judged: await judge(question, used, work.caller), zoneName: zone.name };
    } catch (thrown) {
      return { booking, fact, failure: explained(thrown, work.requestId) };
    }
  };

  return async (
    { bookings, misread }: ReviewQuestion,
    work: Work,
  ): Promise<Answered<ReviewBookingsResponse>> => {
    const zoneOf = createZoneOf();
    using ofBooking = entryWork(work);
    const outcomes = await Promise.all(
      bookings.map((booking, i) => outcomeOf(booking, misread.get(i) ?? [], ofBooking, zoneOf)),
    );
    refuseUnlessOneIsJudged("bookings", outcomes);
    const sources = outcomes.flatMap((outcome) =>
      "judged" in outcome ? outcome.judged.forecast.source : [],
    );
    const nowMs = clock.nowMs();
    return {
      fields: {
        $typeName: "suitability.v1.ReviewBookingsResponse",
        reviews: outcomes.map((outcome) => reviewOf(outcome, nowMs)),
      },
      headers: {
        "cache-control": "no-store",
        "scoring-model-version": MODEL_VERSION,
        "weather-source": [...new Set(sources)].join(", "),
      },
      facts: outcomes.flatMap(({ fact }) => fact ?? []),
    };
  };
}

/** The request for booking-confidence. It has no time zone, because only better starts would need one. */
function requestOf(booking: Booking): GetBookingConfidenceRequest {
  return {
    ...booking,
    $typeName: "suitability.v1.GetBookingConfidenceRequest",
    candidates: [],
    timeZone: undefined,
  };
}

interface Zone {
  readonly name: string | undefined;
  readonly violations: readonly FieldViolation[];
}

type ZoneOf = (booking: Booking) => Zone;

/** Looks each name up once: the bookings of a call are mostly in one zone. */
function createZoneOf(): ZoneOf {
  const zones = new Map<string | undefined, Zone>();
  return (booking) => {
    const zone = zones.get(booking.timeZone) ?? readZone(booking);
    zones.set(booking.timeZone, zone);
    return zone;
  };
}

function readZone(booking: Booking): Zone {
  try {
    return { name: requestedTimeZone(booking), violations: [] };
  } catch (error) {
    return { name: undefined, violations: violationsOf(error) };
  }
}

function reviewOf(outcome: Outcome, nowMs: number): BookingReview {
  const { booking } = outcome;
  const review: BookingReview = { $typeName: "suitability.v1.BookingReview", ref: booking.ref ?? "" };
  if ("failure" in outcome) {
    review.error = create(ReviewErrorSchema, entryError(outcome.failure));
    return review;
  }
  review.bookingConfidence = outcome.judged.fields;
  return Object.assign(review, tellingAbout(booking, outcome, nowMs));
}

const CHANGES = {
  unchanged: Change.UNCHANGED,
  better: Change.BETTER,
  worse: Change.WORSE,
} as const satisfies Record<ReturnType<typeof verdictChange>["change"], Change>;

function tellingAbout(
  { told }: Booking,
  { judged, zoneName }: Extract<Outcome, { readonly judged: JudgedBooking }>,
  nowMs: number,
) {
  if (told === undefined) return { worthTelling: false };
  const { session, forecast, wording } = judged;
  const { playabilityScore, recommendation, isStormy: thunderstorm } = session;
  const before = earlierVerdict(told);
  // Cut to the second, as in answers.
  const forecastAt = Math.floor(forecast.generatedAtMs / SECOND_MS) * SECOND_MS;
  const now = { playabilityScore, recommendation, thunderstorm, forecastAt };
  const current = { ...now, source: forecast.source, modelVersion: MODEL_VERSION };
  const { change, worthTelling } = verdictChange(before, current, wording.leadHours);
  return {
    change: CHANGES[change],
    worthTelling,
    message: worthTelling
      ? summary(session, {
          ...wording,
          earlier: {
            recommendation: before.recommendation,
            forecastAt: zonedTime(before.forecastAt, zoneName),
            now: zonedTime(nowMs, zoneName),
          },
        })
      : undefined,
  };
}
