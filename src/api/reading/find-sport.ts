// Reads a request's sport and venue, which several methods take in the same parameters.
import type { ConnectError } from "@connectrpc/connect";
import type { SportsOwner } from "../../call/operation.ts";
import { fault, invalidArgument, type FieldViolation } from "../../errors/fault.ts";
import type { DefinedSport, SharedSports } from "../../scoring/sports/custom-profile.ts";
import { findProfile, SPORT_IDS, sportName } from "../../scoring/sports/find-profile.ts";
import type { CompiledProfile } from "../../scoring/sports/profile.ts";
import {
  profileAtVenue,
  factsOf,
  surfacesOf,
  VENUE_FACTS,
  type VenueFact,
  type VenueFacts,
} from "../../scoring/sports/venue-facts.ts";
import { sportSuggestion } from "./sport-suggestion.ts";
import type { FindOwnSports, OwnSport } from "./own-sports.ts";

const DEFAULT_SPORT = "outdoor";

/**
 * How many sports a refusal lists: the built-in ones and as many as an account may have. gRPC sends them twice, and its
 * clients take 8 kB of headers by default.
 */
const NAMED_MAX = 68;

/**
 * The profile of a request's `sport` at its venue: the account's own sport, or a built-in one by id or alias, or one of the
 * operator's. An account's own `outdoor` becomes its default. Throws INVALID_ARGUMENT that lists the known sports, or
 * PERMISSION_DENIED for an own sport if the plan does not include own sports. The result is no promise if the account has no
 * sports of its own.
 */
export type FindSport = (
  request: VenueParameters & { readonly sport?: string },
  /** Undefined if the account never had sports of its own. */
  owner: SportsOwner | undefined,
) => CompiledProfile | Promise<CompiledProfile>;

/** Built-in sports have no definition. */
export type FoundSport = Partial<DefinedSport> & Pick<DefinedSport, "profile">;

export function createFindSport({
  ownSports,
  sharedSports,
}: {
  ownSports: FindOwnSports;
  sharedSports: SharedSports;
}): FindSport {
  /** A sport that every account may ask for. */
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
    if (owner.planGap !== undefined) throw notInPlan(name, owner.planGap);
    return usable(own, name, owner);
  };

  return (request, owner) => {
    const { sport = DEFAULT_SPORT } = request;
    if (owner !== undefined) return findOwn(sport, owner).then((found) => atVenue(found, request, sport));
    return atVenue(findOffered(sport) ?? refuseUnknown(sport, []), request, sport);
  };
}

/**
 * Throws if this version refuses a definition that an earlier version accepted. Only the operator can fix that, so the error
 * is not a refusal: it is logged with the call's id.
 */
function usable(own: OwnSport, name: string, { accountId }: SportsOwner): FoundSport {
  if ("problems" in own) {
    const problems = own.problems.join(" ");
    throw new Error(
      `sport ${name} of account ${accountId} is not valid in this version: set it again: ${problems}`,
    );
  }
  return own;
}

function unknownSport(sport: string, names: readonly string[]): ConnectError {
  const suggestion = sportSuggestion(sport, names);
  const others =
    names.length > NAMED_MAX ? ` and ${names.length - NAMED_MAX} more, which ListSports lists` : "";
  const first = names.slice(0, NAMED_MAX).join(", ");
  const description = `is unknown. ${suggestion}Known sports: ${first}${others}.`;
  return invalidArgument([{ field: "sport", description, reason: "UNKNOWN_SPORT" }]);
}

function notInPlan(name: string, { has, needs }: NonNullable<SportsOwner["planGap"]>): ConnectError {
  const remedy = needs === undefined ? "" : `, or ask the operator for the ${needs} plan`;
  return fault({
    sentence: `The sport ${name} has thresholds of your own, which the ${has} plan does not include. Name a built-in sport${remedy}.`,
    reason: "FEATURE_NOT_IN_PLAN",
  });
}

interface VenueParameters {
  readonly covered?: boolean;
  readonly sheltered?: boolean;
  readonly floodlit?: boolean;
  readonly surface?: string;
  readonly tempShiftC?: number;
}

/**
 * The sport with the facts of a request's venue. `sport` is the name in the request. Throws INVALID_ARGUMENT that lists the
 * facts that the sport takes.
 */
function atVenue(
  { profile, definition }: FoundSport,
  request: VenueParameters,
  sport: string,
): CompiledProfile {
  const { covered, sheltered, floodlit, surface, tempShiftC } = request;
  const values = { covered, sheltered, floodlit, surface, temp_shift_c: tempShiftC };
  const given: VenueFact[] = [];
  for (const fact of VENUE_FACTS) if (values[fact] !== undefined) given.push(fact);
  if (given.length === 0) return profile;
  const facts = factsOf(profile);
  const surfaces: readonly string[] = surfacesOf(profile);
  const violations = given.flatMap((field): FieldViolation[] => {
    if (!facts.includes(field)) {
      return [
        {
          field,
          description: `makes no difference to ${sportName(sport)}, which takes ${facts.join(", ")}.`,
        },
      ];
    }
    return field === "surface" && !surfaces.includes(surface ?? "")
      ? [{ field, description: `must be one of ${surfaces.join(", ")} for ${sportName(sport)}.` }]
      : [];
  });
  if (violations.length > 0) throw invalidArgument(violations);
  const venue = Object.fromEntries(given.map((fact) => [fact, values[fact]])) as VenueFacts;
  return profileAtVenue(profile, definition, venue);
}
