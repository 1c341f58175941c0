// What a request says of its venue: the same five parameters in each of the three.
import type { ConnectError } from "@connectrpc/connect";
import { fault, invalidArgument, type FieldViolation } from "../fault.ts";
import type { DefinedSport, SharedSports } from "../scoring/sports/custom-profile.ts";
import { findProfile, SPORT_IDS, sportName } from "../scoring/sports/find-profile.ts";
import type { CompiledProfile } from "../scoring/sports/profile.ts";
import {
  profileAtVenue,
  knownFacts,
  knownSurfaces,
  VENUE_FACTS,
  type VenueFacts,
} from "../scoring/sports/venue-facts.ts";
import { meantSport } from "./meant-sport.ts";
import type { FindOwnSports, OwnSport, SportsOwner } from "./own-sports.ts";

const DEFAULT_SPORT = "outdoor";

/**
 * How many sports a refusal names: as many as are built in and an account may have of its own. It says them twice over gRPC,
 * whose clients take 8 kB of headers unless told otherwise.
 */
const NAMED_MAX = 68;

/**
 * The profile that a request's `sport` names, at the venue that the request tells of: a sport of the caller's own, or else a
 * built-in one by its id or an alias or one that the operator shares. The default is found in the same way, so an account's
 * own `outdoor` is its default.
 * Throws INVALID_ARGUMENT that lists the known ones, or PERMISSION_DENIED for an own one that the plan does not include.
 */
export type FindSport = (
  request: VenueParameters & { readonly sport?: string },
  /** Undefined for an account that never had sports of its own. */
  owner: SportsOwner | undefined,
) => Promise<CompiledProfile>;

/** What is built in has no definition. */
export type FoundSport = Partial<DefinedSport> & Pick<DefinedSport, "profile">;

export function createFindSport({
  ownSports,
  sharedSports,
}: {
  ownSports: FindOwnSports;
  sharedSports: SharedSports;
}): FindSport {
  /** What everybody may ask for. */
  const findOffered = (sport: string): FoundSport | undefined => {
    const profile = findProfile(sport);
    return profile === undefined ? sharedSports.get(sportName(sport)) : { profile };
  };

  const refuseUnknown = (sport: string, ownIds: readonly string[]): never => {
    throw unknownSport(sport, [...new Set([...ownIds, ...sharedSports.keys(), ...SPORT_IDS])]);
  };

  const findOwn = async (sport: string, owner: SportsOwner): Promise<FoundSport> => {
    const offered = findOffered(sport);
    if (owner.planGap !== undefined && offered !== undefined) return offered;
    const sports = await ownSports(owner);
    const name = sportName(sport);
    const own = sports.get(name);
    if (own === undefined) {
      return offered ?? refuseUnknown(sport, owner.planGap === undefined ? [...sports.keys()] : []);
    }
    if (owner.planGap !== undefined) {
      throw notInPlan(name, owner.planGap);
    }
    return usable(own, name, owner);
  };

  return async (request, owner) => {
    const { sport = DEFAULT_SPORT } = request;
    const { profile, definition } =
      owner === undefined ? (findOffered(sport) ?? refuseUnknown(sport, [])) : await findOwn(sport, owner);
    const facts = venueFacts(request, profile, sport);
    return facts === undefined ? profile : profileAtVenue(profile, definition, facts);
  };
}

/**
 * This version refuses a sport that an earlier one accepted. Only the operator can mend that, so it is thrown as a bug:
 * logged with the call's id, which the caller is told to quote.
 */
function usable(own: OwnSport, name: string, { accountId }: SportsOwner): FoundSport {
  if ("problems" in own) {
    const problems = own.problems.join(" ");
    throw new Error(
      `sport ${name} of account ${accountId} is not valid in this version, set it anew: ${problems}`,
    );
  }
  return own;
}

function unknownSport(sport: string, known: readonly string[]): ConnectError {
  const meant = meantSport(sport, known);
  const others = known.length > NAMED_MAX ? ` and ${known.length - NAMED_MAX} that ListSports has` : "";
  const names = known.slice(0, NAMED_MAX).join(", ");
  const description = `is unknown. ${meant}Known are ${names}${others}.`;
  return invalidArgument([{ field: "sport", description, reason: "UNKNOWN_SPORT" }]);
}

function notInPlan(name: string, { has, needs }: NonNullable<SportsOwner["planGap"]>): ConnectError {
  const remedy = needs === undefined ? "" : `, or ask the operator for the ${needs} plan`;
  return fault({
    sentence: `The sport ${name} has thresholds of your own, which the ${has} plan does not include. Name a built-in sport${remedy}.`,
    reason: "FEATURE_NOT_IN_PLAN",
  });
}

/** A request, as far as it is about the venue. */
interface VenueParameters {
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
function venueFacts(
  request: VenueParameters,
  profile: CompiledProfile,
  sport: string,
): VenueFacts | undefined {
  const { covered, sheltered, floodlit, surface, tempShiftC } = request;
  const said = { covered, sheltered, floodlit, surface, temp_shift_c: tempShiftC };
  const given = VENUE_FACTS.filter((fact) => said[fact] !== undefined);
  if (given.length === 0) return undefined;
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
