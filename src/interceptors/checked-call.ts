import { createContextKey, type ContextValues } from "@connectrpc/connect";
import type { Account } from "../accounts/account.ts";
import type { AccountStore } from "../accounts/store.ts";
import { type Caller, shareOwner } from "../accounts/key.ts";
import type { Plans } from "../accounts/plans/plans.ts";
import type { Call } from "../operations/call.ts";

/** All that is known of a call once it is known who calls: made by `authenticate`, read by all that come after it. */
export interface CheckedCall extends Call {
  readonly caller: Caller;
  /** The month that the caller's use is of: the one in which the call began. */
  readonly month: string;
  /** Of that month, as far as is known by now. */
  used: number;
  /** Run by `admit`, in this order. */
  readonly admissionChecks: (() => void)[];
  /** Run once the call is counted. */
  readonly whenCounted: (() => void)[];
}

/** Undefined until `authenticate` has found out who calls. */
export const checkedCall = createContextKey<CheckedCall | undefined>(undefined, { description: "the call" });

/** The call, for whoever comes after `authenticate`. */
export function callOf(values: ContextValues): CheckedCall {
  const call = values.get(checkedCall);
  if (call === undefined) {
    throw new Error("the call is asked for before authenticate");
  }
  return call;
}

/** Does not read the store until the caller's sports are asked for. */
export function createCheckedCall(
  caller: Caller,
  month: string,
  { store, plans }: { readonly store: Pick<AccountStore, "sports">; readonly plans: Plans },
): CheckedCall {
  const admissionChecks: (() => void)[] = [];
  const whenCounted: (() => void)[] = [];
  const plan = plans.of(caller.account);
  return {
    caller,
    month,
    used: caller.used,
    verdict: undefined,
    sportsOwner: sportsOwner(caller.account, { store, plans }),
    fetchOwner: {
      accountId: shareOwner(caller),
      newPlaces: plan.newPlaces,
      whenCounted: (act) => void whenCounted.push(act),
    },
    admissionChecks,
    whenCounted,
    admit: () => {
      for (const check of admissionChecks) check();
    },
  };
}

function sportsOwner(account: Account, { store, plans }: Parameters<typeof createCheckedCall>[2]) {
  const { id, sportsRevision } = account;
  if (sportsRevision === 0) {
    return undefined;
  }
  const { title, includes } = plans.of(account);
  return {
    accountId: id,
    revision: sportsRevision,
    planGap: includes.customSports
      ? undefined
      : { has: title, needs: plans.firstWith("customSports")?.title },
    readSports: () => store.sports(id),
  };
}
