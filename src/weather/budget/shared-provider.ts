// What replicas agree on before a provider is asked, as the store that they share keeps it. Any of these may fail or take the
// time that the store allows itself.
export interface SharedProvider {
  /** Takes calls of a day (UTC), all or none; none only looks. `pressure` is left to replicas that begin. */
  takeProviderCalls(calls: {
    readonly provider: string;
    readonly day: string;
    readonly calls: number;
    readonly callsMax: number | undefined;
    readonly pressure?: number | undefined;
  }): Promise<{ readonly isTaken: boolean; readonly used: number; readonly pressure: number | undefined }>;
  /** Whether the turn to send a request has come, of so many at once; in the order of asking. */
  hasProviderTurn(turn: {
    readonly provider: string;
    readonly token: string;
    readonly atOnceMax: number;
    readonly heldMs: number;
    readonly waitedMs: number;
  }): Promise<boolean>;
  endProviderTurn(turn: { readonly provider: string; readonly token: string }): Promise<void>;
}
