import type { Question } from "./ask.ts";

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
