import { assumedVenue, factsOf, surfacesOf } from "./venue-facts.ts";
import { builtInProfile } from "./custom-profile.ts";
import { SPORT_IDS } from "./find-profile.ts";

/**
 * The venue facts that a sport accepts, with the values that it assumes; undefined if it assumes no value. Other facts
 * are absent.
 */
export interface BuiltInVenue {
  readonly covered?: boolean;
  readonly floodlit?: boolean | undefined;
  readonly surface?: string | undefined;
  readonly surfaces?: readonly string[];
}

/** What each built-in sport assumes, by id, so that a page can show it without a call. */
export function builtInVenues(): Readonly<Record<string, BuiltInVenue>> {
  return Object.fromEntries(
    SPORT_IDS.map((id) => {
      const profile = builtInProfile(id);
      const facts = factsOf(profile);
      const { covered, floodlit, surface } = assumedVenue(profile);
      const venue: BuiltInVenue = {
        ...(facts.includes("covered") && { covered }),
        ...(facts.includes("floodlit") && { floodlit }),
        ...(facts.includes("surface") && { surface, surfaces: surfacesOf(profile) }),
      };
      return [id, venue];
    }),
  );
}
