/** How many new places an account may have fetched, and how many fetches of it may be under way at once. */
export interface NewPlacesLimits {
  /** So many at first, and after a pause. */
  readonly burst: number;
  /** So many a minute from then on. */
  readonly perMinute: number;
  readonly atOnce: number;
}

/** The account that a forecast is asked for. */
export interface FetchOwner {
  readonly accountId: string;
  /** Undefined where there is no limit. */
  readonly newPlaces: NewPlacesLimits | undefined;
}

/** The account has used up its new places for now. What is cached, and what it asked for of late, it may still have. */
export class NewPlacesLimited extends Error {
  readonly limits: NewPlacesLimits;
  /** Until the next new place; whole seconds, at least one. */
  readonly retryAfterSeconds: number;

  constructor(limits: NewPlacesLimits, retryAfterSeconds: number) {
    super("the account's budget of new places is used up");
    this.name = "NewPlacesLimited";
    this.limits = limits;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
