// A call as all doors make it: nothing of HTTP or gRPC is in it.
import type { DescMethodUnary, Message } from "@bufbuild/protobuf";
import type { ConnectError } from "@connectrpc/connect";
import type { FieldViolation } from "../fault.ts";
import type { TraceHeaders } from "../ops/trace/headers.ts";

/** What of a call its door tells where it fails by a bug: the trace that it belongs to, as its headers have it, and its id. */
export interface CallTrace extends TraceHeaders {
  /** Fit for logs and headers. */
  readonly requestId: string;
}

/** Who calls, as far as a door can tell. */
export interface CallerClaim {
  /** The API key. */
  readonly key: string | undefined;
  /** Another one that came with it, which makes it uncertain who calls. */
  readonly otherKey?: string;
  /** The IP address; empty where it is not known. */
  readonly address: string;
}

/** In place of an origin: no origin is a text without a scheme. */
export const OWN_PAGE = "same-origin";

/** What is known of a call before its message is read. */
export interface CallHead extends CallerClaim, CallTrace {
  /** The Origin header: whose page calls. OWN_PAGE of this service's own, whose GETs have no such header. */
  readonly origin: string | undefined;
}

export interface Call extends CallHead {
  readonly method: DescMethodUnary;
  /** Empty where it could not be read. */
  readonly question: Message;
  /** What of it could not be read, though the rest could; told after who calls is known, with what else is wrong. */
  readonly misread?: readonly FieldViolation[] | undefined;
  /** Why it could not be read; told after who calls is known (401 before 400). */
  readonly unreadable?: ConnectError | undefined;
  /**
   * Of a message that costs more to read than to refuse: reads it, once it is known who calls and that he may. Until then the
   * question is empty.
   */
  readonly read?: (() => Promise<Pick<Call, "question" | "misread" | "unreadable">>) | undefined;
  /** Why the caller is refused, where a door has asked before it read the message. */
  readonly refusal?: { readonly reason: unknown } | undefined;
  /** How long the caller waits, in ms; undefined where he does not say. */
  readonly timeoutMs?: number | undefined;
  readonly presence: CallerPresence;
}

export interface Answer {
  readonly message: Message;
  /** By lower-case names; those that are the same for all answers of a door are not among them. */
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer in the JSON that /v1 sends. */
export interface JsonAnswer extends Pick<Answer, "headers"> {
  /** As bytes where it was written in another process. */
  readonly json: string | Buffer;
  /** Of these bytes. */
  readonly etag: string;
}

/** Answers a call, or rejects with a ConnectError that its caller may read: whatever else is thrown is a bug. */
export type AnswerCall<Answered = Answer> = (call: Call) => Promise<Answered>;

/** Asks a core. What it did not say itself, as it cannot be reached for instance, is a ConnectError without a reason. */
export type AskCore<Answered = Answer> = (
  call: Pick<Call, "method" | "question" | "key" | "origin" | "requestId" | "address">,
  options: {
    /** Of the trace that it belongs to. */
    readonly traceHeaders: Readonly<Record<string, string>>;
    readonly timeoutMs: number;
    readonly signal: AbortSignal;
  },
) => Promise<Answered>;

/** For doors that learn who calls before they can read a message: why he is refused, undefined where he is not. */
export type RefusalOf = (claim: CallerClaim) => Promise<Call["refusal"]>;

/** The caller's end of a call. */
export class CallerPresence {
  /** Why nobody waits for the answer any more, once that is so. */
  gone: ConnectError | undefined;
  /** Called at that moment. */
  onGone: (() => void) | undefined;

  /** For the door to tell. */
  leave(reason: ConnectError): void {
    if (this.gone !== undefined) return;
    this.gone = reason;
    this.onGone?.();
  }
}
