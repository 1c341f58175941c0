// What a request says of its venue: the same five parameters in each of the three.
import { invalidArgument, type FieldViolation } from "../fault.ts";
import { sportName } from "../scoring/sports/find-profile.ts";
import type { CompiledProfile } from "../scoring/sports/profile.ts";
import { knownFacts, knownSurfaces, VENUE_FACTS, type VenueFacts } from "../scoring/sports/venue-facts.ts";

/** A request, as far as it is about the venue. */
export interface VenueParameters {
  readonly covered?: boolean;
  readonly sheltered?: boolean;
  readonly floodlit?: boolean;
  readonly surface?: string;
  readonly tempShiftC?: number;
}

/**
 * The facts of a request's venue; undefined where it says nothing of one. `sport` is the name that the profile was asked for
 * by. Throws INVALID_ARGUMENT that lists what the sport knows, if it does not know all that is said.
 */
export function venueFacts(
  request: VenueParameters,
  profile: CompiledProfile,
  sport: string,
): VenueFacts | undefined {
  if (isSilent(request)) return undefined;
  const { covered, sheltered, floodlit, surface, tempShiftC } = request;
  const said = { covered, sheltered, floodlit, surface, temp_shift_c: tempShiftC };
  const given = VENUE_FACTS.filter((fact) => said[fact] !== undefined);
  const facts = knownFacts(profile);
  const surfaces: readonly string[] = knownSurfaces(profile);
  const violations = given.flatMap((field): FieldViolation[] => {
    if (!facts.includes(field)) {
      return [
        { field, description: `is not known to ${sportName(sport)}, which knows ${facts.join(", ")}.` },
      ];
    }
    return field === "surface" && !surfaces.includes(surface ?? "")
      ? [{ field, description: `must be one of ${surfaces.join(", ")} for ${sportName(sport)}.` }]
      : [];
  });
  if (violations.length > 0) throw invalidArgument(violations);
  return Object.fromEntries(given.map((fact) => [fact, said[fact]])) as VenueFacts;
}

/** Most calls are. */
function isSilent({ covered, sheltered, floodlit, surface, tempShiftC }: VenueParameters): boolean {
  return (
    covered === undefined &&
    sheltered === undefined &&
    floodlit === undefined &&
    surface === undefined &&
    tempShiftC === undefined
  );
}
