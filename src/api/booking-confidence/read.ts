import type { GetBookingConfidenceRequest } from "#gen/suitability/v1/booking_confidence_pb.ts";
import type { CheckedCaller } from "../../call/operation.ts";
import type { RequestReading } from "../../call/request-reading.ts";
import type { CompiledProfile } from "../../scoring/sports/profile.ts";
import type { Language } from "../../words/language.ts";
import type { ApiParts } from "../api-parts.ts";
import { requestedLanguage } from "../reading/language.ts";
import { readStart, type StartRange } from "../reading/start-times.ts";
import { CHOICE_PARAMETERS, mentionsChoice, readChoice } from "./alternatives.ts";

export interface BookingQuestion {
  readonly request: GetBookingConfidenceRequest;
  readonly profile: CompiledProfile;
  readonly language: Language | undefined;
  readonly nowMs: number;
  readonly startMs: number;
  readonly range: StartRange;
  readonly choice: ReturnType<typeof readChoice> | undefined;
}

export type ReadBooking = (
  request: GetBookingConfidenceRequest,
  caller: Pick<CheckedCaller, "sportsOwner">,
  reading: RequestReading,
) => BookingQuestion | Promise<BookingQuestion>;

export function createReadBooking({ clock, findSport }: Pick<ApiParts, "clock" | "findSport">): ReadBooking {
  return (request, { sportsOwner }, reading) => {
    const nowMs = clock.nowMs();
    const found = reading.part(["sport"], () => findSport(request, sportsOwner));
    const rest = (profile: CompiledProfile) => readRest(reading, request, profile, nowMs);
    return found instanceof Promise ? found.then(rest) : rest(found);
  };
}

function readRest(
  reading: RequestReading,
  request: GetBookingConfidenceRequest,
  profile: CompiledProfile,
  nowMs: number,
): BookingQuestion {
  const range = request.ongoing === true ? "ongoing" : "upcoming";
  const { lang } = request;
  const language = lang === undefined ? undefined : reading.part(["lang"], () => requestedLanguage(lang));
  const startMs = reading.part(["start_time", "ongoing"], () => readStart(request.startTime, nowMs, range));
  const choice = mentionsChoice(request)
    ? reading.part(CHOICE_PARAMETERS, () => readChoice(request, nowMs))
    : undefined;
  return { request, profile, language, nowMs, startMs, range, choice };
}
