import type { Answered } from "./ask.ts";

/** Caches answers for their `max-age`, less their age on arrival. */
export function createAnswerCache(entriesMax: number) {
  const entries = new Map<string, { readonly answer: unknown; readonly untilMs: number }>();
  return {
    /** Undefined without a fresh entry. Each caller gets a copy, which it may change. */
    get(question: string): unknown {
      const entry = entries.get(question);
      if (entry !== undefined && Date.now() < entry.untilMs) return structuredClone(entry.answer);
      entries.delete(question);
      return undefined;
    },
    add(question: string, { answer, headers }: Answered): void {
      const nowMs = Date.now();
      const untilMs = nowMs + maxAgeMs(headers) - ageMs(headers, nowMs);
      if (entriesMax === 0 || untilMs <= nowMs) return;
      entries.set(question, { answer: structuredClone(answer), untilMs });
      const [oldest] = entries.keys();
      if (entries.size > entriesMax && oldest !== undefined) entries.delete(oldest);
    },
  };
}

function maxAgeMs(headers: Answered["headers"]): number {
  return Number(/\bmax-age=(\d+)/.exec(headers.get("cache-control") ?? "")?.[1] ?? 0) * 1000;
}

/**
 * An answer from a browser's cache has the `Date` at which the service answered; one from a proxy's cache has an `Age`
 * (RFC 9111 section 4.2.3).
 */
function ageMs(headers: Answered["headers"], nowMs: number): number {
  const sinceDateMs = nowMs - Date.parse(headers.get("date") ?? "");
  return Math.max(0, sinceDateMs || 0, Number(headers.get("age")) * 1000 || 0);
}
