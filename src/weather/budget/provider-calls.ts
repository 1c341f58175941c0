// What replicas have to agree on before they ask a provider of weather: how many calls of the day are left, and whose turn it
// is. A part of the account store, since that is what replicas share, and what survives them.

/** Calls of one provider on one day. */
export interface ProviderCalls {
  /** As the metrics have it: `open-meteo`. */
  readonly provider: string;
  /** UTC: `2026-11-22`. */
  readonly day: string;
  /** How many; none only looks. */
  readonly calls: number;
  /** Of the day; undefined where there is no limit. */
  readonly callsMax: number | undefined;
  /** How hard the day's calls press against the limit, 0 to 1, as this replica reckons; for one that has just begun. */
  readonly pressure?: number | undefined;
}

export interface ProviderDay {
  /** Whether they were counted: all, or none. */
  readonly isTaken: boolean;
  /** By all replicas, these included. */
  readonly used: number;
  /** As a replica reckoned last; undefined before any did. */
  readonly pressure: number | undefined;
}

/** One of the requests that a provider bears at once, or the wait for it. */
export interface ProviderTurn {
  readonly provider: string;
  /** Names who holds it or waits for it. */
  readonly token: string;
  /** How many there may be at once, of all replicas together. */
  readonly atOnceMax: number;
  /** When the turn ends by itself, as its replica may have died: longer than a request takes. */
  readonly heldMs: number;
  /** When a wait ends that nobody asks about again. */
  readonly waitedMs: number;
}

/**
 * Promises, held by test/contracts/provider-calls-suite.ts for every store: of any number of takes in any number of processes,
 * never more than `callsMax` calls of a day are taken, and what was taken survives a crash. Turns are had in the order in which
 * they were first asked for, at most `atOnceMax` at a time, by the store's clock. Any method may throw StoreUnavailable.
 */
export interface ProviderCallStore {
  takeProviderCalls(calls: ProviderCalls): Promise<ProviderDay>;
  /**
   * Whether the turn has come. If not, it keeps its place in the row as long as it is asked for again in time. A store that
   * replicas on several machines cannot share (SQLite) says yes: there a process has its own limit only.
   */
  hasProviderTurn(turn: ProviderTurn): Promise<boolean>;
  /** Ends the turn, or the wait for it. */
  endProviderTurn(turn: Pick<ProviderTurn, "provider" | "token">): Promise<void>;
}
