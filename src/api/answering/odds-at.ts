import { create } from "@bufbuild/protobuf";
import { type Odds, OddsSchema } from "#gen/suitability/v1/values_pb.ts";
import type { OddsCorrection, OddsOf } from "../../scoring/odds/odds.ts";
import type { SessionVerdict } from "../../scoring/session-score.ts";
import type { CompiledProfile } from "../../scoring/sports/profile.ts";
import type { HourlyWeather } from "../../weather/hourly-weather.ts";
import { type Place, placeAt } from "../../lib/place.ts";
import { required } from "../reading/required.ts";
import { leadHours } from "../reading/start-times.ts";

/** The correction of a session's odds; undefined for none. */
export type CorrectionOf = (session: {
  readonly forecastMs: number;
  readonly startMs: number;
}) => OddsCorrection | undefined;

/** Finds the corrections for a place and the id of a built-in sport. */
export type FindCorrection = (place: Place, sport: string) => Promise<CorrectionOf>;

/** The odds of a forecast's sessions at a point, corrected by past outcomes there if they are known. */
export type OddsAt = (
  point: { readonly lat?: number; readonly lng?: number },
  profile: Pick<CompiledProfile, "base">,
  forecast: HourlyWeather,
) => Promise<(session: SessionVerdict, startMs: number) => Odds | undefined>;

export function createOddsAt({
  oddsOf,
  findCorrection,
}: {
  readonly oddsOf: OddsOf;
  readonly findCorrection: FindCorrection | undefined;
}): OddsAt {
  return async ({ lat, lng }, { base }, forecast) => {
    const correctionOf = await findCorrection?.(placeAt(required(lat), required(lng)), base);
    const forecastMs = forecast.generatedAtMs;
    return (session, startMs) => {
      const odds = oddsOf(session, leadHours(forecast, startMs), correctionOf?.({ forecastMs, startMs }));
      return odds && create(OddsSchema, odds);
    };
  };
}
