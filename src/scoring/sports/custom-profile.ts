// A sport that an account or an operator defines: read from JSON, applied to its base, and checked.
import { readSportDefinition, type SportDefinition, curveProblems } from "./definition.ts";
import { findProfile, sportName } from "./find-profile.ts";
import { type CurvePoint, type CompiledProfile, type SportProfile, compileProfile } from "./profile.ts";
import { SURFACES } from "./profiles.ts";

/**
 * A definition with its profile, or all of its problems, a sentence each. `outdated` lists problems that earlier versions
 * accepted. They make a new definition invalid, but a stored definition stays usable: its invalid label is ignored, and
 * its `floodlit: false` limits the `night` beside it.
 */
export type CustomProfile =
  | {
      readonly definition: SportDefinition;
      readonly profile: SportProfile;
      readonly outdated: readonly string[];
    }
  | { readonly problems: readonly string[] };

/** A sport that somebody defined, ready for scoring. */
export interface DefinedSport {
  readonly definition: SportDefinition;
  readonly profile: CompiledProfile;
}

/** Several times the size of a definition with the longest curves; a larger file is something else. */
const JSON_BYTES_MAX = 16 * 1024;

/** The share of wind and gusts that remains behind hedges, walls or stands. */
const SHELTERED_WIND = 0.7;

/** The share of a score that remains after dark without lights, as in cricket. A sport whose own share is lower keeps it. */
const UNLIT_NIGHT = 0.3;

/** The share of the rain's weight that remains under a roof, because players still have to get there. */
const COVERED_RAIN = 0.1;

/** Like `customProfile`, from a JSON text. */
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

/** Checks a value as a SportDefinition and applies it to its base. Invalid values are never repaired. */
export function customProfile(value: unknown): CustomProfile {
  const { sound, problems, outdated } = readSportDefinition(value);
  // Curves are checked even if the rest is invalid. Without a valid base, any base will do, since the curves of all
  // built-in sports are valid.
  const whole: SportDefinition = { id: "", base: "", ...sound };
  const profile = withDefinition(builtInProfile(sound.base), whole);
  const wrongCurves = (["rain", "wind", "temp"] as const).flatMap((name) =>
    curveProblems(name, profile[name]),
  );
  return problems.length + wrongCurves.length === 0
    ? { definition: whole, profile, outdated }
    : { problems: [...problems, ...outdated, ...wrongCurves] };
}

export function builtInProfile(id = "outdoor"): CompiledProfile {
  const profile = findProfile(id);
  if (profile === undefined) throw new Error(`there is no built-in sport ${id}`);
  return profile;
}

/**
 * Applies a definition to its base in this order: the surface; numbers and curves, which replace the base's; sliders,
 * which stretch or shift the curves; roof and lights.
 * Shelter stretches the wind curve by 1 / 0.7. The score is the same as with 0.7 of the wind and gusts, because a curve
 * is straight between its points, but the summary's words still follow the forecast's wind.
 */
export function withDefinition(base: SportProfile, definition: SportDefinition): SportProfile {
  const isCovered = definition.covered === true;
  const weight = { ...base.weight, ...definition.weight };
  const ground = groundOf(base, definition);
  const windStretch = (definition.wind_tolerance ?? 1) / (definition.sheltered === true ? SHELTERED_WIND : 1);
  return {
    id: sportName(definition.id),
    base: base.id,
    label: definition.label ?? base.label,
    builtInName: definition.label === undefined ? base.builtInName : undefined,
    surface: definition.surface ?? base.surface,
    isCovered,
    weight: isCovered ? { ...weight, rain: weight.rain * COVERED_RAIN } : weight,
    rain: moved(definition.rain ?? base.rain, (mm) => mm * (definition.rain_tolerance ?? 1)),
    wind: moved(definition.wind ?? base.wind, (kmh) => kmh * windStretch),
    windStretch: (base.windStretch ?? 1) * windStretch,
    gustRatio: base.gustRatio,
    temp: moved(definition.temp ?? base.temp, (degrees) => degrees + (definition.temp_shift_c ?? 0)),
    wet: isCovered ? { ...ground.wet, weight: 0 } : ground.wet,
    flood: isCovered ? undefined : ground.flood,
    ice: isCovered ? 0 : base.ice,
    surfaces: base.surfaces ?? {},
    // Curves of accounts are for temperatures as they feel.
    warmBy: definition.temp === undefined ? base.warmBy : undefined,
    storm: base.storm,
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

/** A surface replaces the base's `wet` and `flood`; the definition's `wet` replaces only the numbers that it has. */
function groundOf(
  base: SportProfile,
  { surface: name, wet = {} }: SportDefinition,
): Pick<SportProfile, "wet" | "flood"> {
  const surface = name === undefined ? undefined : (base.surfaces?.[name] ?? SURFACES[name]);
  const before = surface ?? base.wet;
  return {
    wet: {
      weight: wet.weight ?? before.weight,
      halfLifeH: wet.half_life_h ?? before.halfLifeH,
      fullMm: wet.full_mm ?? before.fullMm,
    },
    flood: surface === undefined ? base.flood : surface.flood,
  };
}

function moved(points: readonly CurvePoint[], xTo: (x: number) => number): readonly CurvePoint[] {
  return points.map(([x, y]) => [xTo(x), y]);
}

/** The sports that an operator defines for all accounts, by name as `sportName` spells it. */
export type SharedSports = ReadonlyMap<string, DefinedSport>;

/**
 * The sports in a JSON text, or all of its problems, a sentence each. A built-in name is refused: it means the same in
 * every installation, and accounts that do not know of this list would be scored by another definition. An account may
 * override a built-in name for itself.
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
  if (!Array.isArray(list)) return { problems: ["It must be a list of sports."] };
  const sports = new Map<string, DefinedSport>();
  const problems = list.flatMap((value, index) =>
    addSport(sports, value).map((problem) => `Sport ${index + 1}: ${problem}`),
  );
  return problems.length === 0 ? { sports } : { problems };
}

/** Adds a sport and returns its problems. With any problem, the whole list is refused. */
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
    ...(isTwice ? [`id: ${profile.id} occurs twice.`] : []),
  ];
}
