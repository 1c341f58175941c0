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

/** Refused at once: without a scheme the first call would fail, in words that say nothing of it. */
export function checkedUrl(baseUrl: string): URL {
  if (/^https?:\/\/[^/]/.test(baseUrl)) return new URL(baseUrl);
  throw new TypeError(`baseUrl must begin with http:// or https://, and is "${baseUrl}".`);
}

/** Sorted, so that the same question is the same text in whatever order it is put. */
export function questionFrom(query: object): Question {
  return Object.fromEntries(
    Object.entries(query)
      // An empty list says no more than none, as in Protobuf.
      .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
      .map(([name, value]): [string, unknown] => [name, Array.isArray(value) ? value.map(sent) : sent(value)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function sent(value: unknown): unknown {
  // Without the fraction, as answers have it.
  return value instanceof Date ? value.toISOString().replace(/\.\d+/, "") : value;
}
