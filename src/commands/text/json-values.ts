// What `--json` prints: snake_case names, times in ISO 8601 UTC, null for what is not there.
import type { Account, ApiKey } from "../../accounts/account-store.ts";
import { timeText } from "./time.ts";

export function jsonText(document: object): string {
  return JSON.stringify(document, null, 2);
}

export function accountToJson(account: Account): object {
  return {
    id: account.id,
    name: account.name,
    plan: account.plan,
    monthly_quota: account.monthlyQuota,
    is_suspended: account.isSuspended,
    created_at: timeText(account.createdAtMs),
  };
}

export function keyToJson(key: ApiKey): object {
  return {
    id: key.id,
    account_id: key.accountId,
    prefix: key.prefix,
    created_at: timeText(key.createdAtMs),
    revoked_at: key.revokedAtMs === undefined ? null : timeText(key.revokedAtMs),
  };
}
