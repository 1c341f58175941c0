import { onceForEach } from "../../lib/log-once.ts";
import type { Plan, PlanFeature } from "./plan.ts";

/** The name of unknown plans in metrics; no plan may have it. */
export const UNKNOWN_PLAN = "unknown";

/** The plans in force. */
export interface Plans {
  /** Smallest first. */
  readonly list: readonly Plan[];
  /** The plan with exactly that name, or undefined. */
  named(name: string): Plan | undefined;
  /**
   * The plan of an account. If it is not in force (a command with another file may have written it), the smallest plan,
   * stripped of its features: calls are counted against the account's own quota and do not fail.
   */
  of(account: { readonly plan: string }): Plan;
  /** The smallest plan for sale with the feature, or undefined. */
  firstWith(feature: PlanFeature): Plan | undefined;
}

export function createPlans(
  list: readonly Plan[],
  /** Called once for each unknown name of a plan, the first hundred of them. */
  { onUnknown = () => undefined }: { readonly onUnknown?: (name: string) => void } = {},
): Plans {
  const byName = new Map(list.map((plan) => [plan.name, plan]));
  const unknown = unknownPlan(list);
  const isFirst = onceForEach<string>();
  return {
    list,
    named: (name) => byName.get(name),
    of: ({ plan: name }) => {
      const plan = byName.get(name);
      if (plan !== undefined) return plan;
      if (isFirst(name)) onUnknown(name);
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
