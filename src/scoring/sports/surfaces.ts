import type { SportProfile } from "./profile.ts";

export type SurfaceName = "hard" | "clay" | "grass" | "artificial" | "rock";

/**
 * What rain leaves on a venue's surface. Those of the built-in sports played on it: hard courts of tennis, the grass
 * of cricket, the sand-filled turf of padel, the rock of climbing. Clay soaks up more than a hard court and keeps it
 * longer; how long is our own judgement, since reports disagree.
 */
export const SURFACES: Readonly<Record<SurfaceName, SportProfile["wet"]>> = {
  hard: { weight: 0.6, halfLifeH: 1, fullMm: 1.5 },
  clay: { weight: 0.6, halfLifeH: 3, fullMm: 3 },
  grass: { weight: 0.5, halfLifeH: 4, fullMm: 4 },
  artificial: { weight: 0.35, halfLifeH: 1, fullMm: 1.5 },
  rock: { weight: 0.8, halfLifeH: 12, fullMm: 3 },
};
