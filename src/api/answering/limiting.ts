import { Factor, type Limiting, LimitingMeasure } from "#gen/suitability/v1/explanation_pb.ts";
import { limitingOf } from "../../scoring/limiting.ts";
import type { SessionScore } from "../../scoring/session-score.ts";
import { toTenths } from "./answer-fields.ts";

type Measure = NonNullable<ReturnType<typeof limitingOf>>["measure"];

/** The factor, the measure and the unit of each. */
const MEASURES = {
  meanWind: [Factor.WIND, LimitingMeasure.MEAN_WIND, "km/h"],
  gusts: [Factor.WIND, LimitingMeasure.GUSTS, "km/h"],
  feltTemperature: [Factor.TEMPERATURE, LimitingMeasure.FELT_TEMPERATURE, "°C"],
  rainChance: [Factor.RAIN, LimitingMeasure.RAIN_CHANCE, "%"],
} as const satisfies Record<Measure, readonly [factor: Factor, measure: LimitingMeasure, unit: string]>;

/** What alone stands between the session and "safe"; undefined if it is safe, or if more than one thing does. */
export function limiting(session: SessionScore): Limiting | undefined {
  const found = limitingOf(session);
  if (found === undefined) return undefined;
  const [factor, measure, unit] = MEASURES[found.measure];
  return {
    $typeName: "suitability.v1.Limiting",
    factor,
    measure,
    value: toTenths(found.value),
    needed: found.needed,
    unit,
  };
}
