import type { Answered } from "./ask.ts";

/** What was answered, for as long as it stays so: as `max-age` says, less what it was old already. */
export function createAnswerCache(entriesMax: number) {
  const entries = new Map<string, { readonly answer: unknown; readonly untilMs: number }>();
  return {
    /** Undefined where there is none. Each caller gets a copy, which it may change. */
    get(question: string): unknown {
      const entry = entries.get(question);
      if (entry === undefined) return undefined;
      if (Date.now() < entry.untilMs) return structuredClone(entry.answer);
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

/** A browser's own cache may have had it for a while; then `Date` is that of the service's answer (RFC 9111 section 4.2.3). */
function ageMs(headers: Answered["headers"], nowMs: number): number {
  const madeMs = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(madeMs) ? 0 : Math.max(0, nowMs - madeMs);
}
