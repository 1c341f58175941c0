// An account as the commands show it.
import type { Account } from "../../accounts/account-store.ts";
import { PLANS } from "../../accounts/plan.ts";
import { isoTime } from "../../iso-time.ts";
import { alignedColumns, countText } from "../aligned-columns.ts";

export function accountText(account: Account): string {
  return alignedColumns([
    ["Account", account.id],
    ["Name", account.name],
    ...(account.externalRef === undefined ? [] : [["Reference", account.externalRef]]),
    ["Plan", `${PLANS[account.plan].title}, ${countText(account.monthlyQuota)} calls a month`],
    ["State", stateText(account)],
    ["Created", isoTime(account.createdAtMs)],
  ]);
}

export function accountsTable(accounts: readonly Account[]): string {
  const rows = accounts.map((account) => [
    account.id,
    account.name,
    account.externalRef ?? "-",
    PLANS[account.plan].title,
    account.monthlyQuota,
    stateText(account),
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
    created_at: isoTime(account.createdAtMs),
  };
}

function stateText({ isSuspended }: Account): string {
  return isSuspended ? "suspended" : "active";
}
