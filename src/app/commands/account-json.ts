// Accounts and keys as JSON for scripts. A value that there is not is null.
import { type Account, accountState } from "../../accounts/account.ts";
import type { IssuedApiKey } from "../../accounts/issue-api-key.ts";
import type { ApiKey, KeyRestrictions } from "../../accounts/key.ts";
import { isoTime } from "../../lib/time/iso-time.ts";

export function accountToJson(account: Account): object {
  return {
    id: account.id,
    name: account.name,
    external_ref: account.externalRef ?? null,
    plan: account.plan,
    monthly_quota: account.monthlyQuota,
    is_suspended: account.isSuspended,
    state: accountState(account),
    closed_at: timeToJson(account.closedAtMs),
    deleted_at: timeToJson(account.deletedAtMs),
    created_at: isoTime(account.createdAtMs),
  };
}

export function keyToJson(key: ApiKey): object {
  return {
    id: key.id,
    account_id: key.accountId,
    prefix: key.prefix,
    label: key.label ?? null,
    restrictions: restrictionsToJson(key.restrictions),
    created_at: isoTime(key.createdAtMs),
    revoked_at: timeToJson(key.revokedAtMs),
  };
}

/** With the key itself, which cannot be shown again. */
export function issuedKeyToJson({ key, apiKey }: IssuedApiKey): object {
  return { ...keyToJson(key), api_key: apiKey };
}

/** Null for a secret key, which may do everything. */
function restrictionsToJson(restrictions: KeyRestrictions | undefined): object | null {
  if (restrictions === undefined) return null;
  const { origins, places, operations, callsADay } = restrictions;
  return { origins, places, operations, calls_a_day: callsADay };
}

function timeToJson(ms: number | undefined): string | null {
  return ms === undefined ? null : isoTime(ms);
}
