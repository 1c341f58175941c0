import { StoreUnavailable, type AccountStore } from "../store.ts";
import type { Plans } from "./plans.ts";

/**
 * What is wrong where accounts have plans that are not in force, in one line with the plans and how many accounts have
 * each; undefined where nothing is.
 */
export async function missingPlans(
  store: Pick<AccountStore, "countByPlan">,
  plans: Plans,
): Promise<string | undefined> {
  const inUse = await store.countByPlan();
  const missing = [...inUse]
    .filter(([name]) => plans.named(name) === undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (missing.length === 0) return undefined;
  const named = missing.map(([name, count]) => `${name} (${accountsText(count)})`).join(", ");
  const inForce = plans.list.map(({ name }) => name).join(", ");
  return `Accounts have plans that are not in force: ${named}. PLANS_FILE has to have every plan that is in use, with "for_sale": false where it is no longer sold; in force are ${inForce}.`;
}

function accountsText(count: number): string {
  return `${count} ${count === 1 ? "account" : "accounts"}`;
}

/**
 * Throws where accounts have plans that are not in force. A store that is away is asked again by what is returned, which throws
 * in its turn until the store has said once that there are none.
 */
export async function startPlansCheck(
  store: Pick<AccountStore, "countByPlan">,
  plans: Plans,
): Promise<() => Promise<void>> {
  let isDone = false;
  const check = async () => {
    if (isDone) return;
    const problem = await missingPlans(store, plans);
    if (problem !== undefined) throw new Error(problem);
    isDone = true;
  };
  await check().catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error;
  });
  return check;
}
