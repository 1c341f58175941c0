// A call as all doors make it. It has nothing of HTTP or gRPC.
import type { DescMethodUnary, Message } from "@bufbuild/protobuf";
import type { ConnectError } from "@connectrpc/connect";
import type { FieldViolation } from "../errors/fault.ts";
import type { TraceHeaders } from "../observability/trace/headers.ts";

/** What a door logs when a call fails because of a bug: the trace headers and the request id. */
export interface CallTrace extends TraceHeaders {
  /** Safe for logs and headers. */
  readonly requestId: string;
}

/** Who calls, as far as a door can tell. */
export interface CallerClaim {
  readonly key: string | undefined;
  /** A second key that came with it. The caller is then ambiguous. */
  readonly otherKey?: string | undefined;
  /** The IP address; empty if unknown. */
  readonly address: string;
}

/** The `origin` of this service's own pages. No real origin lacks a scheme. */
export const OWN_PAGE = "same-origin";

/** What is known of a call before its message is read. */
export interface CallHead extends CallerClaim, CallTrace {
  /** The Origin header, or OWN_PAGE. Browsers send none with GETs of a page's own origin. */
  readonly origin: string | undefined;
}

export interface Call<Body = unknown> extends CallHead {
  readonly method: DescMethodUnary;
  /** Empty if it could not be read. */
  question: Message;
  /** Parameters that could not be read. They are reported after the key check, with the other violations. */
  misread?: readonly FieldViolation[] | undefined;
  /** Why the whole message could not be read. Reported after the key check (401 before 400). */
  unreadable?: ConnectError | undefined;
  /**
   * Reads a message that costs more to read than to refuse. Called once the caller is known and allowed; until then the
   * question is empty. Its result replaces these fields of the call.
   */
  read?: (() => Promise<Pick<Call, "question" | "misread" | "unreadable">>) | undefined;
  /** The refusal, if the door asked about the caller before it read the message. */
  readonly refusal?: { readonly reason: unknown } | undefined;
  /** How long the caller waits, in ms, if it says so. */
  readonly timeoutMs?: number | undefined;
  readonly presence: CallerPresence;
  readonly writer: AnswerWriter<Body>;
}

/** Writes answers as a door sends them. */
export interface AnswerWriter<Body> {
  /** Called before the call is counted. Throws on a value that cannot be written. */
  write(answer: MessageAnswer, question: Message): Body;
  /** What becomes of JSON that a core has written; undefined if the door needs the message. */
  readonly fromJson?: (written: JsonBody) => Body;
}

/** An answer as its door sends it. */
export interface Answer<Body> {
  readonly body: Body;
  /** By lower-case name, without those that are the same for all answers of a door. */
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer before it is written. */
export interface MessageAnswer {
  readonly message: Message;
  readonly headers: Readonly<Record<string, string>>;
}

/** The JSON that /v1 sends. */
export interface JsonBody {
  /** The HTTP status, 200 by default. */
  readonly status?: number | undefined;
  /** Bytes if another process wrote it. */
  readonly json: string | Buffer;
  /** The ETag of these bytes; undefined if nobody may cache the answer. */
  readonly etag: string | undefined;
}

/** Answers a call, or rejects with a ConnectError that its caller may read. Anything else that is thrown is a bug. */
export type AnswerCall = <Body>(call: Call<Body>) => Promise<Answer<Body>>;

/** Asks a core. A failure that is not the core's own, such as a lost connection, is a ConnectError without a reason. */
export type AskCore<Answered = MessageAnswer> = (
  call: Pick<Call, "method" | "question" | "key" | "origin" | "requestId" | "address">,
  options: {
    /** The headers that continue its trace. */
    readonly traceHeaders: Readonly<Record<string, string>>;
    readonly timeoutMs: number;
    readonly signal: AbortSignal;
  },
) => Promise<Answered>;

/** Why a caller is refused, or undefined. For doors that know the caller before they can read the message. */
export type RefusalOf = (head: CallHead, method: DescMethodUnary) => Promise<Call["refusal"]>;

/** Whether the caller still waits. */
export class CallerPresence {
  /** Why the caller no longer waits, once it has left. */
  gone: ConnectError | undefined;
  onGone: (() => void) | undefined;

  /** Called by the door. */
  leave(reason: ConnectError): void {
    if (this.gone !== undefined) return;
    this.gone = reason;
    this.onGone?.();
  }
}
