export interface Plan {
  /** As operators type it: `growth`. */
  readonly name: string;
  /** As shown to people: `Growth`. */
  readonly title: string;
  /** For people: `49`, `by agreement`. */
  readonly price: string;
  /** The currency (ISO 4217), if the price is an amount a month: `GBP`. */
  readonly currency: string | undefined;
  /** Answered calls a calendar month; undefined if each account agrees on a number. */
  readonly monthlyQuota: number | undefined;
  /** The limit of an account's concurrent calls, in one replica. */
  readonly concurrentCalls: number;
  /**
   * The rate limit of new places (not cached, and not asked for within 48 hours), and the limit of their concurrent
   * fetches; in one replica. Undefined for no limit.
   */
  readonly newPlaces:
    { readonly burst: number; readonly perMinute: number; readonly atOnce: number } | undefined;
  /** How its holders get help, for people. */
  readonly support: string;
  /** What it adds to the smaller plans, for people. */
  readonly extras: readonly string[];
  /** Features, for the service. */
  readonly includes: {
    readonly usageDashboard: boolean;
    readonly customSports: boolean;
    /** Whether docs/sla.md applies: the calls of its holders are measured by account. */
    readonly sla: boolean;
  };
  /** Whether pages and refusals show it. Internal and former plans are hidden. */
  readonly isForSale: boolean;
}

export type PlanFeature = keyof Plan["includes"];

/** `GBP 49 a month`, `by agreement` */
export function priceText({ price, currency }: Pick<Plan, "price" | "currency">): string {
  return currency === undefined ? price : `${currency} ${price} a month`;
}
