/** The plans by the names operators type. */
export type PlanName = "free" | "starter" | "growth" | "enterprise" | "internal";

/** What a plan promises. */
export interface Plan {
  readonly name: PlanName;
  /** As shown to people: `Free`. */
  readonly title: string;
  /** Undefined where no price is published: agreed per account, or not for sale. */
  readonly priceGbpPerMonth: number | undefined;
  /** Answered calls a calendar month; undefined where it has to be agreed per account. */
  readonly monthlyQuota: number | undefined;
  /** Calls under way at once that one replica works on; operators may set others. */
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
  /** What its holders may use, for the service to act on; what a smaller plan has, every larger one has too. */
  readonly includes: {
    readonly usageDashboard: boolean;
    readonly customSports: boolean;
    /** Whether its holders are promised what docs/sla.md says: their calls are then measured by account. */
    readonly sla: boolean;
  };
}

/** Every plan, smallest first. An account may be given another quota than its plan's. */
export const PLANS: Readonly<Record<PlanName, Plan>> = {
  free: {
    name: "free",
    title: "Free",
    priceGbpPerMonth: 0,
    monthlyQuota: 500,
    concurrentCalls: 5,
    newPlaces: { burst: 50, perMinute: 10, atOnce: 2 },
    support: "email",
    extras: [],
    includes: { usageDashboard: false, customSports: false, sla: false },
  },
  starter: {
    name: "starter",
    title: "Starter",
    priceGbpPerMonth: 49,
    monthlyQuota: 25_000,
    concurrentCalls: 20,
    newPlaces: { burst: 500, perMinute: 100, atOnce: 8 },
    support: "priority email",
    extras: ["usage dashboard"],
    includes: { usageDashboard: true, customSports: false, sla: false },
  },
  growth: {
    name: "growth",
    title: "Growth",
    priceGbpPerMonth: 149,
    monthlyQuota: 100_000,
    concurrentCalls: 50,
    newPlaces: { burst: 1_000, perMinute: 300, atOnce: 16 },
    support: "chat tool",
    extras: ["SLA guarantee", "custom sport thresholds"],
    includes: { usageDashboard: true, customSports: true, sla: true },
  },
  enterprise: {
    name: "enterprise",
    title: "Enterprise",
    priceGbpPerMonth: undefined,
    monthlyQuota: undefined,
    concurrentCalls: 100,
    newPlaces: undefined,
    support: "by agreement",
    extras: ["custom integrations", "white-label"],
    includes: { usageDashboard: true, customSports: true, sla: true },
  },
  internal: {
    name: "internal",
    title: "Internal",
    priceGbpPerMonth: undefined,
    // One's own services. Ten million a month is about four calls a second without a pause: more than they need, and
    // still an end to a loop that has gone wild.
    monthlyQuota: 10_000_000,
    concurrentCalls: 500,
    newPlaces: undefined,
    support: "in-house",
    extras: [],
    includes: { usageDashboard: true, customSports: true, sla: true },
  },
};

/** The plan of that name, spelt exactly; undefined when there is none. */
export function planNamed(name: string): Plan | undefined {
  return Object.values(PLANS).find((plan) => plan.name === name);
}

/** The smallest plan that has it. */
export function firstPlanWith(feature: keyof Plan["includes"]): Plan {
  const plan = Object.values(PLANS).find(({ includes }) => includes[feature]);
  if (plan === undefined) {
    throw new Error(`no plan includes ${feature}`);
  }
  return plan;
}
