// What a call may say of its venue, and which sports know it. What a fact does is the same for all of them, and for sports of
// an account's own: `withDefinition` has it.
import { builtInProfile, withDefinition } from "./custom-profile.ts";
import type { SportDefinition } from "./definition.ts";
import { compileProfile, type CompiledProfile, type SportProfile } from "./profile.ts";
import { type SurfaceName, SURFACES } from "./profiles.ts";

export const VENUE_FACTS = ["covered", "sheltered", "floodlit", "surface", "temp_shift_c"] as const;

export type VenueFact = (typeof VENUE_FACTS)[number];

/** In the spelling of definitions; what is left out is as the sport has it. */
export type VenueFacts = Pick<SportDefinition, VenueFact>;

interface Row {
  readonly covered: boolean;
  readonly floodlit: boolean;
  /** None where a wet one takes too little for the kind to matter, or where there is none. */
  readonly surfaces: readonly SurfaceName[];
}

const ANY: readonly SurfaceName[] = ["hard", "clay", "grass", "artificial", "rock"];
const PITCH: readonly SurfaceName[] = ["hard", "grass", "artificial"];

/**
 * By built-in sport: whether it is played under roofs, whether it is played under lights, and on what. Two facts need no
 * column: every sport knows `temp_shift_c`, and every sport that does not need wind knows `sheltered`. One that does has
 * nothing to gain from a wind break, and a fact that is good news elsewhere must not cost it points.
 */
// prettier-ignore
const KNOWN: Readonly<Record<string, Row>> = {
  outdoor:     { covered: true,  floodlit: true,  surfaces: ANY },
  // The bays of a driving range.
  golf:        { covered: true,  floodlit: true,  surfaces: [] },
  tennis:      { covered: true,  floodlit: true,  surfaces: ["hard", "clay", "grass", "artificial"] },
  padel:       { covered: true,  floodlit: true,  surfaces: ["hard", "artificial"] },
  football:    { covered: true,  floodlit: true,  surfaces: [] },
  cricket:     { covered: true,  floodlit: true,  surfaces: PITCH },
  running:     { covered: false, floodlit: true,  surfaces: [] },
  cycling:     { covered: false, floodlit: true,  surfaces: [] },
  hiking:      { covered: false, floodlit: false, surfaces: [] },
  climbing:    { covered: true,  floodlit: true,  surfaces: ["artificial", "rock"] },
  sailing:     { covered: false, floodlit: false, surfaces: [] },
  kitesurfing: { covered: false, floodlit: false, surfaces: [] },
  paddling:    { covered: false, floodlit: false, surfaces: [] },
  skiing:      { covered: false, floodlit: true,  surfaces: [] },
  beach:       { covered: false, floodlit: true,  surfaces: [] },
  event:       { covered: true,  floodlit: true,  surfaces: PITCH },
  camping:     { covered: false, floodlit: false, surfaces: [] },
  fitness:     { covered: true,  floodlit: true,  surfaces: PITCH },
};

/** The facts that a sport knows: those of its base, and `sheltered` as its own wind curve has it. */
export function knownFacts({ base, isWindSport }: CompiledProfile): readonly VenueFact[] {
  const { covered, floodlit, surfaces } = rowOf(base);
  const isKnown = {
    covered,
    sheltered: !isWindSport,
    floodlit,
    surface: surfaces.length > 0,
    temp_shift_c: true,
  } satisfies Record<VenueFact, boolean>;
  return VENUE_FACTS.filter((fact) => isKnown[fact]);
}

/** What a sport may be played on; empty where it does not know `surface`. */
export function knownSurfaces({ base }: CompiledProfile): readonly SurfaceName[] {
  return rowOf(base).surfaces;
}

function rowOf(base: string): Row {
  const row = KNOWN[base];
  if (row === undefined) throw new Error(`the facts of ${base} are in no table`);
  return row;
}

/**
 * A sport at a venue of which facts are given that it knows. They go before what the sport's own definition says, if it
 * has one; a surface also before the numbers there that say how wet it gets. Made anew for each call: it takes 5 µs, a
 * twentieth of what a call does, and `temp_shift_c` has more values than a cache has room.
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

/** What a sport takes for granted of its venue, unless a call says otherwise. */
export interface AssumedVenue {
  readonly covered: boolean;
  readonly sheltered: boolean;
  /** Undefined for a sport that is less fine after dark than under lights, and finer than without. */
  readonly floodlit: boolean | undefined;
  /** Undefined where the score is that of no one surface. */
  readonly surface: string | undefined;
  readonly tempShiftC: number;
}

/** From this much of a score on, what is left after dark is that of a sport under lights, as summaries have it too. */
const LIT_NIGHT = 0.9;
/** And up to this much that of one without. */
const UNLIT_NIGHT = 0.3;

/** Told by the numbers that sports are scored by, where no definition says it. */
export function assumedVenue(
  { night, wet }: SportProfile,
  definition: Partial<SportDefinition> = {},
): AssumedVenue {
  return {
    covered: definition.covered ?? false,
    sheltered: definition.sheltered ?? false,
    floodlit: night >= LIT_NIGHT || (night <= UNLIT_NIGHT ? false : undefined),
    surface: definition.surface ?? surfaceLike(wet),
    tempShiftC: definition.temp_shift_c ?? 0,
  };
}

function surfaceLike({ weight, halfLifeH, fullMm }: SportProfile["wet"]): string | undefined {
  const like = Object.entries(SURFACES).find(
    ([, surface]) =>
      surface.weight === weight && surface.halfLifeH === halfLifeH && surface.fullMm === fullMm,
  );
  return like?.[0];
}
