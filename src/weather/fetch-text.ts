import { errors } from "undici";
import type { Dispatcher } from "undici";
import { WeatherError } from "./weather-error.ts";

export interface FetchTextOptions {
  /** Named in error messages. */
  readonly source: string;
  /** Has the limit on the size of a body, beyond which it stops reading. */
  readonly pool: Dispatcher;
  readonly path: string;
  /** For all of it, from waiting for a connection to the last byte: a body that trickles in ends with it too. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * One GET, whatever the status of its answer; redirects are not followed. What goes wrong underneath becomes a
 * WeatherError: `timeout`, `unreachable`, or `unusable` for a body over the limit. The signal's own reason is passed on.
 */
export async function fetchText(options: FetchTextOptions): Promise<{ status: number; text: string }> {
  const { source, pool, path, timeoutMs, signal } = options;
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await pool.request({
      method: "GET",
      path,
      headers: { accept: "application/json", "user-agent": "weather-suitability-service" },
      signal: AbortSignal.any([signal, deadline]),
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  } catch (cause) {
    signal.throwIfAborted();
    if (deadline.aborted)
      throw new WeatherError("timeout", `${source}: no complete answer in ${timeoutMs} ms`);
    if (cause instanceof errors.ResponseExceededMaxSizeError) {
      throw new WeatherError("unusable", `${source}: the answer is too large`, { cause });
    }
    throw new WeatherError("unreachable", `${source}: ${reasonOf(cause)}`, { cause });
  }
}

/** The system's word where there is one (`ECONNREFUSED`): several addresses tried make an error without a message. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.message;
}
