// The client of grpc-js: how a REST sidecar dials its core. Why that one:
// docs/decisions/0001-the-hop-from-sidecar-to-core.md
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { Client, Metadata, status, type ServiceError } from "@grpc/grpc-js";
import { service as healthService } from "grpc-health-check";
import type { Answer, Call, JsonAnswer } from "../../../call/call.ts";
import { systemClock, type Clock } from "../../../clock.ts";
import { fault } from "../../../fault.ts";
import { REQUEST_ID_HEADER } from "../../../request-id.ts";
import { GRPC_JSON_TYPE, headersToMetadata, metadataToHeaders } from "../metadata.ts";
import { REQUEST_BYTES_MAX } from "../../request-bytes-max.ts";
import { statusToConnectError } from "../status.ts";
import { openClientCredentials, type ClientTls } from "../../tls/credentials.ts";
import type { WatchOptions } from "../../tls/watched-certificates.ts";
import { CORE_ADDRESS_FORMS, coreTargetFromText } from "./core-address.ts";
import { createCoreChannels } from "./core-channels.ts";

/** What of a call goes to a core; its address goes along as `x-forwarded-for`. */
export type CoreCall = Pick<Call, "method" | "question"> &
  Partial<Pick<Call, "key" | "origin" | "requestId" | "address">>;

export interface CoreCallOptions {
  /** Of the trace that the call belongs to. */
  readonly traceHeaders?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface DialledCore {
  /**
   * Deadline, cancellation and headers go along; the answer's headers and an error's details come back. What the core
   * did not say itself (it cannot be reached, the deadline passed here) is a ConnectError without details.
   */
  ask(call: CoreCall, options: CoreCallOptions): Promise<Answer>;
  /** The same in JSON; a core that does not know how, or does not trust this peer, still answers with a message. */
  askForJson(call: CoreCall, options: CoreCallOptions): Promise<JsonAnswer | Answer>;
  /** Rejects unless the server can be reached and says it is serving. */
  ping(): Promise<void>;
  close(): void;
}

export interface DialOptions {
  /** `host:port`, `dns:///name:port` or `unix:/path`. */
  readonly address: string;
  /** None dials without TLS. */
  readonly tls?: WatchOptions<ClientTls> | undefined;
  readonly clock?: Clock;
  /** How long a call waits for a host that says nothing. */
  readonly connectTimeoutMs?: number;
}

const CHANNEL_OPTIONS = {
  "grpc.service_config": JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  "grpc.service_config_disable_resolution": 1,
  // A core that is back is found within about a second.
  "grpc.initial_reconnect_backoff_ms": 100,
  "grpc.max_reconnect_backoff_ms": 1_000,
  "grpc.dns_min_time_between_resolutions_ms": 1_000,
  // A core that has silently gone is noticed within the sum of both.
  "grpc.keepalive_time_ms": 2_000,
  "grpc.keepalive_timeout_ms": 2_000,
  "grpc.keepalive_permit_without_calls": 1,
  // A fresh channel is to have connections of its own.
  "grpc.use_local_subchannel_pool": 1,
  "grpc.enable_http_proxy": 0,
  "grpc.enable_channelz": 0,
};

/** The standard health service (https://grpc.io/docs/guides/health-checking/). */
const HEALTH_CHECK = {
  path: "/grpc.health.v1.Health/Check",
  request: new Uint8Array(),
  read: (answer: Buffer): { status?: string } => healthService["Check"]?.responseDeserialize(answer) ?? {},
  metadata: new Metadata(),
  // A core that is overloaded still answers in this time: it has to keep its place, or the others get its load too.
  // Shorter than the 2 s that probes wait.
  timeoutMs: 1_500,
};

/** Rejects where the address or a certificate cannot be used. */
export async function dialCore({
  address,
  tls,
  clock = systemClock,
  connectTimeoutMs,
}: DialOptions): Promise<DialledCore> {
  const target = coreTargetFromText(address);
  if (target === undefined) throw new Error(`${address} is not ${CORE_ADDRESS_FORMS}`);
  const { credentials, close } = await openClientCredentials(tls);
  const open = () => new Client(target, credentials, CHANNEL_OPTIONS);
  const channels = createCoreChannels({ open, clock, timeoutMs: connectTimeoutMs });

  const ask = <O>(
    call: CoreCall,
    { timeoutMs, signal, traceHeaders }: CoreCallOptions,
    { read, headers }: { readonly read: Read<O>; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<O> => {
    const { method, question } = call;
    const request = toBinary(method.input, question);
    if (request.length > REQUEST_BYTES_MAX) return Promise.reject(tooLarge());
    const path = `/${method.parent.typeName}/${method.name}`;
    const metadata = headersToMetadata({ ...headersOf(call), ...traceHeaders, ...headers });
    const outgoing = { path, request, read, metadata, timeoutMs, signal };
    return channels.use((client, unheard) => send(client, outgoing, unheard));
  };

  return {
    ask: (call, options) => ask(call, options, { read: messageReader(call) }),
    askForJson: (call, options) => {
      const readMessage = messageReader(call);
      const read: Read<JsonAnswer | Answer> = (bytes, header) =>
        readJson(bytes, header) ?? readMessage(bytes, header);
      return ask(call, options, { read, headers: { accept: GRPC_JSON_TYPE } });
    },
    ping: async () => {
      const { status } = await channels.use((client, unheard) => send(client, HEALTH_CHECK, unheard));
      if (status !== "SERVING") throw new Error(`the core says ${String(status)}`);
    },
    close: () => {
      channels.close();
      close();
    },
  };
}

/** Makes of an answer's bytes, and of the metadata before them, what was asked for. What it throws is the core's failure. */
type Read<O> = (bytes: Buffer, header: Metadata) => O;

function messageReader({ method }: CoreCall): Read<Answer> {
  return (bytes, header) => ({
    message: fromBinary(method.output, bytes),
    headers: metadataToHeaders(header),
  });
}

function readJson(json: Buffer, header: Metadata): JsonAnswer | undefined {
  if (header.get("content-type")[0] !== GRPC_JSON_TYPE) return undefined;
  const { etag, ...headers } = metadataToHeaders(header);
  if (etag === undefined) throw new Error("an answer in JSON has no ETag");
  return { json, etag, headers };
}

function headersOf({ key, origin, requestId, address }: CoreCall): Record<string, string> {
  const headers: Record<string, string> = {};
  if (key !== undefined) headers["x-api-key"] = key;
  if (origin !== undefined) headers["origin"] = origin;
  if (requestId !== undefined) headers[REQUEST_ID_HEADER] = requestId;
  // Tells the core who calls, in the header that proxies use for it.
  if (address !== undefined && address !== "") headers["x-forwarded-for"] = address;
  return headers;
}

/** The core would refuse it in words that are gRPC's own, and are those of an overloaded peer too. */
function tooLarge(): ConnectError {
  return fault({
    reason: "BODY_TOO_LARGE",
    sentence: `The request is too large: as a message it may have ${REQUEST_BYTES_MAX} bytes. Send less.`,
  });
}

interface OutgoingCall<O> {
  readonly path: string;
  readonly request: Uint8Array;
  readonly read: Read<O>;
  readonly metadata: Metadata;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

async function send<O>(client: Client, call: OutgoingCall<O>, unheard?: AbortSignal): Promise<O> {
  const { path, request, read, metadata, timeoutMs, signal } = call;
  if (signal?.aborted) throw ConnectError.from(signal.reason, Code.Canceled);
  if (timeoutMs <= 0) throw new ConnectError("No time is left for the call", Code.DeadlineExceeded);
  const { promise, resolve, reject } = Promise.withResolvers<O>();
  const settle = (error: unknown, answer?: O) => (error === null ? resolve(answer as O) : reject(error));
  const options = { deadline: systemClock.nowMs() + timeoutMs };
  let received = new Metadata();
  const readAnswer = (bytes: Buffer) => read(bytes, received);
  const sent = client.makeUnaryRequest(path, Buffer.from, readAnswer, request, metadata, options, settle);
  sent.on("metadata", (header) => (received = header));
  const giveUp = () => sent.cancel();
  signal?.addEventListener("abort", giveUp);
  unheard?.addEventListener("abort", giveUp);
  try {
    return await promise;
  } catch (reason) {
    if (signal?.aborted) throw ConnectError.from(signal.reason, Code.Canceled);
    const error = reason as ServiceError;
    // Where nobody here has given up, the core has, or what is between.
    throw statusToConnectError(
      error.code === status.CANCELLED ? { ...error, code: status.UNAVAILABLE } : error,
    );
  } finally {
    signal?.removeEventListener("abort", giveUp);
  }
}
