// gRPC on grpc-js, with the standard health and reflection services.
import type { DescService } from "@bufbuild/protobuf";
import {
  experimental,
  Server,
  ServerCredentials,
  setLogger,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import { ListenError } from "../../errors/listen-error.ts";
import type { ServerTls } from "../http/tls/read-certificates.ts";
import {
  watchCertificates,
  type WatchedCertificates,
  type WatchOptions,
} from "../http/tls/watched-certificates.ts";
import { harden } from "../hardening/harden.ts";
import {
  CONNECTION_LIMITS,
  type Connections,
  type ConnectionLimits,
} from "../hardening/http2/connection-limits.ts";
import { createGrpcHandler, grpcMethodDefinition, type GrpcHandlerOptions } from "./call.ts";
import { errorHeaders } from "./errors.ts";
import { addReflection, createHealth } from "./standard-services.ts";
import type { StreamService } from "./stream-service.ts";
import { QUERY_BYTES_MAX, requestBytesMax } from "../request-bytes-max.ts";
import { unaryMethods } from "../unary-methods.ts";

/**
 * Limits for strangers: calls at once on a connection, and idle connections. Node bounds the rest: 128 headers in 9 frames,
 * 1,000 streams reset at once and 33 a second after that, 1,000 pings and unacknowledged settings. A session has no memory
 * limit: Node breaks innocent calls when that limit is reached, and it would add little to the other limits.
 */
const STREAMS_MAX = 100;
const CONNECTION_IDLE_MS = 5 * 60_000;

/**
 * The longest life of a connection. Nothing else ends watches, or calls whose answers are not read on an otherwise active
 * connection. Honest callers reconnect when the server asks them to, and calls in flight are answered.
 */
const CONNECTION_AGE_MS = 5 * 60_000;
const CONNECTION_AGE_GRACE_MS = 60_000;

/** A silently lost peer is noticed within 80 seconds. */
const KEEPALIVE_MS = 60_000;
const KEEPALIVE_TIMEOUT_MS = 20_000;

/**
 * The errors that grpc-js itself logs quote malformed metadata: a stranger's words, or a key with a typo. Neither may
 * reach a log. Output requested by GRPC_TRACE is still printed.
 */
const TRACES_ALONE: Partial<Console> = {
  error: () => undefined,
  info: printTrace,
  debug: printTrace,
};

function printTrace(line: unknown): void {
  process.stderr.write(`${String(line)}\n`);
}

export type GrpcServer = ReturnType<typeof createGrpcServer>;

export function createGrpcServer(
  options: GrpcHandlerOptions & {
    readonly services: readonly DescService[];
    /** Without it, the port is plain. */
    readonly tls?: WatchOptions<ServerTls> | undefined;
    readonly limits?: ConnectionLimits;
    readonly streamService?: StreamService | undefined;
    /** Called when connections are closed or refused because there are too many. */
    readonly onCrowded?: (connections: number) => void;
  },
) {
  const {
    services,
    tls,
    limits = CONNECTION_LIMITS,
    onCrowded = () => undefined,
    isTrusted,
    streamService,
  } = options;
  setLogger(TRACES_ALONE);
  const server = createServer(services, streamService);
  for (const service of services) addService(server, service, options);
  streamService?.addTo(server);
  addReflection(server, services, options.onBug);
  const health = createHealth(services.map(({ typeName }) => typeName));
  health.addToServer(server);

  let watched: WatchedCertificates | undefined;
  let connections: Connections | undefined;
  return {
    /** Resolves to the port once calls are accepted; rejects if a certificate or the port cannot be used (ListenError). */
    async listen({ host, port }: { readonly host: string; readonly port: number }): Promise<number> {
      watched = tls && (await watchCertificates(tls));
      // An IPv6 address needs brackets here.
      const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
      const credentials = serverCredentials(watched, tls?.files.ca !== undefined);
      const boundPort = await bind(server, address, credentials).catch((error: unknown) => {
        throw new ListenError({ host, port }, error);
      });
      connections = harden(server, {
        ...limits,
        errorHeaders,
        onCrowded,
        isTrusted,
        lastingPath: streamService?.path,
      });
      return boundPort;
    },
    /** Sets the state in the health service. When not serving, clients are told to leave. */
    setServing(isServing: boolean): void {
      health.setServing(isServing);
      streamService?.setServing(isServing);
      if (!isServing) connections?.leave();
    },
    connections: () => ({ open: connections?.open() ?? 0, max: limits.connectionsMax }),
    /**
     * Takes no new calls. Resolves when the calls in flight are answered; after `timeoutMs`, cuts off the rest and
     * resolves.
     */
    async close(timeoutMs: number): Promise<void> {
      await closeServer(server, timeoutMs, connections);
      watched?.close();
    },
  };
}

function createServer(services: readonly DescService[], streamService: StreamService | undefined): Server {
  return new Server({
    // The largest limit of all methods; the handler checks each method's own limit.
    "grpc.max_receive_message_length": Math.max(
      // The standard services' messages are no larger.
      QUERY_BYTES_MAX,
      streamService?.messageBytesMax ?? 0,
      ...services.flatMap(unaryMethods).map(requestBytesMax),
    ),
    // Nobody reads channelz, and it took a seventh of the CPU of a call.
    "grpc.enable_channelz": 0,
    "grpc.max_concurrent_streams": STREAMS_MAX,
    "grpc.max_connection_idle_ms": CONNECTION_IDLE_MS,
    "grpc.max_connection_age_ms": CONNECTION_AGE_MS,
    "grpc.max_connection_age_grace_ms": CONNECTION_AGE_GRACE_MS,
    "grpc.keepalive_time_ms": KEEPALIVE_MS,
    "grpc.keepalive_timeout_ms": KEEPALIVE_TIMEOUT_MS,
  });
}

/** Without certificates, the port is plain. With a client CA, every client needs a certificate that this CA has signed. */
function serverCredentials(
  watched: WatchedCertificates | undefined,
  hasClientCa: boolean,
): ServerCredentials {
  if (watched === undefined) return ServerCredentials.createInsecure();
  // The type declaration of grpc-js names the arguments in the wrong order.
  return experimental.createCertificateProviderServerCredentials(
    watched,
    hasClientCa ? watched : null,
    hasClientCa,
  );
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

/** tryShutdown waits forever for a client that keeps its connection (grpc-node issues 1458, 2953), hence the bound. */
function closeServer(server: Server, timeoutMs: number, connections: Connections | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.forceShutdown();
      // Without channelz, grpc-js 1.14.7 does not know the connections that it should end.
      connections?.cutOff();
      resolve();
    }, timeoutMs);
    server.tryShutdown(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
