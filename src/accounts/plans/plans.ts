import type { Plan, PlanFeature } from "./plan.ts";

/** The name under which metrics have every plan that is not in force; no plan may be called so. */
export const UNKNOWN_PLAN = "unknown";

/** The plans in force. */
export interface Plans {
  /** Smallest first. */
  readonly list: readonly Plan[];
  /** The plan of that name, spelt exactly; undefined where there is none. */
  named(name: string): Plan | undefined;
  /**
   * The plan of an account. Of one whose plan is not in force, which a command with another file can have written, it is the
   * smallest, without what that includes: its calls are counted against its own quota and never fail for it.
   */
  of(account: { readonly plan: string }): Plan;
  /** The smallest plan for sale that has it; undefined where none has. */
  firstWith(feature: PlanFeature): Plan | undefined;
}

export function createPlans(
  list: readonly Plan[],
  /** Told of each name that an account has and no plan, once. */
  { onUnknown = () => undefined }: { readonly onUnknown?: (name: string) => void } = {},
): Plans {
  const byName = new Map(list.map((plan) => [plan.name, plan]));
  const unknown = unknownPlan(list);
  const told = new Set<string>();
  return {
    list,
    named: (name) => byName.get(name),
    of: ({ plan: name }) => {
      const plan = byName.get(name);
      if (plan !== undefined) return plan;
      if (!told.has(name)) {
        told.add(name);
        onUnknown(name);
      }
      return unknown;
    },
    firstWith: (feature) => list.find(({ isForSale, includes }) => isForSale && includes[feature]),
  };
}

function unknownPlan([smallest]: readonly Plan[]): Plan {
  if (smallest === undefined) throw new TypeError("there has to be a plan");
  return {
    ...smallest,
    name: UNKNOWN_PLAN,
    title: "Unknown",
    price: "unknown",
    currency: undefined,
    extras: [],
    includes: { usageDashboard: false, customSports: false, sla: false },
    isForSale: false,
  };
}
