// The sports that accounts have defined for themselves, compiled and cached.
import { LRUCache } from "lru-cache";
import { compileProfile } from "../scoring/sports/profile.ts";
import { customProfileFromJson, type DefinedSport } from "../scoring/sports/custom-profile.ts";

/** Whose sports they are. */
export interface SportsOwner {
  readonly accountId: string;
  /** Raised with every change of the account's sports, in the same step. */
  readonly revision: number;
  /** What the account has to change to use its sports; undefined where its plan includes them. */
  readonly planGap:
    | {
        readonly has: string;
        /** Undefined where no plan for sale has it. */
        readonly needs: string | undefined;
      }
    | undefined;
  /** Reads the definitions as they are now. */
  readonly readSports: () => Promise<readonly { readonly id: string; readonly definition: string }[]>;
}

/** Holds the problems where this version refuses the definition; the account's other sports still work. */
export type OwnSport = DefinedSport | { readonly problems: readonly string[] };

/** By name, as `sportName` spells it. */
export type OwnSports = ReadonlyMap<string, OwnSport>;

export type FindOwnSports = (owner: SportsOwner) => Promise<OwnSports>;

/** A compiled sport takes about 3 kB, and 15 µs to make. */
const SPORTS_MAX = 10_000;

/**
 * Finds an account's sports. They are read and compiled once for each revision, however many calls ask at once, and
 * anew when the revision has changed; the accounts that have not called for longest go first. A failure to read them
 * is thrown to those who waited and not cached.
 */
export function createOwnSports({ sportsMax = SPORTS_MAX } = {}): FindOwnSports {
  const cached = new LRUCache<string, OwnSports, SportsOwner>({
    maxSize: sportsMax,
    // An account that unset its last sport takes room too.
    sizeCalculation: (sports) => sports.size + 1,
    // Sports pushed out while they are being read still go to those who wait for them.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context }) =>
      new Map((await context.readSports()).map(({ id, definition }) => [id, ownSport(definition)] as const)),
  });
  // The sports that are read may be newer than the revision they are cached under. The next call then has the new revision
  // and reads again.
  return (owner) => cached.forceFetch(`${owner.accountId} ${owner.revision}`, { context: owner });
}

function ownSport(definition: string): OwnSport {
  const custom = customProfileFromJson(definition);
  if ("problems" in custom) return custom;
  return { definition: custom.definition, profile: compileProfile(custom.profile) };
}
