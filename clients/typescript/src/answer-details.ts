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

/**
 * `"month";q=500;w=2592000` and `"month";r=493;t=86400`: structured fields (RFC 9651), which a proxy may write again, with
 * spaces after the semicolons and the parameters in another order.
 */
function quotaOf(policy = "", state = ""): Quota | undefined {
  const [, per] = /^ *"(month|day)" *;/.exec(state) ?? [];
  const limit = parameterOf(policy, "q");
  const [remaining, seconds] = [parameterOf(state, "r"), parameterOf(state, "t")];
  if (limit === undefined || per === undefined || remaining === undefined || seconds === undefined)
    return undefined;
  const left = { left: Number(remaining), resetsInSeconds: Number(seconds) };
  return { per: per as Quota["per"], limit: Number(limit), ...left };
}

function parameterOf(field: string, name: string): string | undefined {
  return new RegExp(`; *${name}=(\\d+)(?=[ ;,]|$)`).exec(field)?.[1];
}
