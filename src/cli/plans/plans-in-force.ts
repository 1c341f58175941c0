import type { AccountStore } from "../../accounts/store.ts";
import type { Plan } from "../../accounts/plans/plan.ts";
import type { Plans } from "../../accounts/plans/plans.ts";
import { missingPlans } from "../../accounts/plans/plans-in-use.ts";
import { UsageError } from "../command.ts";

/**
 * The plans, for a command that shows or changes who has which. Throws where some account has one that is not among them,
 * as on a machine where PLANS_FILE was forgotten: what was sold there would be another plan's.
 */
export async function plansInForce(store: AccountStore, plans: () => Plans): Promise<Plans> {
  const inForce = plans();
  const problem = await missingPlans(store, inForce);
  if (problem !== undefined) throw new Error(problem);
  return inForce;
}

/** The plan that somebody typed; throws a UsageError that names those there are. */
export function typedPlan(plans: Plans, name: string): Plan {
  const plan = plans.named(name);
  if (plan === undefined) {
    const names = plans.list.map((each) => each.name).join(", ");
    throw new UsageError(`There is no plan ${JSON.stringify(name)}: choose one of ${names}.`);
  }
  return plan;
}
