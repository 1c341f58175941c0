import type { Operation } from "./api.ts";
import type { Answered } from "./ask.ts";

/** The calls left in a period. */
export interface Quota {
  /** The account's calendar month, or a publishable key's day; both in UTC. */
  readonly per: "month" | "day";
  readonly limit: number;
  readonly left: number;
  readonly resetsInSeconds: number;
}

/** What the headers of an answer say. */
export interface AnswerDetails {
  readonly operation: Operation;
  readonly quota: Quota | undefined;
  /** The provider of the forecast. Show its credit beside the answer. */
  readonly weatherSource: string | undefined;
  /** Scores of different versions must not be compared. */
  readonly modelVersion: string | undefined;
  /** Identifies the call. Quote it when you ask for help. */
  readonly requestId: string | undefined;
}

export function answerDetails(operation: Operation, { headers }: Answered): AnswerDetails {
  const of = (name: string) => headers.get(name) ?? undefined;
  return {
    operation,
    quota: quotaOf(of("ratelimit-policy"), of("ratelimit")),
    weatherSource: of("weather-source"),
    modelVersion: of("scoring-model-version"),
    requestId: of("x-request-id"),
  };
}

/** `"month";q=500;w=2592000` and `"month";r=493;t=86400`. */
function quotaOf(policy = "", state = ""): Quota | undefined {
  const [, limit] = /;q=(\d+)/.exec(policy) ?? [];
  const [, per, remaining, seconds] = /^"(month|day)";r=(\d+);t=(\d+)/.exec(state) ?? [];
  if (limit === undefined || per === undefined) return undefined;
  const left = { left: Number(remaining), resetsInSeconds: Number(seconds) };
  return { per: per as Quota["per"], limit: Number(limit), ...left };
}
