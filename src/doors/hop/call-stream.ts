// A stream to one core, at the sidecar: sends calls over it and settles them with the core's answers.
import { create, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { Metadata, status, type Client, type StatusObject } from "@grpc/grpc-js";
import { type Call, CallsRequestSchema } from "#gen/suitability/internal/v1/calls_pb.ts";
import { systemClock } from "../../lib/time/clock.ts";
import { HOP_METHOD, REQUEST_BYTES_MAX } from "./hop-method.ts";
import { createOutbox } from "./outbox.ts";
import { type ReceivedAnswer, responseFromBytes } from "./response-bytes.ts";

/** As many as an HTTP port has connections. A core takes as many from all its sidecars. */
const CALLS_MAX = 10_000;

/** How many bytes of calls may wait for a core that reads nothing. */
const UNREAD_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Less than a core reads, because the sizes of calls are estimates. A call fits into one message by itself: larger requests than
 * QUERY_BYTES_MAX go alone, and the rest of a call comes from the headers of an HTTP request.
 */
const MESSAGE_BYTES_MAX = REQUEST_BYTES_MAX - 4 * 1024;
/** What the tags, lengths and numbers of a call take at most. A cancelled id takes less. */
const FRAMING_BYTES = 64;

/** How long it may take to open a stream: a host that is lost never answers. */
const OPEN_WITHIN_MS = 3_000;

/** One timer checks the deadlines of all calls, because one for each would cost noticeably. */
const TICK_MS = 50;

/** Why a call has no answer: the stream was lost. */
export class LostStream extends Error {
  /** Whether the core may have begun the call, and counted it. */
  readonly mayHaveBegun: boolean;

  constructor(reason: string, mayHaveBegun: boolean) {
    super(reason);
    this.mayHaveBegun = mayHaveBegun;
  }
}

interface Pending {
  readonly call: Call;
  readonly deadlineMs: number;
  readonly resolve: (answer: ReceivedAnswer) => void;
  readonly reject: (reason: unknown) => void;
  isSent: boolean;
}

/** A call to be sent, or the id of one that was sent and given up. */
type Item = Pending | number;

interface StreamEvents {
  /** It takes calls from now on. */
  readonly onOpen: () => void;
  /** The core wants no more calls on it. */
  readonly onDraining: () => void;
  /** It has ended, or could not be opened. */
  readonly onOver: (status: StatusObject) => void;
}

export class CallStream {
  readonly #client: Client;
  readonly #events: StreamEvents;
  readonly #stream;
  readonly #outbox;
  /** Calls without an answer. An object and not a Map: see hardening/http2/streams-by-id.ts. */
  readonly #pending: Record<number, Pending> = Object.create(null) as {};
  /** Ends the attempt to open it. */
  readonly #openTimer: NodeJS.Timeout;
  #tickTimer: NodeJS.Timeout | undefined;
  #inFlight = 0;
  #lastId = 0;
  #isFinishing = false;
  #isOver = false;

  /** The client is for this stream alone, and closed with it. */
  constructor(client: Client, events: StreamEvents) {
    this.#client = client;
    this.#events = events;
    const { path, requestSerialize, responseDeserialize } = HOP_METHOD;
    this.#stream = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, new Metadata());
    this.#outbox = createOutbox<Item>({
      messageBytesMax: MESSAGE_BYTES_MAX,
      send: (items, sent) => this.#send(items, sent),
      onSent: () => this.#endIfFinished(),
    });
    this.#openTimer = setTimeout(() => this.#stream.cancel(), OPEN_WITHIN_MS).unref();
    this.#stream.on("metadata", () => {
      clearTimeout(this.#openTimer);
      events.onOpen();
    });
    this.#stream.on("data", (message: Buffer) => this.#read(message));
    // The status, which comes with every error, says what happened.
    this.#stream.on("error", () => undefined);
    this.#stream.on("status", (ended: StatusObject) => this.#noteEnd(ended));
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get hasRoom(): boolean {
    return this.#inFlight < CALLS_MAX && this.#outbox.bytes() < UNREAD_BYTES_MAX;
  }

  /**
   * Makes a call; its id is chosen here. Rejects with LostStream if the stream is lost, and with a ConnectError if the call's time
   * is up or its signal is aborted.
   */
  ask(
    call: Call,
    { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
  ): Promise<ReceivedAnswer> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(ConnectError.from(signal.reason, Code.Canceled));
      if (timeoutMs <= 0) return reject(outOfTime());
      if (this.#isOver) return reject(new LostStream("The stream to the core is over", false));
      this.#lastId += 1;
      const id = this.#lastId;
      call.id = id;
      const deadlineMs = systemClock.elapsedMs() + timeoutMs;
      const giveUp = () => this.#giveUp(id, ConnectError.from(signal?.reason, Code.Canceled));
      const stopListening = () => signal?.removeEventListener("abort", giveUp);
      signal?.addEventListener("abort", giveUp);
      const pending = {
        call,
        deadlineMs,
        resolve: (answer: ReceivedAnswer) => (stopListening(), resolve(answer)),
        reject: (reason: unknown) => (stopListening(), reject(reason)),
        isSent: false,
      };
      this.#pending[id] = pending;
      this.#inFlight += 1;
      this.#tickTimer ??= setInterval(() => this.#tick(), TICK_MS).unref();
      this.#outbox.add(pending, bytesOf(call));
    });
  }

  /** Gets no more calls. Ends once those in flight are answered. */
  finish(): void {
    this.#isFinishing = true;
    this.#endIfFinished();
  }

  #send(items: readonly Item[], sent: () => void): void {
    if (this.#isOver) return;
    const request = create(CallsRequestSchema);
    for (const item of items) {
      if (typeof item === "number") request.cancelled.push(item);
      else if (item.call.id in this.#pending) {
        item.isSent = true;
        request.calls.push(item.call);
      }
    }
    if (request.calls.length === 0 && request.cancelled.length === 0) return sent();
    this.#stream.write(Buffer.from(toBinary(CallsRequestSchema, request)), sent);
  }

  #read(message: Buffer): void {
    let response: ReturnType<typeof responseFromBytes>;
    try {
      response = responseFromBytes(message);
    } catch {
      this.#stream.cancel();
      return;
    }
    // The answer of a call that was given up finds nobody, nor does a second answer.
    for (const answer of response.answers) this.#take(answer.id)?.resolve(answer);
    if (response.draining) this.#events.onDraining();
    this.#endIfFinished();
  }

  /** Takes a call out, if it is in flight. */
  #take(id: number): Pending | undefined {
    const pending = this.#pending[id];
    if (pending === undefined) return undefined;
    delete this.#pending[id];
    this.#inFlight -= 1;
    return pending;
  }

  #giveUp(id: number, reason: ConnectError): void {
    const pending = this.#take(id);
    if (pending === undefined) return;
    pending.reject(reason);
    if (pending.isSent) this.#outbox.add(id, FRAMING_BYTES);
    this.#endIfFinished();
  }

  #tick(): void {
    const nowMs = systemClock.elapsedMs();
    for (const { call, deadlineMs } of Object.values(this.#pending)) {
      if (nowMs >= deadlineMs) this.#giveUp(call.id, outOfTime());
    }
    if (this.#inFlight > 0) return;
    clearInterval(this.#tickTimer);
    this.#tickTimer = undefined;
  }

  #endIfFinished(): void {
    if (this.#isFinishing && this.#inFlight === 0 && this.#outbox.bytes() === 0) this.#stream.end();
  }

  #noteEnd(ended: StatusObject): void {
    this.#isOver = true;
    clearTimeout(this.#openTimer);
    clearInterval(this.#tickTimer);
    this.#client.close();
    this.#events.onOver(ended);
    const reason = `The stream to the core is lost: ${status[ended.code]} ${ended.details}`;
    for (const { call, isSent } of Object.values(this.#pending)) {
      this.#take(call.id)?.reject(new LostStream(reason, isSent));
    }
  }
}

function outOfTime(): ConnectError {
  return new ConnectError("No time is left for the call", Code.DeadlineExceeded);
}

/** An estimate. Texts are ASCII, so a character is a byte. */
function bytesOf(call: Call): number {
  const { method, request, key, requestId, address, origin = "", traceparent, tracestate } = call;
  const texts = method.length + key.length + requestId.length + address.length + origin.length;
  return texts + traceparent.length + tracestate.length + request.length + FRAMING_BYTES;
}
