/** What a plan promises. */
export interface Plan {
  /** As operators type it, and as accounts have it: `growth`. */
  readonly name: string;
  /** As shown to people: `Growth`. */
  readonly title: string;
  /** What it costs, as people read it: `49`, `by agreement`. */
  readonly price: string;
  /** Where the price is an amount a month, in what (ISO 4217): `GBP`. */
  readonly currency: string | undefined;
  /** Answered calls a calendar month; undefined where it has to be agreed per account. */
  readonly monthlyQuota: number | undefined;
  /** Calls of an account under way at once that one replica works on. */
  readonly concurrentCalls: number;
  /**
   * Places to have fetched that are not cached and were not asked for within 48 hours: so many at first, then a minute,
   * and how many fetches at once; by one replica. Undefined where there is no limit.
   */
  readonly newPlaces:
    { readonly burst: number; readonly perMinute: number; readonly atOnce: number } | undefined;
  /** How its holders get help, for people: `priority email`. */
  readonly support: string;
  /** What it adds to the smaller plans, for people. */
  readonly extras: readonly string[];
  /** What its holders may use, for the service to act on. */
  readonly includes: {
    readonly usageDashboard: boolean;
    readonly customSports: boolean;
    /** Whether its holders are promised what docs/sla.md says: their calls are then measured by account. */
    readonly sla: boolean;
  };
  /** Whether people are told of it: not one's own services', nor what is no longer sold and some accounts still have. */
  readonly isForSale: boolean;
}

export type PlanFeature = keyof Plan["includes"];

/** `GBP 49 a month`, `by agreement` */
export function priceText({ price, currency }: Pick<Plan, "price" | "currency">): string {
  return currency === undefined ? price : `${currency} ${price} a month`;
}
