import type { Operation } from "./api.ts";
import type { Answered } from "./ask.ts";

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

function quotaOf(policy = "", state = ""): AnswerDetails["quota"] {
  const limit = monthly(policy, "q");
  const left = monthly(state, "r");
  const resetsInSeconds = monthly(state, "t");
  return limit === undefined || left === undefined || resetsInSeconds === undefined
    ? undefined
    : { limit, left, resetsInSeconds };
}

/** A number of the month's, among others that there may be: `"month";r=493;t=86400`. */
function monthly(field: string, name: string): number | undefined {
  const [, digits] = new RegExp(`"month"[^,]*;\\s*${name}=(\\d+)`).exec(field) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
