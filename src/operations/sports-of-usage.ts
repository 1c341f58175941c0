// An account's own sports as the dashboard draws them.
import type { MessageInitShape } from "@bufbuild/protobuf";
import type { OwnSportSchema } from "#gen/suitability/v1/usage_pb.ts";
import type { CustomSport } from "../accounts/account-store.ts";
import type { CurvePoint, SportProfile } from "../scoring/sports/profile.ts";
import { customProfileFromJson } from "../scoring/sports/custom-profile.ts";

export function ownSport({ id, definition }: CustomSport): MessageInitShape<typeof OwnSportSchema> {
  const custom = customProfileFromJson(definition);
  if ("problems" in custom) return { id, problems: [...custom.problems] };
  const { profile, outdated } = custom;
  return {
    id,
    label: profile.label,
    base: profile.base ?? "",
    curves: curvesOf(profile),
    problems: [...outdated],
  };
}

function curvesOf({ weight, rain, wind, temp }: SportProfile) {
  return [
    { factor: "rain", unit: "mm/h", points: scoresOf(rain, weight.rain) },
    { factor: "wind", unit: "km/h", points: scoresOf(wind, weight.wind) },
    { factor: "temperature", unit: "°C", points: scoresOf(temp, weight.temp) },
  ];
}

/** What is left of 100 where the factor alone takes its share. */
function scoresOf(points: readonly CurvePoint[], weight: number) {
  return points.map(([value, suitability]) => ({ value, score: 100 * (1 - weight * (1 - suitability)) }));
}
