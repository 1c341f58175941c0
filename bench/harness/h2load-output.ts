import type { Load } from "./compare.ts";

const SECONDS_PER_UNIT: Readonly<Record<string, number>> = { us: 1e-6, ms: 0.001, s: 1, m: 60 };

/**
 * What h2load prints, as figures; throws when it is something else. It tells no percentiles, and it knows nothing of
 * gRPC, where a refusal is a trailer of an HTTP 200: those have to be counted at the server.
 */
export function loadFromH2loadOutput(text: string): Load {
  const lasted = /^finished in ([\d.]+)(us|ms|s|m),/m.exec(text);
  const calls = /(\d+) succeeded, (\d+) failed, (\d+) errored, (\d+) timeout/.exec(text);
  const codes = /^status codes: (\d+) 2xx/m.exec(text);
  if (lasted === null || calls === null || codes === null) {
    throw new Error(`h2load printed something else than its results: ${text}`);
  }
  const [, succeeded, failed, errored, timedOut] = calls.map(Number);
  const good = Number(codes[1]);
  return {
    answers: good,
    failures: sum(succeeded, failed, errored, timedOut) - good,
    seconds: Number(lasted[1]) * (SECONDS_PER_UNIT[lasted[2] ?? ""] ?? Number.NaN),
    latencyMsP99: undefined,
  };
}

function sum(...counts: readonly (number | undefined)[]): number {
  return counts.reduce<number>((total, count = 0) => total + count, 0);
}
