/** How many new places an account may have fetched, and how many fetches of it may be under way at once. */
export interface NewPlacesLimits {
  /** So many at first, and after a pause. */
  readonly burst: number;
  /** So many a minute from then on. */
  readonly perMinute: number;
  readonly atOnce: number;
}

/** The account that a forecast is asked for, and the call of it. */
export interface FetchOwner {
  /** Of a publishable key, which counts as an account here, the key's. */
  readonly accountId: string;
  /** Undefined where there is no limit. */
  readonly newPlaces: NewPlacesLimits | undefined;
  /** Has something done once the call is counted, which it never is when it is given up, fails or is refused. */
  whenCounted(act: () => void): void;
}

/** Which budget is used up: that of new places, or that of forecasts that no counted call of the account took. */
export type UsedUp = "new" | "untaken";

/** The account has used up what it may have fetched for now. What is cached it may still have. */
export class NewPlacesLimited extends Error {
  readonly usedUp: UsedUp;
  readonly limits: NewPlacesLimits;
  /** Until the next new place; whole seconds, at least one. */
  readonly retryAfterSeconds: number;

  constructor(usedUp: UsedUp, limits: NewPlacesLimits, retryAfterSeconds: number) {
    super(`the account's budget of ${usedUp} places is used up`);
    this.name = "NewPlacesLimited";
    this.usedUp = usedUp;
    this.limits = limits;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
