import type { Operation } from "./api.ts";
import type { Answered } from "./ask.ts";

/** How many calls there are, and until when. */
export interface Quota {
  /** The account's calendar month, or a publishable key's day; both in UTC. */
  readonly per: "month" | "day";
  readonly limit: number;
  readonly left: number;
  readonly resetsInSeconds: number;
}

/** What the service says of an answer beside it. */
export interface AnswerDetails {
  readonly operation: Operation;
  /** Of the calendar month, in UTC. */
  readonly quota:
    { readonly limit: number; readonly left: number; readonly resetsInSeconds: number } | undefined;
  /** Whose forecast it is: its credit is due to whoever sees the answer. */
  readonly weatherSource: string | undefined;
  /** Scores of different versions are not to be compared. */
  readonly modelVersion: string | undefined;
  /** Names the call, to quote when asking for help. */
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
  const [, per, left, seconds] = /^"(month|day)";r=(\d+);t=(\d+)/.exec(state) ?? [];
  return limit === undefined || per === undefined
    ? undefined
    : {
        per: per as Quota["per"],
        limit: Number(limit),
        left: Number(left),
        resetsInSeconds: Number(seconds),
      };
}
