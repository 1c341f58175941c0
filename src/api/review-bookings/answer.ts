// ReviewBookings: the current verdicts of up to 20 bookings, each judged like booking-confidence.
import { create } from "@bufbuild/protobuf";
import { Code, type ConnectError } from "@connectrpc/connect";
import {
  type Booking,
  type BookingConfidenceService,
  type BookingReview,
  Change,
  type GetBookingConfidenceRequest,
  ReviewErrorSchema,
} from "#gen/suitability/v1/booking_confidence_pb.ts";
import { SECOND_MS } from "../../clock.ts";
import { type FieldViolation, invalidArgument, violationsOf } from "../../fault.ts";
import { problemMembers } from "../../problem-members.ts";
import { MODEL_VERSION } from "../../scoring/model-version.ts";
import { summary } from "../../words/summary.ts";
import { tellingOf } from "../../scoring/worth-telling.ts";
import type { Judged, JudgeBooking } from "../booking-confidence/answer.ts";
import type { OperationCall, OperationOptions } from "../call.ts";
import { RequestReading } from "../reading/read-request.ts";
import type { Operation } from "../served-method.ts";
import { requestedTimeZone, zonedTime } from "../reading/start-grid.ts";
import { problemsOfTold, toldVerdict } from "./told-verdict.ts";

/** The violations of a booking's question, by the rules of booking-confidence. */
export type ProblemsOfBooking = (question: GetBookingConfidenceRequest) => readonly FieldViolation[];

type Outcome = { readonly booking: Booking } & (
  { readonly judged: Judged; readonly zoneName: string | undefined } | { readonly failure: ConnectError }
);

export function createReviewBookings(
  options: Pick<OperationOptions, "clock"> & {
    readonly judge: JudgeBooking;
    readonly problemsOfBooking: ProblemsOfBooking;
  },
): Operation<typeof BookingConfidenceService.method.reviewBookings, OperationCall> {
  const { judge, problemsOfBooking, clock } = options;

  const outcomeOf = async (booking: Booking, call: OperationCall, zoneOf: ZoneOf): Promise<Outcome> => {
    try {
      const question = questionOf(booking);
      const zone = zoneOf(booking);
      const violations = [
        ...problemsOfBooking(question),
        ...zone.violations,
        ...problemsOfTold(booking.told),
      ];
      return { booking, judged: await judge(question, partOf(call, violations)), zoneName: zone.name };
    } catch (thrown) {
      return { booking, failure: call.explained(thrown) };
    }
  };

  return async ({ bookings }, call) => {
    const reading = new RequestReading(call.violations);
    reading.part(["bookings"], () => refuseSameRefs(bookings));
    reading.end();
    call.admit();
    const zoneOf = createZoneOf();
    const outcomes = await Promise.all(bookings.map((booking) => outcomeOf(booking, call, zoneOf)));
    refuseUnlessOneIsJudged(outcomes);
    const sources = outcomes.flatMap((outcome) =>
      "judged" in outcome ? outcome.judged.forecast.source : [],
    );
    Object.assign(call.headers, {
      "cache-control": "no-store",
      "scoring-model-version": MODEL_VERSION,
      "weather-source": [...new Set(sources)].join(", "),
    });
    const nowMs = clock.nowMs();
    return {
      $typeName: "suitability.v1.ReviewBookingsResponse",
      reviews: outcomes.map((outcome) => reviewOf(outcome, nowMs)),
    };
  };
}

/** The call as seen by one booking: already admitted, with its own headers, violations and verdict. */
function partOf(call: OperationCall, violations: readonly FieldViolation[]): OperationCall {
  // Field by field: spreading the whole checked call takes ten times as long.
  return {
    accountId: call.accountId,
    sportsOwner: call.sportsOwner,
    fetchOwner: call.fetchOwner,
    signal: () => call.signal(),
    explained: (thrown) => call.explained(thrown),
    headers: {},
    violations,
    verdict: undefined,
    admit: () => undefined,
  };
}

/** The question for booking-confidence. It has no time zone, because only better starts would need one. */
function questionOf(booking: Booking): GetBookingConfidenceRequest {
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
  const known = new Map<string | undefined, Zone>();
  return (booking) => {
    const zone = known.get(booking.timeZone) ?? readZone(booking);
    known.set(booking.timeZone, zone);
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

function refuseSameRefs(bookings: readonly Booking[]): void {
  const firstOf = new Map<string, number>();
  const violations = bookings.flatMap(({ ref = "" }, i): readonly FieldViolation[] => {
    const first = firstOf.get(ref);
    if (first === undefined) firstOf.set(ref, i);
    return first === undefined
      ? []
      : [
          {
            field: `bookings[${i}].ref`,
            description: `is also the ref of bookings[${first}]: each booking needs its own.`,
          },
        ];
  });
  if (violations.length > 0) throw invalidArgument(violations);
}

/** If no booking was judged, throws the violations of all bookings, or else the error of one of them. */
function refuseUnlessOneIsJudged(outcomes: readonly Outcome[]): void {
  if (outcomes.some((outcome) => "judged" in outcome)) return;
  const failures = outcomes.flatMap((outcome) => ("failure" in outcome ? outcome.failure : []));
  const violations = failures.flatMap((failure, i) =>
    violationsOf(failure).map(({ field, description, reason }) =>
      Object.assign({ field: `bookings[${i}].${field}`, description }, reason && { reason }),
    ),
  );
  if (violations.length > 0) throw invalidArgument(violations);
  throw failures.find(isRefusal) ?? failures.find(({ code }) => code === Code.Unavailable) ?? failures[0];
}

function isRefusal(failure: ConnectError): boolean {
  return problemMembers(failure).status < 500;
}

function reviewOf(outcome: Outcome, nowMs: number): BookingReview {
  const { booking } = outcome;
  const review: BookingReview = { $typeName: "suitability.v1.BookingReview", ref: booking.ref ?? "" };
  if ("failure" in outcome) {
    const { violations, ...members } = problemMembers(outcome.failure);
    review.error = create(ReviewErrorSchema, { ...members, violations: [...violations] });
    return review;
  }
  review.bookingConfidence = outcome.judged.answer;
  return Object.assign(review, tellingAbout(booking, outcome, nowMs));
}

const CHANGES = {
  unchanged: Change.UNCHANGED,
  better: Change.BETTER,
  worse: Change.WORSE,
} as const satisfies Record<ReturnType<typeof tellingOf>["change"], Change>;

function tellingAbout(
  { told }: Booking,
  { judged, zoneName }: Extract<Outcome, { readonly judged: Judged }>,
  nowMs: number,
) {
  if (told === undefined) return { worthTelling: false };
  const { session, forecast, wording } = judged;
  const { playabilityScore, recommendation, isStormy: thunderstorm } = session;
  const before = toldVerdict(told);
  // Cut to the second, as in answers.
  const forecastAt = Math.floor(forecast.generatedAtMs / SECOND_MS) * SECOND_MS;
  const now = { playabilityScore, recommendation, thunderstorm, forecastAt };
  const known = { ...now, source: forecast.source, modelVersion: MODEL_VERSION };
  const { change, worthTelling } = tellingOf(before, known, wording.leadHours);
  return {
    change: CHANGES[change],
    worthTelling,
    message: worthTelling
      ? summary(session, {
          ...wording,
          told: {
            recommendation: before.recommendation,
            toldAt: zonedTime(before.forecastAt, zoneName),
            now: zonedTime(nowMs, zoneName),
          },
        })
      : undefined,
  };
}
