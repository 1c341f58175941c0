// The facts about a venue that a call may state, and which sports accept them. A fact has the same effect for every
// sport, custom sports too: see `withDefinition`.
import { builtInProfile, withDefinition } from "./custom-profile.ts";
import type { SportDefinition } from "./definition.ts";
import { compileProfile, type CompiledProfile, type SportProfile, type SurfaceName } from "./profile.ts";
import { SURFACES } from "./profiles.ts";
import type { Sport } from "./sport.ts";
import { sportOf } from "./sports.ts";

export const VENUE_FACTS = ["covered", "sheltered", "floodlit", "surface", "temp_shift_c"] as const;

export type VenueFact = (typeof VENUE_FACTS)[number];

/** Spelt as in definitions. For a fact that is left out, the sport's own value applies. */
export type VenueFacts = Pick<SportDefinition, VenueFact>;

/** The facts that a sport accepts: the same as its base, except that `sheltered` depends on the sport's own wind curve. */
export function factsOf({ base, isWindSport }: CompiledProfile): readonly VenueFact[] {
  const { covered, floodlit, surfaces } = takenBy(base);
  const applies = {
    covered,
    sheltered: !isWindSport,
    floodlit,
    surface: surfaces.length > 0,
    temp_shift_c: true,
  } satisfies Record<VenueFact, boolean>;
  return VENUE_FACTS.filter((fact) => applies[fact]);
}

/** The surfaces of a sport; empty if it does not accept `surface`. */
export function surfacesOf({ base }: CompiledProfile): readonly SurfaceName[] {
  return takenBy(base).surfaces;
}

function takenBy(id: string): Sport["venue"] {
  const sport = sportOf(id);
  if (sport === undefined) throw new Error(`there is no built-in sport ${id}`);
  return sport.venue;
}

/**
 * A sport at a venue with the given facts. The facts override the sport's own definition; a surface also overrides the
 * definition's numbers for wetness. Not cached: computing it takes 5 µs, a twentieth of a call, and `temp_shift_c` has
 * too many values.
 */
export function profileAtVenue(
  profile: CompiledProfile,
  definition: SportDefinition | undefined,
  facts: VenueFacts,
): CompiledProfile {
  if (definition === undefined) {
    return compileProfile(withDefinition(profile, { id: profile.id, base: profile.id, ...facts }));
  }
  const { wet, ...rest } = definition;
  const isWetSettled = wet === undefined || facts.surface !== undefined;
  const atVenue = { ...rest, ...(!isWetSettled && { wet }), ...facts };
  return compileProfile(withDefinition(builtInProfile(definition.base), atVenue));
}

/** What a sport assumes about its venue, unless a call says otherwise. */
export interface AssumedVenue {
  readonly covered: boolean;
  readonly sheltered: boolean;
  /** Undefined for a sport whose score after dark is lower than under lights but higher than without lights. */
  readonly floodlit: boolean | undefined;
  /** Undefined if the score is for no particular surface. */
  readonly surface: string | undefined;
  readonly tempShiftC: number;
}

/** From this night multiplier on, a sport counts as played under lights; summaries use the same bound. */
const LIT_NIGHT = 0.9;
/** Up to this night multiplier, a sport counts as played without lights. */
const UNLIT_NIGHT = 0.3;

/** From the definition or by default; `floodlit`, and a surface that is not stated, are derived from the numbers. */
export function assumedVenue(profile: SportProfile, definition: Partial<SportDefinition> = {}): AssumedVenue {
  const { night } = profile;
  return {
    covered: definition.covered ?? false,
    sheltered: definition.sheltered ?? false,
    floodlit: night >= LIT_NIGHT || (night <= UNLIT_NIGHT ? false : undefined),
    surface: definition.surface ?? profile.surface ?? surfaceLike(profile),
    tempShiftC: definition.temp_shift_c ?? 0,
  };
}

function surfaceLike({ wet, surfaces }: SportProfile): string | undefined {
  const { weight, halfLifeH, fullMm } = wet;
  const like = Object.entries({ ...SURFACES, ...surfaces }).find(
    ([, surface]) =>
      surface.weight === weight && surface.halfLifeH === halfLifeH && surface.fullMm === fullMm,
  );
  return like?.[0];
}
