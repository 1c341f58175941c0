// A sidecar's stream at its core: reads calls from it and sends back their answers.
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { Metadata, status, type ServerDuplexStream } from "@grpc/grpc-js";
import {
  type Call as ReceivedCall,
  type CallsRequest,
  CallsRequestSchema,
  CallsResponseSchema,
} from "#gen/suitability/internal/v1/calls_pb.ts";
import type { Call } from "../../call/call.ts";
import { explained, fault } from "../../errors/fault.ts";
import type { GivenCall, GrpcBody, GrpcHandlerOptions } from "../grpc/call.ts";
import { connectErrorToMessage } from "../grpc/errors.ts";
import { drop, http2StreamOf } from "../hardening/http2/http2-stream.ts";
import { TOO_MANY } from "../hardening/http2/open-streams.ts";
import { createOutbox, type Outbox } from "./outbox.ts";
import { type OutgoingAnswer, responseToBytes } from "./response-bytes.ts";

export interface ServedStreamOptions extends Pick<
  GrpcHandlerOptions,
  "answerCall" | "overloadRefusal" | "onBug"
> {
  /** By their names in calls. */
  readonly methods: ReadonlyMap<
    string,
    Pick<Call, "method"> & { makeCall: (given: GivenCall) => Call<GrpcBody> }
  >;
  /** Calls in flight on all streams together. */
  readonly inFlight: { calls: number };
  readonly limits: StreamLimits;
}

export interface StreamLimits {
  /** How many calls may be in flight on all streams together; one more is refused. */
  readonly callsMax: number;
  /** When this many bytes of answers wait for a sidecar, no more calls are read from it. */
  readonly pausedAtBytes: number;
  /** When this many bytes wait, the stream is dropped. */
  readonly unreadBytesMax: number;
}

/** Answers of a turn have some 50 kB; messages much larger than that would delay those behind them. */
const RESPONSE_BYTES_MAX = 256 * 1024;

/** What an answer has beside its JSON, roughly: its headers, or the details of most refusals. */
const BYTES_BESIDE_JSON = 512;

const DRAINING = Buffer.from(toBinary(CallsResponseSchema, create(CallsResponseSchema, { draining: true })));

type Unnumbered = Omit<OutgoingAnswer, "id">;

// Made when they are needed, because the first error of a process loads Node's fetch: 16 MB.
const tooMany = () => refusalOf(fault(TOO_MANY));
/** Without a reason, as gRPC itself answers. A sidecar that is newer than its core makes CORE_UNAVAILABLE of it. */
const unknownMethod = () => refusalOf(new ConnectError("no such method", Code.Unimplemented));

export class ServedStream {
  readonly #stream: ServerDuplexStream<Buffer, Buffer>;
  readonly #peer: string;
  readonly #options: ServedStreamOptions;
  readonly #outbox: Outbox<OutgoingAnswer>;
  /** Calls in flight that were not cancelled. An object and not a Map: see hardening/http2/streams-by-id.ts. */
  readonly #calls: Record<number, Call> = Object.create(null) as {};
  /** Calls that are being worked on, cancelled ones too: their work may go on for a moment. */
  #running = 0;
  /** The sidecar sends nothing more. */
  #hasEnded = false;
  #isOver = false;

  constructor(stream: ServerDuplexStream<Buffer, Buffer>, peer: string, options: ServedStreamOptions) {
    this.#stream = stream;
    this.#peer = peer;
    this.#options = options;
    this.#outbox = createOutbox({
      messageBytesMax: RESPONSE_BYTES_MAX,
      send: (answers, sent) => {
        if (!this.#isOver) this.#stream.write(responseToBytes(answers), sent);
      },
      onSent: () => this.#goOn(),
    });
    stream.on("data", (message: Buffer) => this.#read(message));
    stream.on("end", () => {
      this.#hasEnded = true;
      this.#goOn();
    });
    // The sidecar has given the stream up, or the connection is lost.
    stream.on("cancelled", () => this.#abandon());
    stream.sendMetadata(new Metadata());
  }

  /** Tells the sidecar to make its new calls elsewhere. */
  drain(): void {
    if (!this.#isOver) this.#stream.write(DRAINING);
  }

  #read(message: Buffer): void {
    let request: CallsRequest;
    try {
      request = fromBinary(CallsRequestSchema, message);
    } catch {
      this.#fail("a message is not a CallsRequest");
      return;
    }
    for (const given of request.calls) {
      if (given.id in this.#calls) {
        this.#fail("two calls in flight have the same id");
        return;
      }
      void this.#answer(given);
    }
    for (const id of request.cancelled) this.#giveUp(id);
  }

  async #answer(given: ReceivedCall): Promise<void> {
    const { methods, inFlight, limits, answerCall, overloadRefusal, onBug } = this.#options;
    const { id } = given;
    const served = methods.get(given.method);
    if (served === undefined) return this.#put({ id, ...unknownMethod() });
    if (inFlight.calls >= limits.callsMax) return this.#put({ id, ...tooMany() });
    const overload = overloadRefusal(served.method);
    this.#running += 1;
    inFlight.calls += 1;
    let answer: Unnumbered | undefined;
    if (overload !== undefined) {
      answer = refusalOf(await overload);
    } else {
      const call = served.makeCall(partsOf(given, this.#peer));
      this.#calls[id] = call;
      try {
        const { body, headers } = await answerCall(call);
        answer = { json: body.bytes, etag: body.etag ?? "", headers: { ...headers } };
      } catch (error) {
        if (!(error instanceof ConnectError)) onBug(error, call.head);
        answer = refusalOf(explained(error));
      }
      // A cancelled call gets no answer. Its id may be another call's by now.
      if (this.#calls[id] === call) delete this.#calls[id];
      else answer = undefined;
    }
    this.#running -= 1;
    inFlight.calls -= 1;
    if (answer === undefined) this.#goOn();
    else this.#put({ id, ...answer });
  }

  #put(answer: OutgoingAnswer): void {
    if (this.#isOver) return;
    const { pausedAtBytes, unreadBytesMax } = this.#options.limits;
    this.#outbox.add(answer, answer.json.length + BYTES_BESIDE_JSON);
    const unread = this.#outbox.bytes();
    if (unread > pausedAtBytes) this.#stream.pause();
    if (unread > unreadBytesMax) {
      drop(http2StreamOf(this.#stream));
      this.#abandon();
    }
  }

  /** Reads on, or ends the stream, when enough of the answers has been taken. */
  #goOn(): void {
    if (this.#isOver) return;
    const unread = this.#outbox.bytes();
    if (unread <= this.#options.limits.pausedAtBytes) this.#stream.resume();
    if (!this.#hasEnded || this.#running > 0 || unread > 0) return;
    this.#isOver = true;
    this.#stream.end();
  }

  #giveUp(id: number): void {
    const call = this.#calls[id];
    if (call === undefined) return;
    delete this.#calls[id];
    call.giveUp(new ConnectError("The caller gave up.", Code.Canceled));
  }

  /** Ends the stream of a sidecar that does not keep to the protocol. */
  #fail(details: string): void {
    this.#abandon();
    this.#stream.emit("error", { code: status.INVALID_ARGUMENT, details });
  }

  #abandon(): void {
    this.#isOver = true;
    for (const id of Object.keys(this.#calls)) this.#giveUp(Number(id));
  }
}

function refusalOf(error: ConnectError): Unnumbered {
  const headers = Object.fromEntries(error.metadata);
  return { json: Buffer.alloc(0), refusal: connectErrorToMessage(error), headers };
}

function partsOf(given: ReceivedCall, peer: string): GivenCall {
  const { key, origin, address, request, timeoutMs } = given;
  return {
    key,
    origin,
    traceparent: given.traceparent || undefined,
    tracestate: given.tracestate || undefined,
    requestId: given.requestId,
    forwardedFor: address || undefined,
    // Calls that have it go alone.
    misread: undefined,
    request,
    timeoutMs,
    peer,
    isForSidecar: true,
  };
}
