// A Connect Transport over the grpc-js client: how a REST sidecar dials its core.
import { create, fromBinary, toBinary, type DescMessage, type DescMethodUnary } from "@bufbuild/protobuf";
import { Code, ConnectError, type ContextKey, type Transport, type UnaryResponse } from "@connectrpc/connect";
import { Client, type ClientUnaryCall } from "@grpc/grpc-js";
import { systemClock } from "../clock.ts";
import { openChannelCredentials, type ClientTls } from "./grpc-credentials.ts";
import { expectServing } from "./grpc-health.ts";
import { headersToMetadata, metadataToHeaders } from "./grpc-metadata.ts";
import { statusToConnectError } from "./grpc-status.ts";
import type { WatchOptions } from "./watched-certificates.ts";

export interface GrpcTransport extends Transport {
  /** Rejects unless the server can be reached and says it is serving. */
  ping(): Promise<void>;
  close(): void;
}

export interface GrpcTransportOptions {
  /** `host:port`, `dns:///name:port` or `unix:/path`. */
  readonly address: string;
  /** How long a call may take, unless its caller allows less. */
  readonly timeoutMs: number;
  /** Where the door has put the caller's address; it goes along as `x-forwarded-for`. */
  readonly peerAddress: ContextKey<string>;
  /** None dials without TLS. */
  readonly tls?: WatchOptions<ClientTls> | undefined;
}

/** Tells the core who calls, in the header that proxies use for it. */
export const FORWARDED_FOR_HEADER = "x-forwarded-for";

const same = (bytes: Buffer) => bytes;

/**
 * Deadline, cancellation and metadata go along; the answer's metadata and an error's details come back. What the core
 * did not say itself (it cannot be reached, the deadline passed here) is a ConnectError without details. Rejects where
 * a certificate cannot be used.
 */
export async function createGrpcTransport(options: GrpcTransportOptions): Promise<GrpcTransport> {
  const { credentials, close } = await openChannelCredentials(options.tls);
  const client = new Client(options.address, credentials, {
    // Cores come and go behind one name: use all of them, and find new ones soon.
    "grpc.service_config": JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
    "grpc.max_reconnect_backoff_ms": 1_000,
    "grpc.initial_reconnect_backoff_ms": 100,
  });

  return {
    unary: <I extends DescMessage, O extends DescMessage>(
      ...[method, signal, timeoutMs, header, input, values]: Parameters<Transport["unary"]>
    ) => {
      const metadata = headersToMetadata(header);
      const address = values?.get(options.peerAddress) ?? "";
      if (address !== "") {
        metadata.set(FORWARDED_FOR_HEADER, address);
      }
      const { promise, resolve, reject } = Promise.withResolvers<UnaryResponse<I, O>>();
      let responseHeader = new Headers();
      const call = client.makeUnaryRequest(
        `/${method.parent.typeName}/${method.name}`,
        same,
        same,
        Buffer.from(toBinary(method.input, create(method.input, input))),
        metadata,
        { deadline: systemClock.nowMs() + Math.min(timeoutMs ?? Infinity, options.timeoutMs) },
        (error, bytes) => {
          if (error !== null) {
            // The core was only told to stop; why, such as a deadline of the caller's, is known here.
            reject(signal?.aborted === true ? ConnectError.from(signal.reason) : statusToConnectError(error));
          } else if (bytes !== undefined) {
            resolve(response(method, bytes, responseHeader) as UnaryResponse<I, O>);
          }
        },
      );
      call.on("metadata", (received) => {
        responseHeader = metadataToHeaders(received);
      });
      cancelOnAbort(call, signal);
      return promise;
    },
    stream: async ({ name }) => {
      throw new ConnectError(`${name} streams, which this transport does not carry`, Code.Unimplemented);
    },
    ping: () => expectServing(client),
    close: () => {
      client.close();
      close();
    },
  };
}

function response(method: DescMethodUnary, bytes: Buffer, header: Headers): UnaryResponse {
  return {
    stream: false,
    service: method.parent,
    method,
    header,
    trailer: new Headers(),
    message: fromBinary(method.output, bytes),
  };
}

/** Once a call is over, cancelling it does nothing. */
function cancelOnAbort(call: ClientUnaryCall, signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) {
    call.cancel();
  } else {
    signal?.addEventListener("abort", () => call.cancel(), { once: true });
  }
}
