import type { AccountRecord, AccountStore } from "../../src/accounts/store.ts";

/** Records as a store reads them. */
export async function* recordsOf(...records: readonly AccountRecord[]): AsyncGenerator<AccountRecord> {
  yield* records;
}

/** All accounts of a store, without the line that a move adds to each account's audit log. */
export async function recordsIn(store: AccountStore): Promise<readonly AccountRecord[]> {
  return withoutMoves(await Array.fromAsync(store.accountRecords()));
}

export function withoutMoves(records: readonly AccountRecord[]): readonly AccountRecord[] {
  return records.map(({ audit, ...record }) =>
    Object.assign(record, { audit: audit.filter(({ action }) => action !== "accounts move") }),
  );
}

type Key = AccountRecord["keys"][number];
const CREATED_AT_MS = Date.parse("2026-01-02T03:04:05.678Z");

/** An account with everything that an account can have. Its keys are a revoked one, a live one and a publishable one. */
export const FULL = {
  account: {
    id: "acc_abcdefghijkl",
    name: "Ärger & Söhne",
    externalRef: "order 4711/ä",
    plan: "growth",
    monthlyQuota: 7,
    isSuspended: true,
    createdAtMs: CREATED_AT_MS,
    sportsRevision: 3,
  },
  keys: [
    {
      id: "key_abcdefghijkl",
      prefix: "wsk_Ab12",
      label: "Bäder, Süd",
      sha256: "b2".repeat(32),
      createdAtMs: CREATED_AT_MS,
      revokedAtMs: CREATED_AT_MS + 86_400_000,
    },
    {
      id: "key_mnopqrstuvwx",
      prefix: "wsk_Cd34",
      label: undefined,
      sha256: "a1".repeat(32),
      createdAtMs: CREATED_AT_MS + 1,
      revokedAtMs: undefined,
    },
    {
      id: "key_wpkwpkwpkwpk",
      prefix: "wpk_Ef56",
      label: undefined,
      sha256: "d4".repeat(32),
      createdAtMs: CREATED_AT_MS + 2,
      revokedAtMs: undefined,
      restrictions: {
        origins: ["https://club.example", "http://localhost:3000"],
        places: ["55.95,-3.19", "0.00,-0.01"],
        operations: ["forecast", "safe-slots"],
        callsADay: 4,
      },
    },
  ] as [Key, Key, Key],
  sports: [
    { id: "beach", definition: '{"label":"Bäach"}' },
    { id: "padel", definition: "{}" },
  ],
  usage: [
    { day: "2026-10-31", method: "forecast", keyId: undefined, calls: 2 },
    { day: "2026-11-02", method: "forecast", keyId: "key_abcdefghijkl", calls: 1 },
    { day: "2026-11-02", method: "safe-slots", keyId: "key_abcdefghijkl", calls: 1 },
    { day: "2026-11-02", method: "safe-slots", keyId: "key_mnopqrstuvwx", calls: 1 },
    { day: "2026-11-10", method: "forecast", keyId: "key_mnopqrstuvwx", calls: 3 },
  ],
  verdicts: [
    { month: "2026-11", verdicts: { safe_to_book: 1, proceed_with_caution: 0, not_recommended: 1 } },
  ],
  history: [
    { sinceMs: CREATED_AT_MS, plan: "old plan", monthlyQuota: 500, state: "active", isPresumed: true },
    { sinceMs: CREATED_AT_MS + 5, plan: "growth", monthlyQuota: 7, state: "suspended", isPresumed: false },
  ],
  audit: [
    { atMs: CREATED_AT_MS + 5, operator: "anna@höhe", action: "accounts set-plan", about: "growth 7" },
    { atMs: CREATED_AT_MS + 5, operator: "anna@höhe", action: "accounts suspend", about: undefined },
  ],
} satisfies AccountRecord;

/** An older account without keys, sports, usage, verdicts and audit log. */
export const BARE: AccountRecord = {
  account: {
    ...FULL.account,
    id: "acc_zzzzzzzzzzzz",
    externalRef: undefined,
    isSuspended: false,
    closedAtMs: 2,
    createdAtMs: 1,
    sportsRevision: 0,
  },
  keys: [],
  sports: [],
  usage: [],
  verdicts: [],
  history: [{ sinceMs: 1, plan: "growth", monthlyQuota: 7, state: "closed", isPresumed: false }],
  audit: [],
};
