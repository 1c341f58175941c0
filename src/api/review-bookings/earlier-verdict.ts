// Reads `told`: an earlier verdict that the caller has passed on to a customer.
import type { Told as ToldMessage } from "#gen/suitability/v1/booking_confidence_pb.ts";
import type { FieldViolation } from "../../errors/fault.ts";
import { hasIsoTime, OUTSIDE_YEARS } from "../../lib/time/iso-time.ts";
import type { EarlierVerdict } from "../../scoring/verdict-change.ts";
import { recommendationOf } from "../answering/answer-fields.ts";
import { startMsOf } from "../reading/start-times.ts";

/** The violations of a booking's `told`. Fields are named from the booking on: `told.forecast_at`. */
export function problemsOfEarlier(told: ToldMessage | undefined): readonly FieldViolation[] {
  if (told === undefined) return [];
  const { recommendation, playabilityScore: score, forecastAt } = told;
  const violations: FieldViolation[] = [];
  const isMissing = (name: string) => {
    const description = "is required: recommendation, playability_score and forecast_at belong together.";
    violations.push({ field: `told.${name}`, description });
  };
  if (recommendationOf(recommendation) === undefined) isMissing("recommendation");
  if (score === undefined) isMissing("playability_score");
  else if (score < 0 || score > 100)
    violations.push({ field: "told.playability_score", description: "must be from 0 to 100." });
  if (forecastAt === undefined) isMissing("forecast_at");
  else if (!hasIsoTime(startMsOf(forecastAt)))
    violations.push({ field: "told.forecast_at", description: OUTSIDE_YEARS });
  return violations;
}

/**
 * The earlier verdict for `tellingOf`. Call it only if `problemsOfTold` has found none: it throws for missing fields, but not
 * for values out of range.
 */
export function earlierVerdict(told: ToldMessage): EarlierVerdict {
  const { recommendation, playabilityScore, forecastAt, source, modelVersion } = told;
  const word = recommendationOf(recommendation);
  if (word === undefined || playabilityScore === undefined || forecastAt === undefined) {
    throw new Error("what was told was not looked at");
  }
  return {
    recommendation: word,
    playabilityScore,
    forecastAt: startMsOf(forecastAt),
    source,
    modelVersion,
  };
}
