import { assumedVenue, knownFacts, knownSurfaces } from "./venue-facts.ts";
import { findProfile, SPORT_IDS } from "./find-profile.ts";

/** Of a sport, as far as it knows these facts; without a value where it assumes none. */
export interface BuiltInVenue {
  readonly covered?: boolean;
  readonly floodlit?: boolean | undefined;
  readonly surface?: string | undefined;
  readonly surfaces?: readonly string[];
}

/** What every built-in sport takes for granted, by id: what a page can tell its visitors without asking. */
export function builtInVenues(): Readonly<Record<string, BuiltInVenue>> {
  return Object.fromEntries(
    SPORT_IDS.flatMap((id) => {
      const profile = findProfile(id);
      if (profile === undefined) return [];
      const facts = knownFacts(profile);
      const { covered, floodlit, surface } = assumedVenue(profile);
      const venue: BuiltInVenue = {
        ...(facts.includes("covered") && { covered }),
        ...(facts.includes("floodlit") && { floodlit }),
        ...(facts.includes("surface") && { surface, surfaces: knownSurfaces(profile) }),
      };
      return [[id, venue]];
    }),
  );
}
