// What replicas share before they ask a provider: the calls of the day, and the permits for concurrent requests. The
// ProviderCallStore is part of the account store, which replicas share and which survives them.

export interface ProviderCalls {
  /** As in metrics: `open-meteo`. */
  readonly provider: string;
  /** UTC: `2026-11-22`. */
  readonly day: string;
  /** How many to take; 0 only reads. */
  readonly calls: number;
  /** The limit of the day; undefined for none. */
  readonly callsMax: number | undefined;
  /** This replica's pressure, 0 to 1, for replicas that start. */
  readonly pressure?: number | undefined;
}

export interface ProviderDay {
  /** Whether the calls were counted: all or none. */
  readonly isTaken: boolean;
  /** The calls of all replicas on the day, including those just taken. */
  readonly used: number;
  /** The pressure that a replica stored last; undefined before any did. */
  readonly pressure: number | undefined;
}

/** A permit for one of a provider's concurrent requests, or the wait for it. */
export interface ProviderPermit {
  readonly provider: string;
  /** Identifies the holder. */
  readonly token: string;
  /** The limit of concurrent requests, for all replicas together. */
  readonly atOnceMax: number;
  /** How long until the permit expires, in case its replica died: longer than a request takes. */
  readonly heldMs: number;
  /** How long until a wait that is not renewed expires. */
  readonly waitedMs: number;
}

/**
 * Promises, tested for every store by test/contracts/provider-calls-suite.ts: however many processes take, at most
 * `callsMax` calls of a day are taken, and taken calls survive a crash. Permits are given in the order of the first request, at
 * most `atOnceMax` at a time, by the store's clock. Any method may throw StoreUnavailable.
 */
export interface ProviderCallStore {
  takeProviderCalls(calls: ProviderCalls): Promise<ProviderDay>;
  /**
   * Whether the permit is given. If not, the request for it stays in the queue as long as it is repeated in time. SQLite
   * always returns true, because replicas on several machines cannot share it: each process then has only its own limit.
   */
  acquireProviderPermit(permit: ProviderPermit): Promise<boolean>;
  /** Gives the permit back, or ends the wait for it. */
  releaseProviderPermit(permit: Pick<ProviderPermit, "provider" | "token">): Promise<void>;
}
