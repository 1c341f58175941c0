// CONCURRENT_CALLS: how many calls of one account one replica works on at once, where not as its plan has it.
import type { Plan } from "../accounts/plans/plan.ts";
import { wrongSetting, type SettingReader } from "./setting-values.ts";

type CallsByPlan = Readonly<Record<string, number>>;

/** The plans with these numbers; those that are not named keep theirs. */
export function withConcurrentCalls(plans: readonly Plan[], calls: CallsByPlan): readonly Plan[] {
  return plans.map((plan) => ({ ...plan, concurrentCalls: calls[plan.name] ?? plan.concurrentCalls }));
}

/** `free=2,growth=200` */
export function concurrentCallsReader(plans: readonly Plan[]): SettingReader<readonly Plan[]> {
  const names = plans.map(({ name }) => name);
  return (text, setting) => {
    const calls = text.split(",").map((item) => {
      const { name = "", count = "" } =
        /^\s*(?<name>[a-z0-9_-]+)=(?<count>\d{1,6})\s*$/.exec(item)?.groups ?? {};
      if (!names.includes(name) || Number(count) < 1) {
        throw wrongSetting(setting, item, `PLAN=CALLS for some of ${names.join(", ")}, separated by commas`);
      }
      return [name, Number(count)] as const;
    });
    return withConcurrentCalls(plans, Object.fromEntries(calls));
  };
}
