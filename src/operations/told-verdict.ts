// Reads `told`: an earlier verdict that the caller has passed on to a customer.
import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { Told as ToldMessage } from "#gen/suitability/v1/booking_confidence_pb.ts";
import type { FieldViolation } from "../fault.ts";
import type { Told } from "../scoring/worth-telling.ts";
import { recommendationOf } from "./answer-fields.ts";

/** The violations of a booking's `told`. Fields are named from the booking on: `told.forecast_at`. */
export function problemsOfTold(told: ToldMessage | undefined): readonly FieldViolation[] {
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
  else if (forecastAt.seconds < EARLIEST_SECOND || forecastAt.seconds > LATEST_SECOND)
    violations.push({ field: "told.forecast_at", description: "is outside the years 0001 to 9999." });
  return violations;
}

/** The range of google.protobuf.Timestamp, which binary messages may exceed. */
const EARLIEST_SECOND = -62_135_596_800n;
const LATEST_SECOND = 253_402_300_799n;

/** The earlier verdict for `tellingOf`. Call it after `problemsOfTold` found none: only missing fields throw. */
export function toldVerdict(told: ToldMessage): Told {
  const { recommendation, playabilityScore, forecastAt, source, modelVersion } = told;
  const word = recommendationOf(recommendation);
  if (word === undefined || playabilityScore === undefined || forecastAt === undefined) {
    throw new Error("what was told was not looked at");
  }
  return {
    recommendation: word,
    playabilityScore,
    forecastAt: timestampMs(forecastAt),
    source,
    modelVersion,
  };
}
