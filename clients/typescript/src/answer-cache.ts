import type { Answered } from "./ask.ts";
import { httpDateMs } from "./http/http-date.ts";

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

/** A directive (RFC 9111 section 5.2): a name in any case, perhaps with a token or a quoted string. */
const DIRECTIVE =
  /(?:^|,)[ \t]*(?<name>[!#$%&'*+.^`|~\w-]+)(?:=(?<value>[!#$%&'*+.^`|~\w-]+|"(?:[^"\\]|\\.)*"))?[ \t]*(?=,|$)/g;

/** A number of seconds, perhaps in quotes. */
const SECONDS = /^(?:\d+|"\d+")$/;

/** 0 if the answer must not be reused without asking, or does not say for how long. */
function maxAgeMs(headers: Answered["headers"]): number {
  let seconds: number | undefined;
  for (const { groups } of (headers.get("cache-control") ?? "").matchAll(DIRECTIVE)) {
    const { name = "", value = "" } = groups ?? {};
    const directive = name.toLowerCase();
    if (directive === "no-store" || directive === "no-cache") return 0;
    // Of several, the shortest counts; one that is no number makes the answer stale (section 4.2.1).
    if (directive === "max-age") seconds = Math.min(seconds ?? Infinity, secondsFrom(value));
  }
  return (seconds ?? 0) * 1000;
}

function secondsFrom(value: string): number {
  return SECONDS.test(value) ? Number(value.replaceAll('"', "")) : 0;
}

/**
 * An answer from a browser's cache has the `Date` at which the service answered; one from a proxy's cache has an `Age`
 * (RFC 9111 section 4.2.3), of which the first counts if it comes twice (section 5.1).
 */
function ageMs(headers: Answered["headers"], nowMs: number): number {
  const dateMs = httpDateMs(headers.get("date") ?? "") ?? nowMs;
  const [, ageSeconds = 0] = /^[ \t]*(\d+)[ \t]*(?:,|$)/.exec(headers.get("age") ?? "") ?? [];
  return Math.max(0, nowMs - dateMs, Number(ageSeconds) * 1000);
}
