import type { CurvePoint } from "../curve.ts";
import type { SportDefinition } from "./definition.ts";
import { sportName } from "./name.ts";
import type { SportProfile } from "./profile.ts";
import { SURFACES } from "./surfaces.ts";

/** What is left of wind and gusts behind hedges, walls or stands. */
const SHELTERED_WIND = 0.7;

/** What is left of the rain's weight under a roof: players still have to get there. */
const COVERED_RAIN = 0.1;

/**
 * The base with what differs, in this order: the surface; the numbers and curves given in full, which replace; the
 * sliders, which stretch or shift the curves as they then are; a roof and floodlights, which have the last word.
 *
 * Stretching the wind curve by 1 / 0.7 is the same as taking 0.7 of wind and gust: a curve is straight between its
 * points, so its value at 0.7 x is the stretched one's at x. The words of a summary then still tell the forecast's wind.
 */
export function customisedProfile(base: SportProfile, definition: SportDefinition): SportProfile {
  const isCovered = definition.covered === true;
  const weight = { ...base.weight, ...definition.weight };
  const wet = wetOf(base, definition);
  const windStretch = (definition.wind_tolerance ?? 1) / (definition.sheltered === true ? SHELTERED_WIND : 1);
  return {
    id: sportName(definition.id),
    label: definition.label ?? base.label,
    weight: isCovered ? { ...weight, rain: weight.rain * COVERED_RAIN } : weight,
    rain: stretched(definition.rain ?? base.rain, definition.rain_tolerance ?? 1),
    wind: stretched(definition.wind ?? base.wind, windStretch),
    temp: shifted(definition.temp ?? base.temp, definition.temp_shift_c ?? 0),
    wet: isCovered ? { ...wet, weight: 0 } : wet,
    snow: isCovered ? 1 : (definition.snow ?? base.snow),
    fog: definition.fog ?? base.fog,
    night: definition.floodlit === true ? 1 : (definition.night ?? base.night),
    aliases: [],
  };
}

function wetOf(base: SportProfile, { surface, wet = {} }: SportDefinition): SportProfile["wet"] {
  const before = surface === undefined ? base.wet : SURFACES[surface];
  return {
    weight: wet.weight ?? before.weight,
    halfLifeH: wet.half_life_h ?? before.halfLifeH,
    fullMm: wet.full_mm ?? before.fullMm,
  };
}

function stretched(points: readonly CurvePoint[], by: number): readonly CurvePoint[] {
  return points.map(([x, y]) => [x * by, y]);
}

function shifted(points: readonly CurvePoint[], by: number): readonly CurvePoint[] {
  return points.map(([x, y]) => [x + by, y]);
}
