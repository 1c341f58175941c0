// gRPC on grpc-js, with the standard health and reflection services.
import type { DescService } from "@bufbuild/protobuf";
import { Server, setLogger, type ServerCredentials, type UntypedServiceImplementation } from "@grpc/grpc-js";
import { ListenError } from "../../listen-error.ts";
import { openServerCredentials, type OpenCredentials, type ServerTls } from "../tls/credentials.ts";
import {
  CONNECTION_LIMITS,
  limitConnections,
  type Connections,
  type ConnectionLimits,
} from "./connection-limits.ts";
import type { IsTrusted } from "../guard/make-room.ts";
import { createGrpcHandler, grpcMethodDefinition, type GrpcHandlerOptions } from "./handler.ts";
import { addReflection, createHealth } from "./standard-services.ts";
import { REQUEST_BYTES_MAX } from "../request-bytes-max.ts";
import { unaryMethods } from "../unary-methods.ts";
import type { WatchOptions } from "../tls/watched-certificates.ts";

/**
 * What a stranger may hold open: calls at once on one connection, and a connection on which nothing happens. Node bounds
 * the rest: 128 headers in 9 frames, 1,000 streams reset at once and 33 a second from then on, 1,000 pings and
 * settings that wait to be acknowledged. grpc-js sets no limit to a session's memory, as Node breaks calls that have done
 * nothing when it is reached; with these there is little to be had.
 */
const STREAMS_MAX = 100;
const CONNECTION_IDLE_MS = 5 * 60_000;

/**
 * Nothing else ends watches, nor calls whose answers are not read on a connection that takes other things. Honest callers
 * open a new connection when they are told, and calls under way are answered.
 */
const CONNECTION_AGE_MS = 5 * 60_000;
const CONNECTION_AGE_GRACE_MS = 60_000;

/** A peer that has silently gone is noticed within 80 seconds. */
const KEEPALIVE_MS = 60_000;
const KEEPALIVE_TIMEOUT_MS = 20_000;

/**
 * What grpc-js reports as errors by itself is metadata that is none, with its values: a stranger's words, or a key with a
 * byte too many. Neither belongs into a log. What GRPC_TRACE asks for is still printed.
 */
const TRACES_ALONE: Partial<Console> = {
  error: () => undefined,
  info: printTrace,
  debug: printTrace,
};

function printTrace(line: unknown): void {
  process.stderr.write(`${String(line)}\n`);
}

export interface GrpcServer {
  /** Resolves to the port once calls are accepted; rejects where a certificate cannot be used, or the port (ListenError). */
  listen(address: { readonly host: string; readonly port: number }): Promise<number>;
  /** What the standard health service says of the server and of each service. Clients are told to leave once it does not serve. */
  setServing(isServing: boolean): void;
  connections(): { readonly open: number; readonly max: number };
  /** Takes no new calls and resolves when those under way are answered, or after `timeoutMs` with the rest cut off. */
  close(timeoutMs: number): Promise<void>;
}

export function createGrpcServer(
  options: GrpcHandlerOptions & {
    readonly services: readonly DescService[];
    /** None serves without TLS. */
    readonly tls?: WatchOptions<ServerTls> | undefined;
    readonly limits?: ConnectionLimits;
    /** Told of connections that are closed or refused because there are too many. */
    readonly onCrowded?: (connections: number) => void;
    /** Whether an address is a trusted proxy's, for which some connections are kept. */
    readonly isTrusted?: IsTrusted | undefined;
  },
): GrpcServer {
  const { limits = CONNECTION_LIMITS, onCrowded = () => undefined, isTrusted } = options;
  setLogger(TRACES_ALONE);
  const server = new Server({
    "grpc.max_receive_message_length": REQUEST_BYTES_MAX,
    "grpc.max_concurrent_streams": STREAMS_MAX,
    "grpc.max_connection_idle_ms": CONNECTION_IDLE_MS,
    "grpc.max_connection_age_ms": CONNECTION_AGE_MS,
    "grpc.max_connection_age_grace_ms": CONNECTION_AGE_GRACE_MS,
    "grpc.keepalive_time_ms": KEEPALIVE_MS,
    "grpc.keepalive_timeout_ms": KEEPALIVE_TIMEOUT_MS,
  });
  for (const service of options.services) {
    addService(server, service, options);
  }
  addReflection(server, options.services);
  const health = createHealth(options.services.map(({ typeName }) => typeName));
  health.addToServer(server);

  let opened: OpenCredentials<ServerCredentials> | undefined;
  let connections: Connections | undefined;
  return {
    listen: async ({ host, port }) => {
      opened = await openServerCredentials(options.tls);
      // An IPv6 address needs its brackets back.
      const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
      const boundPort = await bind(server, address, opened.credentials).catch((error: unknown) => {
        throw new ListenError({ host, port }, error);
      });
      connections = limitConnections(server, limits, { onCrowded, isTrusted });
      return boundPort;
    },
    setServing: (isServing) => {
      health.setServing(isServing);
      if (!isServing) connections?.leave();
    },
    connections: () => ({ open: connections?.open() ?? 0, max: limits.connectionsMax }),
    close: async (timeoutMs) => {
      await closeServer(server, timeoutMs);
      opened?.close();
    },
  };
}

function bind(server: Server, address: string, credentials: ServerCredentials): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (error, boundPort) =>
      error === null ? resolve(boundPort) : reject(error),
    );
  });
}

function addService(server: Server, service: DescService, options: GrpcHandlerOptions): void {
  const methods = unaryMethods(service);
  const definition = Object.fromEntries(
    methods.map((method) => [method.localName, grpcMethodDefinition(method)]),
  );
  const handlers: UntypedServiceImplementation = Object.fromEntries(
    methods.map((method) => [method.localName, createGrpcHandler(method, options)]),
  );
  server.addService(definition, handlers);
}

/** tryShutdown waits for ever for a client that keeps its connection (grpc-node issues 1458, 2953): hence the bound. */
function closeServer(server: Server, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, timeoutMs);
    server.tryShutdown(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
