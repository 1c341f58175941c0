// A call as all doors make it, from its start to its end, whatever its protocol.
import {
  create,
  type DescMessage,
  type DescMethodUnary,
  type Message,
  type MessageInitShape,
} from "@bufbuild/protobuf";
import { Code, type ConnectError } from "@connectrpc/connect";
import { fault, plainFault, type FieldViolation } from "../errors/fault.ts";
import type { Release } from "../lib/keyed-semaphore.ts";
import { systemClock } from "../lib/time/clock.ts";
import type { TraceHeaders } from "../observability/trace/headers.ts";
import type { Answer, AnswerWriter } from "./answer.ts";
import type { CheckedCaller, Work } from "./operation.ts";

/** The `origin` of this service's own pages. No real origin lacks a scheme. */
export const OWN_PAGE = "same-origin";

/** What is known of a call before its message is read. */
export interface CallHead extends TraceHeaders {
  readonly key: string | undefined;
  /** A second key that came with it. The caller is then ambiguous. */
  readonly otherKey?: string | undefined;
  /** The caller's IP address; empty if unknown. */
  readonly address: string;
  /** The Origin header, or OWN_PAGE. Browsers send none with GETs of a page's own origin. */
  readonly origin: string | undefined;
  /** Safe for logs and headers. */
  readonly requestId: string;
}

/** Which call something is logged for. */
export type CallTrace = Pick<CallHead, "traceparent" | "tracestate" | "requestId">;

/** The message of a call, as far as its door has read it. */
export interface CallRequest {
  /** Empty if it could not be read. */
  readonly message: Message;
  /** Parameters that could not be read. They are reported after the key check, with the other violations. */
  readonly misread?: readonly FieldViolation[] | undefined;
  /** Why the whole message could not be read. Reported after the key check (401 before 400). */
  readonly unreadable?: ConnectError | undefined;
  /**
   * Reads a message that costs more to read than to refuse. Called once the caller is known and allowed; until then the
   * message is empty. Its result replaces this request.
   */
  readonly read?: (() => Promise<CallRequest>) | undefined;
}

interface CallParts<Body> {
  readonly method: DescMethodUnary;
  readonly head: CallHead;
  readonly request: CallRequest;
  readonly writer: AnswerWriter<Body>;
  /** How long the caller waits, in ms, if it says so. */
  readonly timeoutMs?: number | undefined;
  /** The refusal, if the door asked about the caller before it read the message. */
  readonly refusal?: { readonly reason: unknown } | undefined;
}

/**
 * A caller also cancels at its own deadline. Its clock started earlier than ours, by the time the call took to arrive, so
 * a cancellation this close before our deadline counts as the deadline.
 */
const LATE_WITHIN_MS = 50;

export class Call<Body = unknown> implements Work<CheckedCaller | undefined> {
  readonly method: DescMethodUnary;
  readonly head: CallHead;
  /** Replaced when a message is read late. */
  request: CallRequest;
  readonly writer: AnswerWriter<Body>;
  readonly timeoutMs: number;
  readonly refusal: CallParts<Body>["refusal"];

  /** In elapsed time, as the next one. */
  readonly startedAtMs = systemClock.elapsedMs();
  /** When it has to be over. */
  deadlineMs = Infinity;
  /** Set by the key check. */
  caller: CheckedCaller | undefined;
  /** The operator, for the log; only for the administration's calls. */
  operator: string | undefined;
  /** Why it ended before an answer: deadline or cancellation. */
  over: ConnectError | undefined;
  /** A sidecar passed the call on, and the core has counted and logged its failure. */
  isReportedByCore = false;
  /** How long we held it back, because its owner is refused too fast. */
  heldBackMs = 0;
  /** Called once, when the call ends in whichever way. */
  onEnd: (() => void) | undefined;
  #returnPermit: Release | undefined;
  #hasEnded = false;
  #controller: AbortController | undefined;

  constructor({ method, head, request, writer, timeoutMs = Infinity, refusal }: CallParts<Body>) {
    this.method = method;
    this.head = head;
    this.request = request;
    this.writer = writer;
    this.timeoutMs = timeoutMs;
    this.refusal = refusal;
  }

  get requestId(): string {
    return this.head.requestId;
  }

  /** Created on first use. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.over !== undefined) this.#controller.abort(this.over);
    return this.#controller.signal;
  }

  /** Reads a message that its door has not read. */
  async read(): Promise<void> {
    // The caller may have left while its call was held back.
    this.throwIfOver();
    this.request = (await this.request.read?.()) ?? this.request;
    this.throwIfOver();
  }

  /** Writes its answer as its door sends it, from the fields of the response. Throws on a value that cannot be written. */
  write(fields: MessageInitShape<DescMessage>, headers: Readonly<Record<string, string>>): Body {
    const message = create(this.method.output, fields);
    return this.writer.write({ message, headers }, this.request.message);
  }

  throwIfOver(): void {
    if (this.over !== undefined) throw this.over;
  }

  get hasPermit(): boolean {
    return this.#returnPermit !== undefined;
  }

  /** Notes the call's permit, of those that its account has for calls at once. It goes back when the call ends, even if work for
   * the call goes on. */
  takePermit(release: Release): void {
    this.#returnPermit = release;
    if (this.#hasEnded) release();
  }

  /** Gives the permit back before the call ends. Doing so twice does no harm. */
  returnPermit(): void {
    this.#returnPermit?.();
  }

  /** Called by the door when the caller no longer waits. */
  giveUp(reason: ConnectError): void {
    if (!this.#hasEnded) this.end(this.#abandoned(reason));
  }

  /** Ends the call early. Work that goes on has deadlines of its own, and nobody sees its result. */
  end(reason: ConnectError): void {
    if (this.over !== undefined || this.#hasEnded) return;
    this.over = reason;
    this.#controller?.abort(reason);
    this.leave();
  }

  /** Marks the call as ended. */
  leave(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.returnPermit();
    this.onEnd?.();
  }

  #abandoned(reason: ConnectError): ConnectError {
    // Doors do not always give this code after a deadline: the reason may be a lost connection.
    const isLate =
      reason.code === Code.DeadlineExceeded || systemClock.elapsedMs() >= this.deadlineMs - LATE_WITHIN_MS;
    if (isLate) return plainFault("DEADLINE_EXCEEDED");
    const sentence = "The call was cancelled before it was answered.";
    return fault({ reason: "CANCELED", sentence, cause: reason });
  }
}

/** Answers a call, or rejects with a ConnectError that its caller may read. Anything else that is thrown is a bug. */
export type AnswerCall = <Body>(call: Call<Body>) => Promise<Answer<Body>>;

/** Why a caller is refused, or undefined. For doors that know the caller before they can read the message. */
export type RefusalOf = (head: CallHead, method: DescMethodUnary) => Promise<Call["refusal"]>;
