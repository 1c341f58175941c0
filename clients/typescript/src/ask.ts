// A call, whichever way it is sent.
import type { Operation } from "./api.ts";

/** A query as it is sent: sorted, times as text, nothing of what is left out. */
export type Question = Readonly<Record<string, unknown>>;

export interface Answered {
  readonly answer: unknown;
  readonly headers: { get(name: string): string | null };
}

/** Sends it once. Whatever goes wrong is a SuitabilityError. */
export type Ask = (call: {
  readonly operation: Operation;
  readonly question: Question;
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal;
  /** How long somebody will wait. */
  readonly leftMs: number;
}) => Promise<Answered>;
