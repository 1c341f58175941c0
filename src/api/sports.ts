import { closest } from "fastest-levenshtein";
import { invalidArgument } from "../fault.ts";
import type { CompiledProfile } from "../scoring/compiled-profile.ts";
import { findProfile, SPORT_IDS } from "../scoring/find-profile.ts";

const DEFAULT_SPORT = "outdoor";

/** The profile a `sport` parameter names, by id or alias; INVALID_ARGUMENT that lists the known ones otherwise. */
export function sportProfile(sport: string = DEFAULT_SPORT): CompiledProfile {
  const profile = findProfile(sport);
  if (profile === undefined) {
    const nearest = closest(sport.trim().toLowerCase(), [...SPORT_IDS]);
    const description = `is not a known sport. Did you mean ${nearest}? Known are ${SPORT_IDS.join(", ")}.`;
    throw invalidArgument([{ field: "sport", description }]);
  }
  return profile;
}
