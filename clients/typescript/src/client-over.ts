// The client over either protocol.
import type { CallOptions, Operation, SuitabilityClient } from "./api.ts";
import { createAnswerCache } from "./answer-cache.ts";
import { answerDetails, type AnswerDetails } from "./answer-details.ts";
import { questionFrom, type Ask } from "./ask.ts";
import { callInTime } from "./call-in-time.ts";

/** The options of both protocols. */
export interface ClientOptions {
  /** How long a call may take, with pauses and retries; 10,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** How often to retry a call that was refused for the moment and not counted; 3 by default. */
  readonly retriesMax?: number | undefined;
  /** Also retries calls that may have been counted; each attempt may count. Off by default. */
  readonly mayCountTwice?: boolean | undefined;
  /** How many answers to cache, each for its max-age; 100 by default, 0 for none. */
  readonly cachedAnswersMax?: number | undefined;
  /** Called for each answer of the service, not for cached ones. */
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
    const askOnce = (signal: AbortSignal, leftMs: number) => ask({ operation, question, signal, leftMs });
    const answered = await callInTime(askOnce, terms);
    cache.add(key, answered);
    onAnswer?.(answerDetails(operation, answered));
    return answered.answer as T;
  }

  return {
    bookingConfidence: (query, call) => answerTo("bookingConfidence", query, call),
    forecast: (query, call) => answerTo("forecast", query, call),
    safeSlots: (query, call) => answerTo("safeSlots", query, call),
    rankVenues: (query, call) => answerTo("rankVenues", query, call),
    reviewBookings: (query, call) => answerTo("reviewBookings", query, call),
    sports: (query = {}, call) => answerTo("sports", query, call),
    trackRecord: (query, call) => answerTo("trackRecord", query, call),
  };
}
