// Settings of a server by which it may lose what it has answered for. It cannot be seen from its answers.
export const STORE_RISKS = ["asynchronous_commit", "no_fsync"] as const;

export type StoreRisk = (typeof STORE_RISKS)[number];

/** Told all that there are, each time that the store has been connected to. */
export type OnStoreRisks = (risks: readonly StoreRisk[]) => void;

/** What it is, and what to set instead. */
export const STORE_RISK_TEXTS: Readonly<Record<StoreRisk, string>> = {
  asynchronous_commit:
    "PostgreSQL answers before counts are on its disk, so the last are gone when it dies: set synchronous_commit to on",
  no_fsync: "PostgreSQL does not wait for its disk, which a power cut may ruin: set fsync to on",
};
