import type { Load } from "./compare.ts";

const MS_PER_UNIT: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000, m: 60_000 };

/**
 * What `wrk --latency` prints, as figures; throws when it is something else. Where refusals are expected, those are the
 * answers, and what was answered is a failure.
 */
export function loadFromWrkOutput(text: string, isRefused: boolean): Load {
  const done = /(\d+) requests in ([\d.]+)(us|ms|s|m),/.exec(text);
  const [middle, slow] = [50, 99].map((percent) => percentile(percent, text));
  if (done === null || middle === undefined || slow === undefined) {
    throw new Error(`wrk printed something else than its results: ${text}`);
  }
  const [, requests, lasted, lastedUnit] = done;
  // Both lines appear only when there is something to say; a redirect would count as good, but nothing here redirects.
  const unsuccessful = Number(/Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? 0);
  const socket = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(text);
  const successful = Number(requests) - unsuccessful;
  const broken = (socket ?? []).slice(1).reduce((sum, count) => sum + Number(count), 0);
  return {
    answers: isRefused ? unsuccessful : successful,
    failures: (isRefused ? successful : unsuccessful) + broken,
    seconds: milliseconds(lasted, lastedUnit) / 1000,
    latencyMsP50: middle,
    latencyMsP99: slow,
  };
}

function percentile(percent: number, text: string): number | undefined {
  const found = new RegExp(`^ +${percent}% +([\\d.]+)(us|ms|s|m) *$`, "m").exec(text);
  return found === null ? undefined : milliseconds(found[1], found[2]);
}

function milliseconds(amount: string = "", unit: string = ""): number {
  return Number(amount) * (MS_PER_UNIT[unit] ?? Number.NaN);
}
