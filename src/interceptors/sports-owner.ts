import type { ContextValues } from "@connectrpc/connect";
import type { Account, AccountStore } from "../accounts/account-store.ts";
import { firstPlanWith, PLANS } from "../accounts/plan.ts";
import { caller } from "./call-context.ts";

/**
 * Tells the operations whose custom sports a call may name, from what `authenticate` found out; undefined for an
 * account that never had any. Asks the store for nothing before `readSports` is called.
 */
export function createSportsOwner({ store }: { store: Pick<AccountStore, "sports"> }) {
  return (values: ContextValues) => {
    const who = values.get(caller);
    if (who === undefined) {
      throw new Error("sports are asked for before authenticate");
    }
    const { account } = who;
    if (account.sportsRevision === 0) {
      return undefined;
    }
    return {
      accountId: account.id,
      revision: account.sportsRevision,
      planGap: planGap(account),
      readSports: () => store.sports(account.id),
    };
  };
}

function planGap({ plan }: Account) {
  const { title, includes } = PLANS[plan];
  return includes.customSports ? undefined : { has: title, needs: firstPlanWith("customSports").title };
}
