// What a method does of its own, as calls see it: it reads a request, then answers it. answer-call.ts does the rest.
import type { DescMessage, DescMethodUnary, Message, MessageInitShape } from "@bufbuild/protobuf";
import type { Caller } from "../accounts/key.ts";
import type { Plan } from "../accounts/plans/plan.ts";
import type { Spending } from "../accounts/spending.ts";
import type { FetchOwner } from "../weather/fetch-owner.ts";
import type { UsedForecast } from "../weather/weather-source.ts";
import type { RequestReading } from "./request-reading.ts";

/** The caller of a call after its key check. */
export interface CheckedCaller extends Caller {
  readonly plan: Plan;
  /** Whom the limits count its calls by: the account, or its publishable key. */
  readonly owner: string;
  /** `owner`, and the limits on what is fetched for it. */
  readonly fetchOwner: FetchOwner;
  /** The account, if it ever had sports of its own: a request may name them. */
  readonly sportsOwner: SportsOwner | undefined;
}

export interface SportsOwner {
  readonly accountId: string;
  /** Raised in the same step as every change of the account's sports. */
  readonly revision: number;
  /** Why the plan does not include own sports; undefined if it does. */
  readonly planGap:
    | {
        readonly has: string;
        /** Undefined if no plan for sale includes own sports. */
        readonly needs: string | undefined;
      }
    | undefined;
  /** Reads the definitions as they are now. */
  readonly readSports: () => Promise<readonly { readonly id: string; readonly definition: string }[]>;
}

/**
 * What one method does. Between the two steps the call is checked for everything that may still refuse it: the violations,
 * the key's places, the calls at once and the quota. So an operation cannot forget a check.
 * Neither step returns a promise if it does not have to wait: most calls do not.
 */
export interface Operation<Request, Question, Fields, By = CheckedCaller> {
  /**
   * Understands a request. It reads in parts of `reading`, which gathers the violations, and waits for nothing but the
   * account's own sports. The call is refused afterwards if there are violations, and then the question is not used.
   */
  read(request: Request, by: By, reading: RequestReading): Question | Promise<Question>;
  /** Does the work. */
  answer(question: Question, work: Work<By>): Answered<Fields> | Promise<Answered<Fields>>;
}

/** The call that an answer is for. */
export interface Work<By = CheckedCaller> {
  readonly caller: By;
  readonly requestId: string;
  /** Aborts when nobody waits for the answer any more. Created on first use, because most calls do not wait. */
  readonly signal: AbortSignal;
  /** When the call has to be over, in elapsed time. */
  readonly deadlineMs: number;
}

export interface Answered<Fields = unknown> {
  /** Of the response. */
  readonly fields: Fields;
  /** By lower-case name. The call adds those that say what is left of the quota. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The verdict under which the call is counted: the verdict on the start in the request, or on the best of several starts or
   * venues.
   */
  readonly verdict?: Spending["verdict"];
  readonly facts?: readonly Fact[];
  /** The account's calls of this month, if the operation has read them anew. */
  readonly usedOfMonth?: number;
}

/** A forecast that an answer was made from. */
export interface Fact {
  /** The id of a built-in sport. */
  readonly sport: string;
  readonly forecast: UsedForecast;
}

/** Hears of calls that were counted: not of those that failed or were refused. */
export type WhenCounted = (caller: CheckedCaller, facts: readonly Fact[]) => void;

/**
 * Who may call a method: anybody, without a key (nothing limits how often strangers call, so an answer must cost no more than a
 * refusal); everybody with a key (`free`); or everybody with a key, and answers are counted against the quota.
 */
export type Access = "public" | "free" | "counted";

/** A method and its operation, whatever their types are. */
export interface ServedMethod {
  readonly method: DescMethodUnary;
  readonly access: Access;
  readonly operation: Operation<Message, unknown, MessageInitShape<DescMessage>, CheckedCaller | undefined>;
}
