// A Connect Transport that speaks gRPC over node:http2: how a REST sidecar dials its core. Why not with the grpc-js
// client: docs/decisions/0001-the-hop-from-sidecar-to-core.md
import {
  create,
  fromBinary,
  toBinary,
  type DescMessage,
  type DescMethodUnary,
  type Message,
} from "@bufbuild/protobuf";
import { Code, ConnectError, type ContextKey, type Transport, type UnaryResponse } from "@connectrpc/connect";
import { CORE_ADDRESS_FORMS, coreAddressFromText } from "./core-address.ts";
import { createCoreConnections } from "./core-connections.ts";
import { openClientCredentials, type ClientTls } from "../tls/credentials.ts";
import { expectServing } from "./health.ts";
import { headersToHttp2 } from "../metadata.ts";
import type { GrpcReply } from "./reply.ts";
import { OutgoingCall } from "./outgoing-call.ts";
import type { WatchOptions } from "../tls/watched-certificates.ts";

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

const GRPC_HEADER = ["te", "trailers", "content-type", "application/grpc"];

/**
 * Deadline, cancellation and metadata go along; the answer's metadata and an error's details come back. What the core
 * did not say itself (it cannot be reached, the deadline passed here) is a ConnectError without details. Rejects where
 * the address or a certificate cannot be used.
 */
export async function createGrpcTransport(options: GrpcTransportOptions): Promise<GrpcTransport> {
  const address = coreAddressFromText(options.address);
  if (address === undefined) {
    throw new Error(`${options.address} is not ${CORE_ADDRESS_FORMS}`);
  }
  const { credentials, close } = await openClientCredentials(options.tls);
  const scheme = options.tls === undefined ? "http" : "https";
  const origin = `${scheme}://${address.authority}`;
  const connections = createCoreConnections({ address, origin, openSocket: credentials });

  const pseudo = [":method", "POST", ":scheme", scheme, ":authority", address.authority];

  const send = (path: string, call: Call): Promise<GrpcReply> => {
    const timeoutMs = Math.min(call.timeoutMs ?? Infinity, options.timeoutMs);
    const timeout = `${Math.max(1, Math.ceil(timeoutMs))}m`;
    const header = [...pseudo, ":path", path, ...GRPC_HEADER, "grpc-timeout", timeout, ...call.header];
    const outgoing = new OutgoingCall({ header, message: call.message, timeoutMs, signal: call.signal });
    if (!outgoing.isOver) connections.send(outgoing);
    return outgoing.reply;
  };

  return {
    async unary<I extends DescMessage, O extends DescMessage>(
      ...[method, signal, timeoutMs, given, input, values]: Parameters<Transport["unary"]>
    ) {
      const header = headersToHttp2(given);
      const peerAddress = values?.get(options.peerAddress) ?? "";
      if (peerAddress !== "") {
        header.push(FORWARDED_FOR_HEADER, peerAddress);
      }
      const message = toBinary(method.input, create(method.input, input));
      const reply = await send(pathOf(method), { header, message, timeoutMs, signal });
      return response(method, reply) as UnaryResponse<I, O>;
    },
    stream: async ({ name }) => {
      throw new ConnectError(`${name} streams, which this transport does not carry`, Code.Unimplemented);
    },
    ping: () =>
      expectServing(async (path, message, timeoutMs) => {
        const reply = await send(path, { header: [], message, timeoutMs, signal: undefined });
        return reply.message;
      }),
    close: () => {
      connections.close();
      close();
    },
  };
}

interface Call {
  readonly header: readonly string[];
  readonly message: Uint8Array;
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal | undefined;
}

function pathOf({ parent, name }: DescMethodUnary): string {
  return `/${parent.typeName}/${name}`;
}

function response(method: DescMethodUnary, { header, message }: GrpcReply): UnaryResponse {
  return {
    stream: false,
    service: method.parent,
    method,
    header,
    trailer: new Headers(),
    message: read(method, message),
  };
}

function read({ output }: DescMethodUnary, message: Uint8Array): Message {
  try {
    return fromBinary(output, message);
  } catch (cause) {
    throw new ConnectError(`The answer is no ${output.typeName}`, Code.Internal, undefined, undefined, cause);
  }
}
