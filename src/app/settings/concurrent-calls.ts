// CONCURRENT_CALLS overrides the plans' limits on concurrent calls.
import type { Plan } from "../../accounts/plans/plan.ts";
import { wrongSetting, type SettingReader } from "./setting-values.ts";

/** The plans with these limits; plans that are not named keep theirs. */
export function withConcurrentCalls(
  plans: readonly Plan[],
  calls: Readonly<Record<string, number>>,
): readonly Plan[] {
  // A map, because every object has a property `constructor`, which may be a plan's name.
  const byName = new Map(Object.entries(calls));
  return plans.map((plan) => ({ ...plan, concurrentCalls: byName.get(plan.name) ?? plan.concurrentCalls }));
}

/** `free=2,growth=200` */
export function concurrentCallsReader(plans: readonly Plan[]): SettingReader<readonly Plan[]> {
  const names = plans.map(({ name }) => name);
  return (text, setting) => {
    const calls = new Map<string, number>();
    for (const item of text.split(",")) {
      const { name = "", count = "" } =
        /^\s*(?<name>[a-z0-9_-]+)=(?<count>\d{1,6})\s*$/.exec(item)?.groups ?? {};
      if (!names.includes(name) || Number(count) < 1) {
        throw wrongSetting(setting, item, `PLAN=CALLS for some of ${names.join(", ")}, separated by commas`);
      }
      if (calls.has(name)) throw wrongSetting(setting, text, `one limit for each plan: ${name} has two`);
      calls.set(name, Number(count));
    }
    return withConcurrentCalls(plans, Object.fromEntries(calls));
  };
}
