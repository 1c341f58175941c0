// A Prometheus, asked over its HTTP API (https://prometheus.io/docs/prometheus/latest/querying/api/).

/** A value of a series at an instant. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  /** Unix ms. */
  readonly atMs: number;
  readonly value: number;
}

/** Throws an Error of one line, for whoever typed the URL. */
export interface Prometheus {
  at(query: string, atMs: number): Promise<readonly Sample[]>;
  /** From the first instant to the last, with a step between each. */
  every(query: string, range: { startMs: number; endMs: number; stepMs: number }): Promise<readonly Sample[]>;
}

/** A month of a thousand accounts took 5 s on two busy cores. */
const TIMEOUT_MS = 30_000;

type Value = readonly [seconds: number, value: string];

interface Answer {
  readonly status: "success" | "error";
  readonly error?: string;
  readonly data?: {
    readonly result: readonly {
      readonly metric: Record<string, string>;
      readonly value?: Value;
      readonly values?: readonly Value[];
    }[];
  };
}

export function createPrometheus({
  url,
  timeoutMs = TIMEOUT_MS,
}: {
  readonly url: string;
  readonly timeoutMs?: number;
}): Prometheus {
  const ask = async (path: string, parameters: Record<string, string>): Promise<readonly Sample[]> => {
    const { status, text } = await post(url, path, new URLSearchParams(parameters), timeoutMs);
    const answer = answerFromText(text);
    if (answer === undefined) {
      throw new Error(`${url} is no Prometheus: it answered ${status}, and not as its API does.`);
    }
    if (answer.data === undefined) throw new Error(`Prometheus at ${url} refuses: ${answer.error}`);
    return answer.data.result.flatMap(({ metric, value, values = value === undefined ? [] : [value] }) =>
      values.map(([seconds, text]) => ({ labels: metric, atMs: seconds * 1000, value: Number(text) })),
    );
  };
  return {
    at: (query, atMs) => ask("query", { query, time: String(atMs / 1000) }),
    every: (query, { startMs, endMs, stepMs }) =>
      ask("query_range", {
        query,
        start: String(startMs / 1000),
        end: String(endMs / 1000),
        step: String(stepMs / 1000),
      }),
  };
}

async function post(url: string, path: string, body: URLSearchParams, timeoutMs: number) {
  const address = `${url.replace(/\/$/, "")}/api/v1/${path}`;
  try {
    const response = await fetch(address, { method: "POST", body, signal: AbortSignal.timeout(timeoutMs) });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const isTooLate = error instanceof DOMException && error.name === "TimeoutError";
    const why = isTooLate ? `it did not answer within ${timeoutMs / 1000} s` : causeOf(error);
    throw new Error(`Prometheus at ${url} cannot be asked: ${why}.`, { cause: error });
  }
}

/** `fetch failed` says nothing; what failed is its cause. */
function causeOf(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : message;
}

/** Undefined of what no Prometheus says. */
function answerFromText(text: string): Answer | undefined {
  try {
    const answer = JSON.parse(text) as Answer;
    const isOne =
      Array.isArray(answer.data?.result) || (answer.status === "error" && answer.error !== undefined);
    return isOne ? answer : undefined;
  } catch {
    return undefined;
  }
}
