import type { ConnectError } from "@connectrpc/connect";
import { closest } from "fastest-levenshtein";
import { fault, invalidArgument } from "../fault.ts";
import type { CompiledProfile } from "../scoring/sports/profile.ts";
import { findProfile, SPORT_IDS, sportName } from "../scoring/sports/find-profile.ts";
import { createOwnSports, type OwnSport, type SportsOwner } from "./own-sports.ts";

const DEFAULT_SPORT = "outdoor";

/**
 * The profile that a call's `sport` parameter names: a sport of the caller's own, or else a built-in one by its id or
 * an alias. The default is found in the same way, so an account's own `outdoor` is its default.
 * Throws INVALID_ARGUMENT that lists the known ones, or PERMISSION_DENIED for an own one that the plan does not include.
 */
export type FindSport = (
  sport: string | undefined,
  /** Undefined for an account that never had sports of its own. */
  owner: SportsOwner | undefined,
) => Promise<CompiledProfile>;

export function createFindSport(): FindSport {
  const ownSports = createOwnSports();
  return async (sport = DEFAULT_SPORT, owner) => {
    const builtIn = findProfile(sport);
    if (owner === undefined || (owner.planGap !== undefined && builtIn !== undefined)) {
      return builtIn ?? refuseUnknown(sport, []);
    }
    const sports = await ownSports(owner);
    const name = sportName(sport);
    const own = sports.get(name);
    if (own === undefined) {
      return builtIn ?? refuseUnknown(sport, owner.planGap === undefined ? [...sports.keys()] : []);
    }
    if (owner.planGap !== undefined) {
      throw notInPlan(name, owner.planGap);
    }
    return usable(own, name, owner);
  };
}

/**
 * This version refuses a sport that an earlier one accepted. Only the operator can mend that, so it is thrown as a bug:
 * logged with the call's id, which the caller is told to quote.
 */
function usable(own: OwnSport, name: string, { accountId }: SportsOwner): CompiledProfile {
  if ("problems" in own) {
    const problems = own.problems.join(" ");
    throw new Error(
      `sport ${name} of account ${accountId} is not valid in this version, set it anew: ${problems}`,
    );
  }
  return own.profile;
}

function refuseUnknown(sport: string, ownIds: readonly string[]): never {
  const known = [...ownIds, ...SPORT_IDS.filter((id) => !ownIds.includes(id))];
  const nearest = closest(sportName(sport), known);
  const description = `is unknown. Did you mean ${nearest}? Known are ${known.join(", ")}.`;
  throw invalidArgument([{ field: "sport", description, reason: "UNKNOWN_SPORT" }]);
}

function notInPlan(
  name: string,
  { has, needs }: { readonly has: string; readonly needs: string },
): ConnectError {
  return fault({
    sentence: `The sport ${name} has thresholds of your own, which the ${has} plan does not include. Name a built-in sport, or ask the operator for the ${needs} plan.`,
    reason: "FEATURE_NOT_IN_PLAN",
  });
}
