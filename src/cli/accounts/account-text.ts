// An account as the commands show it.
import type { Account } from "../../accounts/account.ts";
import { accountState } from "../../accounts/account.ts";
import type { Plans } from "../../accounts/plans/plans.ts";
import { isoTime } from "../../iso-time.ts";
import { alignedColumns, countText } from "../aligned-columns.ts";

export function accountText(account: Account, plans: Plans): string {
  return alignedColumns([
    ["Account", account.id],
    ["Name", account.name],
    ...(account.externalRef === undefined ? [] : [["Reference", account.externalRef]]),
    ["Plan", `${planTitle(account, plans)}, ${countText(account.monthlyQuota)} calls a month`],
    ["State", stateText(account)],
    ["Created", isoTime(account.createdAtMs)],
  ]);
}

export function accountsTable(accounts: readonly Account[], plans: Plans): string {
  const rows = accounts.map((account) => [
    account.id,
    account.name,
    account.externalRef ?? "-",
    planTitle(account, plans),
    account.monthlyQuota,
    accountState(account),
    isoTime(account.createdAtMs),
  ]);
  return alignedColumns([
    ["ACCOUNT", "NAME", "REFERENCE", "PLAN", "CALLS A MONTH", "STATE", "CREATED"],
    ...rows,
  ]);
}

export function accountToJson(account: Account): object {
  return {
    id: account.id,
    name: account.name,
    external_ref: account.externalRef ?? null,
    plan: account.plan,
    monthly_quota: account.monthlyQuota,
    is_suspended: account.isSuspended,
    state: accountState(account),
    closed_at: timeOrNull(account.closedAtMs),
    deleted_at: timeOrNull(account.deletedAtMs),
    created_at: isoTime(account.createdAtMs),
  };
}

/** Its name, where the plan is not in force. */
function planTitle({ plan }: Account, plans: Plans): string {
  return plans.named(plan)?.title ?? plan;
}

/** With the date of an end. */
function stateText(account: Account): string {
  const sinceMs = account.deletedAtMs ?? account.closedAtMs;
  const state = accountState(account);
  return sinceMs === undefined ? state : `${state} since ${isoTime(sinceMs)}`;
}

function timeOrNull(ms: number | undefined): string | null {
  return ms === undefined ? null : isoTime(ms);
}
