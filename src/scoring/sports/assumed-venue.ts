import type { SportDefinition } from "./definition.ts";
import type { SportProfile } from "./profile.ts";
import { SURFACES } from "./profiles.ts";

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
