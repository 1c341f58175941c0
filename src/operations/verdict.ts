// The words of the model as the enums of the API.
import { Factor } from "#gen/suitability/v1/explanation_pb.ts";
import { Recommendation, RiskLevel } from "#gen/suitability/v1/values_pb.ts";
import { pointsLost, type PointsLost } from "../scoring/points-lost.ts";
import type { SessionScore } from "../scoring/session-score.ts";

/** A verdict's word in an answer. */
export const RECOMMENDATIONS = {
  safe_to_book: Recommendation.SAFE_TO_BOOK,
  proceed_with_caution: Recommendation.PROCEED_WITH_CAUTION,
  not_recommended: Recommendation.NOT_RECOMMENDED,
} as const satisfies Record<SessionScore["recommendation"], Recommendation>;

const RISK_LEVELS = {
  low: RiskLevel.LOW,
  medium: RiskLevel.MEDIUM,
  high: RiskLevel.HIGH,
} as const satisfies Record<SessionScore["rainRisk"], RiskLevel>;

const FACTORS = {
  rain: Factor.RAIN,
  wind: Factor.WIND,
  temp: Factor.TEMPERATURE,
  cloud: Factor.CLOUD,
  wet: Factor.WET_SURFACE,
  fog: Factor.FOG,
  dark: Factor.DARKNESS,
  storm: Factor.STORM,
} as const satisfies Record<PointsLost["factor"], Factor>;

/** The fields that a single verdict and a ranked slot share. */
export function verdict(session: SessionScore) {
  return {
    playabilityScore: session.playabilityScore,
    recommendation: RECOMMENDATIONS[session.recommendation],
    rainRisk: RISK_LEVELS[session.rainRisk],
    windRisk: RISK_LEVELS[session.windRisk],
  };
}

/** Where the points went that a session or an hour lacks. */
export function pointsLostTo(score: Pick<SessionScore, "playabilityScore" | "multiplier">) {
  return pointsLost(score).map(({ factor, points }) => ({ factor: FACTORS[factor], points }));
}
