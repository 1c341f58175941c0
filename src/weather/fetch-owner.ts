import type { Rate } from "../lib/token-bucket.ts";

/** Limits on the fetches for an account. */
export interface FetchLimits {
  /** For places that are new to the account. */
  readonly newPlaces: Rate;
  /** For forecasts that no counted call of the account used. */
  readonly unusedFetches: Rate;
  /** How many fetches may run at once. */
  readonly atOnce: number;
}

/** The account that a forecast is fetched for. */
export interface FetchOwner {
  /** For a publishable key, the id of the key: it counts as an account here. */
  readonly accountId: string;
  /** Undefined without limits. */
  readonly limits: FetchLimits | undefined;
}

export type LimitedOwner = FetchOwner & { readonly limits: FetchLimits };

/** The budget that an account has used up. */
export type UsedUp =
  | "new" // new places
  | "unused" // forecasts that no counted call used
  | "day"; // the account has used more of the provider's calls of the day than are left for all

/** Nothing more is fetched for the account for now. Cached forecasts are still available to it. */
export class NewPlacesLimited extends Error {
  readonly usedUp: UsedUp;
  readonly limits: FetchLimits;
  /** Until the used-up budget allows another fetch; whole seconds, at least one. */
  readonly retryAfterSeconds: number;

  constructor(usedUp: UsedUp, limits: FetchLimits, retryAfterSeconds: number) {
    super(`the account's fetch budget (${usedUp}) is used up`);
    this.name = "NewPlacesLimited";
    this.usedUp = usedUp;
    this.limits = limits;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
