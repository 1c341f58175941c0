/** The plans by the names operators type. */
export type PlanName = "free" | "starter" | "growth" | "enterprise" | "internal";

/** What a plan promises. */
export interface Plan {
  readonly name: PlanName;
  /** As shown to people: `Free`. */
  readonly title: string;
  /** Answered calls a calendar month; undefined where it has to be agreed per account. */
  readonly monthlyQuota: number | undefined;
}

/** Every plan, smallest first. An account may be given another quota than its plan's. */
export const PLANS: Readonly<Record<PlanName, Plan>> = {
  free: { name: "free", title: "Free", monthlyQuota: 500 },
  starter: { name: "starter", title: "Starter", monthlyQuota: 25_000 },
  growth: { name: "growth", title: "Growth", monthlyQuota: 100_000 },
  enterprise: { name: "enterprise", title: "Enterprise", monthlyQuota: undefined },
  // One's own services. Ten million a month is about four calls a second without a pause: more than they need, and
  // still an end to a loop that has gone wild.
  internal: { name: "internal", title: "Internal", monthlyQuota: 10_000_000 },
};

/** The plan of that name, spelt exactly; undefined when there is none. */
export function planNamed(name: string): Plan | undefined {
  return Object.values(PLANS).find((plan) => plan.name === name);
}
