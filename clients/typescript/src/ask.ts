// A call over either protocol.
import type { Operation } from "./api.ts";

/** A query or a body as it is sent: sorted, with times as text and without undefined values. */
export type Question = Readonly<Record<string, unknown>>;

export interface Answered {
  readonly answer: unknown;
  readonly headers: { get(name: string): string | null };
}

/** Sends a call once. Every failure is a SuitabilityError. */
export type Ask = (call: {
  readonly operation: Operation;
  readonly question: Question;
  /** Aborted when the caller no longer waits. */
  readonly signal: AbortSignal;
  /** How long the caller still waits. */
  readonly leftMs: number;
}) => Promise<Answered>;

/** Throws if the address does not begin with http:// or https://. Otherwise the first call would fail without saying why. */
export function checkedUrl(baseUrl: string): URL {
  if (/^https?:\/\/[^/]/.test(baseUrl)) return new URL(baseUrl);
  throw new TypeError(`baseUrl must begin with http:// or https://, and is "${baseUrl}".`);
}

/** Sorts the properties, so that equal questions have equal texts. */
export function questionFrom(query: object): Question {
  return Object.fromEntries(
    Object.entries(query)
      // An empty list means the same as no list, as in Protobuf.
      .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
      .map(([name, value]): [string, unknown] => [name, sent(value)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function sent(value: unknown): unknown {
  // Without fractions of a second, as in answers.
  if (value instanceof Date) return value.toISOString().replace(/\.\d+/, "");
  if (Array.isArray(value)) return value.map(sent);
  return typeof value === "object" && value !== null ? questionFrom(value) : value;
}
