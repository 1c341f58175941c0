/** The settings by which a server may lose acknowledged writes, which its answers do not show, and what to set instead. */
export const STORE_RISKS = {
  asynchronous_commit:
    "PostgreSQL answers before counts are on its disk, so the last are gone when it dies: set synchronous_commit to on",
  no_fsync: "PostgreSQL does not wait for its disk, which a power cut may ruin: set fsync to on",
} as const;

export type StoreRisk = keyof typeof STORE_RISKS;

/** Called with all of them after each connect. */
export type OnStoreRisks = (risks: readonly StoreRisk[]) => void;
