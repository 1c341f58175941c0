// CONCURRENT_CALLS: how many calls of one account one replica works on at once, where not as its plan has it.
import { PLANS, planNamed, type PlanName } from "../accounts/plan.ts";
import { wrongSetting, type SettingReader } from "./setting-values.ts";

type CallsByPlan = Readonly<Record<PlanName, number>>;

/** As the plans have it. */
export function concurrentCallsByPlan(): CallsByPlan {
  const entries = Object.values(PLANS).map(({ name, concurrentCalls }) => [name, concurrentCalls] as const);
  return Object.fromEntries(entries) as CallsByPlan;
}

/** `free=2,growth=200`; plans that are not named keep theirs. */
export const readConcurrentCalls: SettingReader<CallsByPlan> = (text, name) => {
  const limits: Record<PlanName, number> = { ...concurrentCallsByPlan() };
  for (const item of text.split(",")) {
    const { planName = "", count = "" } =
      /^\s*(?<planName>[a-z]+)=(?<count>\d{1,6})\s*$/.exec(item)?.groups ?? {};
    const plan = planNamed(planName);
    if (plan === undefined || Number(count) < 1) {
      throw wrongSetting(
        name,
        item,
        `PLAN=CALLS for some of ${Object.keys(PLANS).join(", ")}, separated by commas`,
      );
    }
    limits[plan.name] = Number(count);
  }
  return limits;
};
