// RankVenues: one session at up to 20 venues, best first.
import { create } from "@bufbuild/protobuf";
import { Code, type ConnectError } from "@connectrpc/connect";
import type { GetBookingConfidenceRequest } from "#gen/suitability/v1/booking_confidence_pb.ts";
import {
  type RankedVenue,
  type RankVenuesRequest,
  type RankVenuesResponse,
  type Venue,
  VenueErrorSchema,
} from "#gen/suitability/v1/safe_slots_pb.ts";
import type { Answered, Fact, Work } from "../../call/operation.ts";
import { RequestReading } from "../../call/request-reading.ts";
import { type FieldViolation, invalidArgument } from "../../errors/fault.ts";
import {
  judgeAlone,
  rankSessions,
  scoreSession,
  type SessionScore,
  type SessionVerdict,
} from "../../scoring/session-score.ts";
import type { HourlyWeather } from "../../weather/hourly-weather.ts";
import { summary } from "../../words/summary.ts";
import { answerHeaders, RECOMMENDATIONS, RISK_LEVELS } from "../answering/answer-fields.ts";
import { entryError, refuseUnlessOneIsJudged } from "../answering/entry-errors.ts";
import { entryWork } from "../answering/entry-work.ts";
import { venueExplanation } from "../answering/explanation.ts";
import { fetchForecast, noForecast } from "../answering/fetch-forecast.ts";
import type { ApiParts } from "../api-parts.ts";
import { required } from "../reading/required.ts";
import { leadHours, minutesAfter, problemChangesAtMs } from "../reading/start-times.ts";
import type { VenuesQuestion } from "./read.ts";

interface JudgedVenue {
  readonly venue: Venue;
  /** What venues are ranked by; the start is the same for all. */
  readonly raw: number;
  readonly startMs: number;
  readonly session: SessionVerdict;
  /** Only with `explain`. */
  readonly score: SessionScore | undefined;
  readonly forecast: HourlyWeather;
  readonly oftenChangesDays: number | undefined;
}

interface Tried {
  readonly venue: Venue;
  /** Undefined if no forecast was found. */
  readonly fact: Fact | undefined;
}

type Failed = Tried & { readonly failure: ConnectError };
type Outcome = (Tried & { readonly judged: JudgedVenue }) | Failed;

type JudgeParts = Pick<
  ApiParts,
  "weather" | "findSport" | "problemsOfBooking" | "explained" | "oftenChanges"
>;

export function createAnswerRankVenues(parts: JudgeParts & Pick<ApiParts, "clock">) {
  const judge = createJudgeVenue(parts);
  return async (question: VenuesQuestion, work: Work): Promise<Answered<RankVenuesResponse>> => {
    using ofVenue = entryWork(work);
    const outcomes = await Promise.all(
      question.request.venues.map((venue, i) => {
        const misread = question.misread.get(i);
        return misread === undefined ? judge(venue, question, ofVenue) : misreadVenue(venue, misread);
      }),
    );
    refuseUnlessOneIsJudged("venues", outcomes);
    const ranked = rankSessions(outcomes.flatMap((outcome) => ("judged" in outcome ? outcome.judged : [])));
    const failed = outcomes.flatMap((outcome) => ("failure" in outcome ? outcome : []));
    return {
      fields: {
        $typeName: "suitability.v1.RankVenuesResponse",
        venues: [
          ...ranked.map((venue, position) => rankedVenue(venue, position, question)),
          ...failed.map(failedVenue),
        ],
      },
      headers: answerHeaders(forecastBehind(ranked, failed), {
        changesAtMs: problemChangesAtMs(question.startMs, undefined),
        nowMs: parts.clock.nowMs(),
        sportsOwner: work.caller.sportsOwner,
        language: question.language,
      }),
      verdict: ranked[0]?.session.recommendation,
      facts: outcomes.flatMap(({ fact }) => fact ?? []),
    };
  };
}

/** Only these are reported: what is missing because it could not be read is not missing. */
function misreadVenue(venue: Venue, misread: readonly FieldViolation[]): Failed {
  return { venue, fact: undefined, failure: invalidArgument(misread) };
}

/** Judges one venue; whatever fails is in the result. */
function createJudgeVenue({ weather, findSport, problemsOfBooking, explained, oftenChanges }: JudgeParts) {
  return async (venue: Venue, { request, startMs }: VenuesQuestion, work: Work): Promise<Outcome> => {
    let fact: Fact | undefined;
    try {
      const booking = bookingAt(venue, request);
      const reading = new RequestReading(problemsOfBooking(booking));
      const found = reading.part(["sport"], () => findSport(booking, work.caller.sportsOwner));
      // Most sports and forecasts are at hand. To await them all the same makes a twentieth of a call's garbage.
      const profile = found instanceof Promise ? await found : found;
      reading.end();
      const fetched = fetchForecast(weather, venue, work);
      const used = fetched instanceof Promise ? await fetched : fetched;
      fact = { sport: profile.base, forecast: used };
      const forecast = used.weather;
      const startMinute = minutesAfter(forecast.startMs, startMs);
      const durationMinutes = required(request.durationMinutes);
      const asked = { weather: forecast, profile, startMinute, durationMinutes };
      // Without a table of hours, since the next call is probably about other venues.
      const score = request.explain === true ? scoreSession(asked) : undefined;
      const session = score ?? judgeAlone(asked);
      if (session === undefined) throw noForecast();
      const oftenChangesDays = oftenChanges[profile.base];
      const judged = { venue, raw: session.raw, startMs, session, score, forecast, oftenChangesDays };
      return { venue, fact, judged };
    } catch (thrown) {
      return { venue, fact, failure: explained(thrown, work.requestId) };
    }
  };
}

function rankedVenue(
  { venue, startMs, session, score, forecast, oftenChangesDays }: JudgedVenue,
  position: number,
  { language }: VenuesQuestion,
): RankedVenue {
  const answer: RankedVenue = {
    $typeName: "suitability.v1.RankedVenue",
    ref: venue.ref ?? "",
    rank: position + 1,
    playabilityScore: session.playabilityScore,
    recommendation: RECOMMENDATIONS[session.recommendation],
    rainRisk: RISK_LEVELS[session.rainRisk],
    windRisk: RISK_LEVELS[session.windRisk],
  };
  if (score !== undefined) {
    answer.summary = summary(score, { language, leadHours: leadHours(forecast, startMs), oftenChangesDays });
    answer.explanation = venueExplanation(score, forecast, oftenChangesDays);
  }
  return answer;
}

/** All sources, and until when the answer is fresh: not at all while a venue has an error that may pass. */
function forecastBehind(
  ranked: readonly JudgedVenue[],
  failed: readonly Failed[],
): Pick<HourlyWeather, "source" | "freshUntilMs"> {
  const mayChange = failed.some(({ failure }) => failure.code !== Code.InvalidArgument);
  return {
    source: [...new Set(ranked.map(({ forecast }) => forecast.source))].join(", "),
    freshUntilMs: mayChange ? 0 : Math.min(...ranked.map(({ forecast }) => forecast.freshUntilMs ?? 0)),
  };
}

/** The question that booking-confidence would be asked about a venue. */
function bookingAt(
  venue: Venue,
  { startTime, durationMinutes, sport }: RankVenuesRequest,
): GetBookingConfidenceRequest {
  return {
    ...venue,
    $typeName: "suitability.v1.GetBookingConfidenceRequest",
    startTime,
    durationMinutes,
    sport,
    candidates: [],
  };
}

function failedVenue({ venue, failure }: Failed): RankedVenue {
  return {
    $typeName: "suitability.v1.RankedVenue",
    ref: venue.ref ?? "",
    error: create(VenueErrorSchema, entryError(failure)),
  };
}
