// The names under which Redis keeps things. The braces make Redis Cluster keep all of an account on one node (it hashes
// what is between them), so that a script may use any of an account's keys at once.
import type { Spending } from "../account-store.ts";
import { VERDICTS } from "../verdict.ts";

const PREFIX = "suitability:";

/** The keys of one account. */
export function accountKeys(accountId: string) {
  const own = (name: string): string => `${PREFIX}{${accountId}}:${name}`;
  return {
    /** Hash: the account's properties. */
    account: own("account"),
    /**
     * Hash: id of an API key -> `{"sha256","prefix","createdAtMs"}`, with `"label"` and `"restrictions"` where it has them.
     * Entries are never changed.
     */
    keys: own("keys"),
    /** Hash: SHA-256 of a key that is not revoked -> its id, and of a publishable one a space and its restrictions. */
    live: own("live"),
    /** Hash: id of a revoked key -> when, Unix ms. */
    revoked: own("revoked"),
    /** Hash: id of a custom sport -> its definition. */
    sports: own("sports"),
    /** List: what was agreed from when on, as periodToText has it; oldest first. */
    history: own("history"),
    /** List: what operators did, as auditToText has it; oldest first. */
    audit: own("audit"),
    /** Hash: USAGE_FIELDS of the month -> calls. */
    usage: (month: string): string => own(`usage:${month}`),
  };
}

/** The keys of one provider of weather; those of turns are used together. */
export function providerKeys(provider: string) {
  const own = (name: string): string => `${PREFIX}provider:{${provider}}:${name}`;
  return {
    /** Hash: `calls` of a day, and `pressure`. */
    day: (day: string): string => own(`day:${day}`),
    /** Sorted set: tokens by when they asked for a turn, µs; gone within a minute of the last. */
    row: own("row"),
    /** Sorted set: the same tokens by when their time is over, Unix ms. */
    until: own("until"),
  };
}

/** The keys of all accounts together. */
export const SHARED_KEYS = {
  /** Hash, gone within a minute: what readiness asks for and writes, on the server that a tag leads to. */
  probe: (tag: string): string => `${PREFIX}probe{${tag}}`,
  /** Sorted set: every account's id by the time it was created, Unix ms. */
  accounts: `${PREFIX}accounts`,
  // The owners of API keys are never changed, and do not say that a key is valid: the account's own keys do.
  /** String: an account's id. */
  ownerOfSha256: (sha256: string): string => `${PREFIX}owner:${sha256}`,
  /** String: an account's id. */
  ownerOfKeyId: (keyId: string): string => `${PREFIX}key:${keyId}`,
  /** String: why every change is refused. The braces have it on the node that has `accounts`. */
  seal: `${PREFIX}{${PREFIX}accounts}:seal`,
  /** String: an account's id, which is noted before the account is there. */
  ownerOfRef: (externalRef: string): string => `${PREFIX}ref:${externalRef}`,
};

/** The fields of a month's hash. One script writes all of them, so the total is always the sum of the days. */
export const USAGE_FIELDS = {
  /** The month's calls, which the quota is decided by. */
  total: "total",
  /** The answers of the month that said so. */
  verdicts: VERDICTS,
  /**
   * The calls of a day of the month (1..31), method and key: `21 GetForecast key_abc`; without the last for what was counted
   * before keys were told apart.
   */
  of: ({ day, method, keyId }: Pick<Spending, "day" | "method" | "keyId">): string =>
    keyId === undefined ? `${day} ${method}` : `${day} ${method} ${keyId}`,
};
