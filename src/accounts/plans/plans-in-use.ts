import { StoreUnavailable, type AccountStore } from "../store.ts";
import type { Plans } from "./plans.ts";

/**
 * The problem if accounts have plans that are not in force: one line with the plans and the number of accounts; otherwise
 * undefined.
 */
export async function missingPlans(
  store: Pick<AccountStore, "countByPlan">,
  plans: Plans,
): Promise<string | undefined> {
  const inUse = await store.countByPlan();
  const missing = [...inUse]
    .filter(([name]) => plans.named(name) === undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} (${count} ${count === 1 ? "account" : "accounts"})`);
  if (missing.length === 0) return undefined;
  const inForce = plans.list.map(({ name }) => name).join(", ");
  return `Accounts have plans that are not in force: ${missing.join(", ")}. PLANS_FILE must list every plan that is in use, with "for_sale": false if it is no longer sold. In force are ${inForce}.`;
}

/**
 * Throws if accounts have plans that are not in force. If the store is unreachable, the returned function repeats the check
 * at each call, and resolves to the problem, until there is none.
 */
export async function startPlansCheck(
  store: Pick<AccountStore, "countByPlan">,
  plans: Plans,
): Promise<() => Promise<string | undefined>> {
  let isDone = false;
  const check = async () => {
    if (isDone) return undefined;
    const problem = await missingPlans(store, plans);
    isDone = problem === undefined;
    return problem;
  };
  const problem = await check().catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error;
    return undefined;
  });
  if (problem !== undefined) throw new Error(problem);
  return check;
}
