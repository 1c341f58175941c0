// The client, whichever way calls are sent.
import type { CallOptions, Operation, SuitabilityClient } from "./api.ts";
import { createAnswerCache } from "./answer-cache.ts";
import { answerDetails, type AnswerDetails } from "./answer-details.ts";
import { questionFrom, type Ask } from "./ask.ts";
import { callInTime } from "./call-in-time.ts";

/** What every way to call has. */
export interface ClientOptions {
  /** How long a call may take, waits and further attempts included; 10,000 if left out. */
  readonly timeoutMs?: number | undefined;
  /** How often a call is sent again that was refused for the moment and did not count; 3 if left out. */
  readonly retriesMax?: number | undefined;
  /** Sends also those again of which nobody knows whether they counted: each attempt may. Off if left out. */
  readonly mayCountTwice?: boolean | undefined;
  /** How many answers to reuse, each for its max-age; 100 if left out, none with 0. */
  readonly cachedAnswersMax?: number | undefined;
  /** Told of each answer that the service gives; not of those that are reused. */
  readonly onAnswer?: ((details: AnswerDetails) => void) | undefined;
}

export function clientOver(ask: Ask, options: ClientOptions): SuitabilityClient {
  const { timeoutMs = 10_000, retriesMax = 3, mayCountTwice = false, onAnswer } = options;
  const cache = createAnswerCache(options.cachedAnswersMax ?? 100);

  async function answerTo<T>(operation: Operation, query: object, call: CallOptions = {}): Promise<T> {
    const question = questionFrom(query);
    const key = `${operation} ${JSON.stringify(question)}`;
    const cached = cache.get(key);
    if (cached !== undefined) return cached as T;
    const terms = { timeoutMs: call.timeoutMs ?? timeoutMs, signal: call.signal, retriesMax, mayCountTwice };
    const answered = await callInTime(
      (signal, leftMs) => ask({ operation, question, signal, leftMs }),
      terms,
    );
    cache.add(key, answered);
    onAnswer?.(answerDetails(operation, answered));
    return answered.answer as T;
  }

  return {
    bookingConfidence: (query, call) => answerTo("bookingConfidence", query, call),
    forecast: (query, call) => answerTo("forecast", query, call),
    safeSlots: (query, call) => answerTo("safeSlots", query, call),
    sports: (query = {}, call) => answerTo("sports", query, call),
  };
}
