// Callers who call again and again, what they were told, and what the metrics say of what they were not told.
import { expect, vi } from "vitest";
import { metricOf } from "../support/program.ts";
import { getForecast } from "./open-programs.ts";

const PATIENCE = { timeout: 60_000, interval: 20 };

interface Options {
  readonly keys: readonly string[];
  /** Where the next call goes; 0 where nobody is there. */
  readonly nextPort: () => number;
}

/** Two callers a key, one call after the other, until they are stopped. Who is not answered comes again soon. */
export function startLoad({ keys, nextPort }: Options) {
  /** Of each kind; 0 where nobody was there, or went away in the middle. */
  const told = new Map<number, number>();
  const answersByKey = new Map(keys.map((key) => [key, 0]));
  const over = new AbortController();
  let lastAnswerMs = performance.now();
  let withoutAnswerMs = 0;
  let slowestMs = 0;
  const answered = () => told.get(200) ?? 0;
  const refused = () => told.get(503) ?? 0;

  const call = async (key: string) => {
    const startedMs = performance.now();
    const port = nextPort();
    const status = port === 0 ? 0 : await getForecast(port, { key }).then(read, () => 0);
    const nowMs = performance.now();
    slowestMs = Math.max(slowestMs, nowMs - startedMs);
    told.set(status, (told.get(status) ?? 0) + 1);
    if (status === 200) {
      answersByKey.set(key, (answersByKey.get(key) ?? 0) + 1);
      withoutAnswerMs = Math.max(withoutAnswerMs, Math.round(nowMs - lastAnswerMs));
      lastAnswerMs = nowMs;
    } else {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const callers = [...keys, ...keys].map(async (key) => {
    while (!over.signal.aborted) await call(key);
  });

  return {
    /** How many calls are under way at once. */
    width: callers.length,
    answered,
    refused,
    untilAnswered: (more: number) => untilMore(answered, more),
    untilRefused: (more: number) => untilMore(refused, more),
    stop: async () => {
      over.abort();
      await Promise.all(callers);
      return { statuses: new Set(told.keys()), answersByKey, withoutAnswerMs, slowestMs };
    },
  };
}

async function read(response: Response): Promise<number> {
  await response.text();
  return response.status;
}

function untilMore(count: () => number, more: number): Promise<void> {
  const enough = count() + more;
  return vi.waitFor(() => expect(count()).toBeGreaterThanOrEqual(enough), PATIENCE);
}

/** Calls that were not answered though they may be counted, as the metric of all replicas tells. */
export async function unknownSpends(
  replicas: readonly { readonly ports: { readonly ops: number } }[],
): Promise<number> {
  const told = replicas.map(({ ports }) => metricOf(ports, "suitability_unanswered_spends_total"));
  return (await Promise.all(told)).reduce((sum, spends) => sum + spends, 0);
}
