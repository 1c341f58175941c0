import { PLANS, planNamed, type PlanName } from "../accounts/plan.ts";
import { UsageError } from "./usage-error.ts";

interface AgreedPlan {
  readonly plan: PlanName;
  readonly monthlyQuota: number;
}

/** The plan an operator names and its quota, or the one given with it; throws UsageError where that makes no sense. */
export function agreedPlan(name: string, quotaText: string | undefined): AgreedPlan {
  const plan = planNamed(name);
  if (plan === undefined) {
    throw new UsageError(`"${name}" is not a plan. Plans: ${Object.keys(PLANS).join(", ")}`);
  }
  const monthlyQuota = quotaText === undefined ? plan.monthlyQuota : quotaFromText(quotaText);
  if (monthlyQuota === undefined) {
    throw new UsageError(`The quota of the ${name} plan is agreed case by case: add --monthly-quota N`);
  }
  return { plan: plan.name, monthlyQuota };
}

function quotaFromText(text: string): number {
  const quota = /^\d+$/.test(text) ? Number(text) : 0;
  if (quota < 1 || !Number.isSafeInteger(quota)) {
    throw new UsageError(
      `--monthly-quota has to be a whole number of 1 or more, in digits only: not "${text}"`,
    );
  }
  return quota;
}
