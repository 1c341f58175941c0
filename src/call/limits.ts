// Every limit on what callers may ask of one process: what it is counted by, its size, what happens beyond it, and the
// reason that callers get. `interceptors/` enforces them; `weather/cache/` enforces those on fetches, with figures that come
// with each call. docs/security.md prints the table.
import type { Plan } from "../accounts/plans/plan.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../lib/time/clock.ts";
import type { FaultReason } from "../errors/fault-reasons.ts";
import type { Rate } from "../lib/token-bucket.ts";
import type { FetchLimits } from "../weather/fetch-owner.ts";

interface Limit {
  /** What is limited, for people. */
  readonly of: string;
  /** For a publishable key, "account" means the key (`shareOwner`), except for the month. */
  readonly by: "account" | "address" | "publishable key" | "process";
  /** A number limits how many there may be at once. Words stand for what the plan or key says. */
  readonly max: Rate | number | string;
  readonly beyond: string;
  /** Undefined if nobody is refused for it. */
  readonly reason: FaultReason | undefined;
}

/** In the order in which most calls meet them. */
export const LIMITS = {
  /** More than anybody mistypes, far fewer than guessing takes. */
  wrongKeys: {
    of: "wrong keys",
    by: "address",
    max: { burst: 20, count: 20, perMs: MINUTE_MS },
    beyond: "refused with 429, without saying whether the key is wrong",
    reason: "TOO_MANY_WRONG_KEYS",
  },
  /**
   * A look-up takes 8 µs of the 100 µs of a refusal. With 500 guesses a second, a new customer at the
   * same address still gets in; with more, that customer may have to retry. The limit protects the store.
   */
  lookUps: {
    of: "look-ups of keys not known to be good, by an address that has used up its wrong keys",
    by: "address",
    max: { burst: 1_000, count: 1_000, perMs: SECOND_MS },
    beyond: "refused without a look-up",
    reason: "TOO_MANY_WRONG_KEYS",
  },
  /** More than a page that shows them needs; 20 answers take milliseconds. */
  uncounted: {
    of: "calls that are not counted",
    by: "account",
    max: { burst: 20, count: 10, perMs: SECOND_MS },
    beyond: "held back for a second, then refused",
    reason: "UNCOUNTED_CALLS_LIMITED",
  },
  callsAtOnce: {
    of: "calls at once",
    by: "account",
    max: "as many as its plan allows",
    beyond: "refused",
    reason: "TOO_MANY_CALLS_AT_ONCE",
  },
  month: {
    of: "answers of a calendar month",
    by: "account",
    max: "its quota",
    beyond: "refused until the next one",
    reason: "MONTHLY_QUOTA_EXHAUSTED",
  },
  day: {
    of: "answers of a day",
    by: "publishable key",
    max: "as many as the key allows",
    beyond: "refused until the next one",
    reason: "DAILY_LIMIT",
  },
  newPlaces: {
    of: "fetches of places that are not cached, and not asked for by the account within 48 hours",
    by: "account",
    max: "its plan's burst, then its plan's number a minute",
    beyond: "refused",
    reason: "NEW_PLACES_LIMITED",
  },
  unusedFetches: {
    of: "calls to a provider that brought no forecast, or one that no counted call of the account used",
    by: "account",
    max: "its plan's burst, then the same number a day",
    beyond: "refused for places that have to be fetched",
    reason: "NEW_PLACES_LIMITED",
  },
  /** Enforced by `weather/cache/fetch-limits.ts`. */
  dayOfProvider: {
    of: "a provider's calls of a day",
    by: "account",
    max: "no limit until fewer are left than the reserve (half at 00:00 UTC, falling to none by the next midnight); then, as many as are left",
    beyond: "refused for places that have to be fetched",
    reason: "NEW_PLACES_LIMITED",
  },
  fetchesAtOnce: {
    of: "fetches at once",
    by: "account",
    max: "as many as its plan allows",
    beyond: "waits",
    reason: undefined,
  },
  /** A site with a mistake stays below this; a loop without a pause does not. */
  refusals: {
    of: "refused calls, and calls without a forecast",
    by: "account",
    max: { burst: 100, count: 50, perMs: SECOND_MS },
    beyond: "answered a second later",
    reason: undefined,
  },
  /** Held-back calls take memory, so they are bounded too. */
  heldBack: {
    of: "calls that are held back",
    by: "process",
    max: 1_000,
    beyond: "not held back",
    reason: undefined,
  },
} as const satisfies Readonly<Record<string, Limit>>;

/** How much a plan allows to be fetched; undefined if there is no limit. */
export function fetchLimits({ newPlaces }: Pick<Plan, "newPlaces">): FetchLimits | undefined {
  if (newPlaces === undefined) return undefined;
  const { burst, perMinute, atOnce } = newPlaces;
  return {
    newPlaces: { burst, count: perMinute, perMs: MINUTE_MS },
    unusedFetches: { burst, count: burst, perMs: DAY_MS },
    atOnce,
  };
}
