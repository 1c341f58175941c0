import type { Rate } from "../limiter.ts";

/** How much an account may have fetched. */
export interface FetchLimits {
  /** Of places that are new to it. */
  readonly newPlaces: Rate;
  /** Of forecasts that no counted call of it took. */
  readonly untaken: Rate;
  readonly atOnce: number;
}

/** The account that a forecast is asked for, and the call of it. */
export interface FetchOwner {
  /** Of a publishable key, which counts as an account here, the key's. */
  readonly accountId: string;
  /** Undefined where there is no limit. */
  readonly limits: FetchLimits | undefined;
  /** Has something done once the call is counted, which it never is when it is given up, fails or is refused. */
  whenCounted(act: () => void): void;
}

/** What is used up. */
export type UsedUp =
  | "new" // the account's budget of new places
  | "untaken" // that of forecasts that no counted call of it took
  | "day"; // so much of the provider's day that the account has had more than is left for all

/** The account has used up what it may have fetched for now. What is cached it may still have. */
export class NewPlacesLimited extends Error {
  readonly usedUp: UsedUp;
  readonly limits: FetchLimits;
  /** Until the next new place; whole seconds, at least one. */
  readonly retryAfterSeconds: number;

  constructor(usedUp: UsedUp, limits: FetchLimits, retryAfterSeconds: number) {
    super(`the account's budget of ${usedUp} places is used up`);
    this.name = "NewPlacesLimited";
    this.usedUp = usedUp;
    this.limits = limits;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
