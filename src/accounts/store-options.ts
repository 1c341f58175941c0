import type { Clock } from "../lib/time/clock.ts";
import type { TlsReader } from "./postgres/connect.ts";

export interface StoreOptions {
  readonly clock: Clock;
  /** Who changes accounts through the store, for the audit log; "unknown" by default. */
  readonly operator?: string | undefined;
  /** Whether a missing file is created, with its folder; true by default. */
  readonly mayMakeIt?: boolean | undefined;
  /** How long a server may take for a command, or SQLite for a commit and for its write lock; each has its own default. */
  readonly commandTimeoutMs?: number | undefined;
  /** Whether a store may be opened after its accounts moved. */
  readonly mayHaveMoved?: boolean | undefined;
  /** TLS files for a server; by default Node's CAs. */
  readonly tls?: TlsReader | undefined;
  readonly onRisks?: OnStoreRisks | undefined;
  /** Called with how far `clock` is ahead of the server's clock, in ms; negative if behind. */
  readonly onClock?: ((aheadMs: number) => void) | undefined;
  /** Whether this process answers calls from the store; accounts cannot be moved meanwhile. */
  readonly serves?: boolean | undefined;
}

/** The settings with which a server may lose acknowledged writes unnoticed, and what to set instead. */
export const STORE_RISKS = {
  asynchronous_commit:
    "PostgreSQL answers before counts are on its disk, so the latest are lost if it crashes: set synchronous_commit to on",
  no_fsync: "PostgreSQL does not wait for its disk, so a power cut may ruin the database: set fsync to on",
} as const;

export type StoreRisk = keyof typeof STORE_RISKS;

/** Called after each connect with all risks of the server, possibly none. */
export type OnStoreRisks = (risks: readonly StoreRisk[]) => void;
