// The names under which Redis keeps things. The braces make Redis Cluster keep all of an account on one node (it hashes
// what is between them), so that a script may use any of an account's keys at once.
const PREFIX = "suitability:";

/** Sorted set: every account's id by the time it was created, Unix ms. */
export const ACCOUNTS_KEY = `${PREFIX}accounts`;

/** The keys of one account. */
export function accountKeys(accountId: string) {
  const own = (name: string): string => `${PREFIX}{${accountId}}:${name}`;
  return {
    /** Hash: the account's properties. */
    account: own("account"),
    /** Hash: id of an API key -> `{"sha256","prefix","createdAtMs"}`. Entries are never changed. */
    keys: own("keys"),
    /** Hash: SHA-256 of a key that is not revoked -> its id. */
    live: own("live"),
    /** Hash: id of a revoked key -> when, Unix ms. */
    revoked: own("revoked"),
    /** Hash: id of a custom sport -> its definition. */
    sports: own("sports"),
    /** Hash: `21 GetForecast` -> calls of that day and method; `total` -> the month's. */
    usage: (month: string): string => own(`usage:${month}`),
  };
}

/**
 * Where an API key belongs. Neither is ever changed, and neither says that the key is valid: the account's own keys do.
 */
export const OWNER_KEYS = {
  /** String: an account's id. */
  ofSha256: (sha256: string): string => `${PREFIX}owner:${sha256}`,
  /** String: an account's id. */
  ofKeyId: (keyId: string): string => `${PREFIX}key:${keyId}`,
};
