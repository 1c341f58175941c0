// The sports that accounts have defined for themselves, compiled and cached.
import { LRUCache } from "lru-cache";
import type { SportsOwner } from "../../call/operation.ts";
import { compileProfile } from "../../scoring/sports/profile.ts";
import { customProfileFromJson, type DefinedSport } from "../../scoring/sports/custom-profile.ts";

/** Its `problems` are the reasons why this version refuses the definition; the account's other sports still work. */
export type OwnSport = DefinedSport | { readonly problems: readonly string[] };

/** By name, as `sportName` spells it. */
export type OwnSports = ReadonlyMap<string, OwnSport>;

export type FindOwnSports = (owner: SportsOwner) => Promise<OwnSports>;

/** A compiled sport takes about 3 kB, and 15 µs to make. */
const SPORTS_MAX = 10_000;

/**
 * Finds an account's sports. They are read and compiled once for each revision, however many calls ask at once. The least
 * recently used accounts are dropped first. If reading fails, those who wait get the error, and nothing is cached.
 */
export function createOwnSports({ sportsMax = SPORTS_MAX } = {}): FindOwnSports {
  const cached = new LRUCache<string, OwnSports, SportsOwner>({
    maxSize: sportsMax,
    // An account without sports takes room too.
    sizeCalculation: (sports) => sports.size + 1,
    // Sports that are evicted while they are read still reach those who wait for them.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context }) =>
      new Map((await context.readSports()).map(({ id, definition }) => [id, ownSport(definition)] as const)),
  });
  // The store may return sports that are newer than the revision. The next call has the new revision and reads again.
  return (owner) => cached.forceFetch(`${owner.accountId} ${owner.revision}`, { context: owner });
}

function ownSport(definition: string): OwnSport {
  const custom = customProfileFromJson(definition);
  if ("problems" in custom) return custom;
  return { definition: custom.definition, profile: compileProfile(custom.profile) };
}
