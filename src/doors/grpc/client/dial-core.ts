// Calls a core from a REST sidecar, with grpc-js. The reason for grpc-js:
// docs/decisions/0001-the-hop-from-sidecar-to-core.md
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import {
  type ChannelOptions,
  ChannelCredentials,
  Client,
  experimental,
  Metadata,
  status,
  type ServiceError,
} from "@grpc/grpc-js";
import { service as healthService } from "grpc-health-check";
import type { JsonBody, MessageAnswer } from "../../../call/answer.ts";
import type { CoreCall } from "../../../call/ask-core.ts";
import { systemClock, type Clock } from "../../../lib/time/clock.ts";
import { REQUEST_ID_HEADER } from "../../http/request-id.ts";
import { GRPC_JSON_TYPE, headersToMetadata, metadataToHeaders } from "../headers.ts";
import { MISREAD_HEADER, misreadToHeader } from "../misread-header.ts";
import { requestBytesMax, tooLarge } from "../../request-bytes-max.ts";
import { statusToConnectError } from "../errors.ts";
import type { ClientTls } from "../../http/tls/read-certificates.ts";
import {
  watchCertificates,
  type WatchedCertificates,
  type WatchOptions,
} from "../../http/tls/watched-certificates.ts";
import { CORE_ADDRESS_FORMS, coreTargetFromText } from "./core-address.ts";
import { createCoreChannels } from "./core-channels.ts";

export interface CoreCallOptions {
  /** Headers that continue the call's trace. */
  readonly traceHeaders?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

const CHANNEL_OPTIONS = {
  "grpc.service_config": JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  "grpc.service_config_disable_resolution": 1,
  // A core that is back is found within about a second.
  "grpc.initial_reconnect_backoff_ms": 100,
  "grpc.max_reconnect_backoff_ms": 1_000,
  "grpc.dns_min_time_between_resolutions_ms": 1_000,
  // A core that is silently gone is noticed within the sum of both times.
  "grpc.keepalive_time_ms": 2_000,
  "grpc.keepalive_timeout_ms": 2_000,
  "grpc.keepalive_permit_without_calls": 1,
  // A fresh channel should have connections of its own.
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
  // An overloaded core still answers within this time, so it stays in rotation: otherwise the others would get its load
  // too. It is shorter than the 2 s timeout of probes.
  timeoutMs: 1_500,
};

/** Rejects if the address or a certificate cannot be used. */
export async function dialCore({
  address,
  tls,
  clock = systemClock,
  connectTimeoutMs,
}: {
  /** `host:port`, `dns:///name:port` or `unix:/path`. */
  readonly address: string;
  /** Without it, the connection is plain. */
  readonly tls?: WatchOptions<ClientTls> | undefined;
  readonly clock?: Clock;
  /** How long a call waits for a silent host. */
  readonly connectTimeoutMs?: number;
}) {
  const target = coreTargetFromText(address);
  if (target === undefined) throw new Error(`${address} is not ${CORE_ADDRESS_FORMS}`);
  const watched = tls && (await watchCertificates(tls));
  const credentials = credentialsOf(watched, tls);
  const open = (to = target, options: ChannelOptions = {}) =>
    new Client(to, credentials, { ...CHANNEL_OPTIONS, ...options });
  const channels = createCoreChannels({ open: () => open(), clock, timeoutMs: connectTimeoutMs });

  const askAndRead = <O>(
    call: CoreCall,
    { timeoutMs, signal, traceHeaders }: CoreCallOptions,
    read: Read<O>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<O> => {
    const { method, message, head, misread } = call;
    const request = toBinary(method.input, message);
    const bytesMax = requestBytesMax(method);
    // The core would also refuse it, but perhaps with gRPC's own error, which an overloaded peer sends as well.
    if (request.length > bytesMax) return Promise.reject(tooLarge(bytesMax));
    const path = `/${method.parent.typeName}/${method.name}`;
    const metadata = headersToMetadata({
      ...headersOf(head),
      ...traceHeaders,
      ...headers,
      ...(misread !== undefined && { [MISREAD_HEADER]: misreadToHeader(misread) }),
    });
    const outgoing = { path, request, read, metadata, timeoutMs, signal };
    return channels.use((client, unheard) => send(client, outgoing, unheard));
  };

  return {
    /** As coreTargetFromText gives it. */
    target,
    /** Opens a client with connections of its own, to a target of grpc-js; by default to the core's address. */
    open,
    /**
     * Deadline, cancellation and headers go along; the answer's headers and an error's details come back. An error that is
     * not the core's own (unreachable, deadline passed here) is a ConnectError without details.
     */
    ask: (call: CoreCall, options: CoreCallOptions): Promise<MessageAnswer> =>
      askAndRead(call, options, messageReader(call)),
    /**
     * Like `ask`, but for an answer in JSON. A core that cannot write JSON, or does not trust this peer, answers with a
     * message.
     */
    askForJson: (call: CoreCall, options: CoreCallOptions): Promise<JsonAnswer | MessageAnswer> => {
      const readMessage = messageReader(call);
      const read: Read<JsonAnswer | MessageAnswer> = (bytes, header) =>
        readJson(bytes, header) ?? readMessage(bytes, header);
      return askAndRead(call, options, read, { accept: GRPC_JSON_TYPE });
    },
    /** Rejects unless the server is reachable and serving. */
    ping: async (): Promise<void> => {
      const { status } = await channels.use((client, unheard) => send(client, HEALTH_CHECK, unheard));
      if (status !== "SERVING") throw new Error(`the core says ${String(status)}`);
    },
    close: (): void => {
      channels.close();
      watched?.close();
    },
  };
}

function credentialsOf(
  watched: WatchedCertificates | undefined,
  tls: WatchOptions<ClientTls> | undefined,
): ChannelCredentials {
  if (watched === undefined) return ChannelCredentials.createInsecure();
  const identity = tls?.files.identity === undefined ? null : watched;
  return experimental.createCertificateProviderChannelCredentials(watched, identity);
}

/** Turns an answer's bytes and metadata into the result. If it throws, the core has failed. */
type Read<O> = (bytes: Buffer, header: Metadata) => O;

function messageReader({ method }: CoreCall): Read<MessageAnswer> {
  return (bytes, header) => ({
    message: fromBinary(method.output, bytes),
    headers: metadataToHeaders(header),
  });
}

type JsonAnswer = JsonBody & Pick<MessageAnswer, "headers">;

function readJson(json: Buffer, header: Metadata): JsonAnswer | undefined {
  if (header.get("content-type")[0] !== GRPC_JSON_TYPE) return undefined;
  const { etag, ...headers } = metadataToHeaders(header);
  if (etag === undefined && headers["cache-control"] !== "no-store")
    throw new Error("an answer in JSON has no ETag");
  return { json, etag, headers };
}

function headersOf({ key, origin, requestId, address }: CoreCall["head"]): Record<string, string> {
  const headers: Record<string, string> = {};
  if (key !== undefined) headers["x-api-key"] = key;
  if (origin !== undefined) headers["origin"] = origin;
  if (requestId !== undefined) headers[REQUEST_ID_HEADER] = requestId;
  // Tells the core who calls, as proxies do.
  if (address !== undefined && address !== "") headers["x-forwarded-for"] = address;
  return headers;
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
    // If nobody here has cancelled, the core or the network has.
    throw statusToConnectError(
      error.code === status.CANCELLED ? { ...error, code: status.UNAVAILABLE } : error,
    );
  } finally {
    signal?.removeEventListener("abort", giveUp);
  }
}
