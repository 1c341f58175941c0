// A sport that somebody defines, an account for itself or an operator for all: its definition is read from JSON and applied to
// its base, and the curves of the profile that makes are checked.
import { readSportDefinition, type SportDefinition, curveProblems } from "./definition.ts";
import { findProfile, sportName } from "./find-profile.ts";
import { type CurvePoint, type CompiledProfile, type SportProfile, compileProfile } from "./profile.ts";
import { SURFACES } from "./profiles.ts";

/**
 * A definition with the sound profile it makes, or everything that is wrong with it, a sentence each. A new one with
 * anything `outdated` is refused; one that is stored goes on without that: without its label, or darker than it says.
 */
export type CustomProfile =
  | {
      readonly definition: SportDefinition;
      readonly profile: SportProfile;
      readonly outdated: readonly string[];
    }
  | { readonly problems: readonly string[] };

/** A sport that somebody defined, ready to be scored by. */
export interface DefinedSport {
  readonly definition: SportDefinition;
  readonly profile: CompiledProfile;
}

/** Several times what every property takes with the longest curves; a larger file is some other file. */
const JSON_BYTES_MAX = 16 * 1024;

/** What is left of wind and gusts behind hedges, walls or stands. */
const SHELTERED_WIND = 0.7;

/** What is left of a score after dark without lights, unless the sport has less: cricket's, which needs to see the ball. */
const UNLIT_NIGHT = 0.3;

/** What is left of the rain's weight under a roof: players still have to get there. */
const COVERED_RAIN = 0.1;

/** `customProfile` of what a JSON text says. */
export function customProfileFromJson(text: string): CustomProfile {
  if (new TextEncoder().encode(text).length > JSON_BYTES_MAX) {
    return { problems: [`A sport must not take more than ${JSON_BYTES_MAX} bytes of JSON.`] };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problems: [`A sport must be JSON: ${error instanceof Error ? error.message : String(error)}.`] };
  }
  return customProfile(value);
}

/** The profile that a SportDefinition makes of its base. Nothing is repaired. */
export function customProfile(value: unknown): CustomProfile {
  const { sound, problems, outdated } = readSportDefinition(value);
  // The curves are judged even if the rest makes no sense; any base will do for that, having no problems of its own.
  const whole: SportDefinition = { id: "", base: "", ...sound };
  const profile = withDefinition(builtInProfile(sound.base), whole);
  const wrongCurves = (["rain", "wind", "temp"] as const).flatMap((name) =>
    curveProblems(name, profile[name]),
  );
  return problems.length + wrongCurves.length === 0
    ? { definition: whole, profile, outdated }
    : { problems: [...problems, ...outdated, ...wrongCurves] };
}

export function builtInProfile(id = "outdoor"): SportProfile {
  const profile = findProfile(id);
  if (profile === undefined) throw new Error(`there is no built-in sport ${id}`);
  return profile;
}

/**
 * The base with what differs, in this order: the surface; the numbers and curves given in full, which replace; the
 * sliders, which stretch or shift the curves as they then are; a roof and the lights, which have the last word.
 *
 * Stretching the wind curve by 1 / 0.7 is the same as taking 0.7 of wind and gust: a curve is straight between its
 * points, so its value at 0.7 x is the stretched one's at x. The words of a summary then still tell the forecast's wind.
 */
export function withDefinition(base: SportProfile, definition: SportDefinition): SportProfile {
  const isCovered = definition.covered === true;
  const weight = { ...base.weight, ...definition.weight };
  const wet = wetOf(base, definition);
  const windStretch = (definition.wind_tolerance ?? 1) / (definition.sheltered === true ? SHELTERED_WIND : 1);
  return {
    id: sportName(definition.id),
    base: base.id,
    label: definition.label ?? base.label,
    builtInName: definition.label === undefined ? base.builtInName : undefined,
    surface: definition.surface,
    isCovered,
    weight: isCovered ? { ...weight, rain: weight.rain * COVERED_RAIN } : weight,
    rain: stretched(definition.rain ?? base.rain, definition.rain_tolerance ?? 1),
    wind: stretched(definition.wind ?? base.wind, windStretch),
    temp: shifted(definition.temp ?? base.temp, definition.temp_shift_c ?? 0),
    wet: isCovered ? { ...wet, weight: 0 } : wet,
    snow: isCovered ? 1 : (definition.snow ?? base.snow),
    fog: definition.fog ?? base.fog,
    night: nightOf(definition.floodlit, definition.night ?? base.night),
    aliases: [],
  };
}

function nightOf(isFloodlit: boolean | undefined, night: number): number {
  if (isFloodlit === undefined) return night;
  return isFloodlit ? 1 : Math.min(UNLIT_NIGHT, night);
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

/** The sports that an operator defines for all accounts; by name, as `sportName` spells it. */
export type SharedSports = ReadonlyMap<string, DefinedSport>;

/**
 * The sports that a JSON text holds, or everything that is wrong with it, a sentence each. A built-in name is refused: it
 * means the same wherever the service runs, and accounts that never heard of the list would be judged by it. An account
 * may give itself one, which is its own choice.
 */
export function sharedSportsFromJson(
  text: string,
): { readonly sports: SharedSports } | { readonly problems: readonly string[] } {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return { problems: ["It is not JSON."] };
  }
  if (!Array.isArray(list)) return { problems: ["It has to be a list of sports."] };
  const sports = new Map<string, DefinedSport>();
  const problems = list.flatMap((value, index) =>
    addSport(sports, value).map((problem) => `Sport ${index + 1}: ${problem}`),
  );
  return problems.length === 0 ? { sports } : { problems };
}

/** What is wrong with a sport, which is then not added. */
function addSport(sports: Map<string, DefinedSport>, value: unknown): readonly string[] {
  const custom = customProfile(value);
  if ("problems" in custom) return custom.problems;
  const { definition, outdated, profile } = custom;
  const isBuiltIn = findProfile(profile.id) !== undefined;
  const isTwice = sports.has(profile.id);
  sports.set(profile.id, { definition, profile: compileProfile(profile) });
  return [
    ...outdated,
    ...(isBuiltIn ? [`id: ${profile.id} is the name of a built-in sport: choose another.`] : []),
    ...(isTwice ? [`id: ${profile.id} is there twice.`] : []),
  ];
}
