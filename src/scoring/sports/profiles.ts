// The sports and surfaces, as the model uses them. Sources: federations' heat and cold rules (FIFA, FIS, UCI, Cricket
// Australia), wind limits of the HSE and of event planners, the Holiday and Camping Climate Indices. The rest is our
// judgement, and should be refitted to real cancellations. With any change of a number, raise MODEL_VERSION.
import type { SportProfile, Surface, SurfaceName } from "./profile.ts";
import type { Sport } from "./sport.ts";
import { SPORTS } from "./sports.ts";

export const PROFILES: readonly SportProfile[] = SPORTS.map(profileOf);

function profileOf({ id, label, numbers, aliases }: Sport): SportProfile {
  return { id, label, ...numbers, aliases: Object.keys(aliases) };
}

/**
 * How rain affects surfaces, for sports that have no numbers of their own for one. Four are those of built-in sports: hard
 * courts (tennis), grass (cricket), sand-filled turf (padel), rock (climbing). Clay soaks up more than a hard court and stays
 * wet longer; its half-life is our judgement, since reports disagree. Water stands only on grass.
 */
export const SURFACES: Readonly<Record<SurfaceName, Surface>> = {
  hard: { weight: 0.6, halfLifeH: 1, fullMm: 1.5 },
  clay: { weight: 0.6, halfLifeH: 3, fullMm: 3 },
  grass: { weight: 0.5, halfLifeH: 4, fullMm: 4, flood: { weight: 0.7, fromMm: 8, fullMm: 28 } },
  artificial: { weight: 0.35, halfLifeH: 1, fullMm: 1.5 },
  rock: { weight: 0.8, halfLifeH: 12, fullMm: 3 },
};
