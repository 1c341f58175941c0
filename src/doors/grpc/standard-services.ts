// The standard services of a gRPC port, health and reflection, with limits on their streams.
import type { Http2Session } from "node:http2";
import type { DescService } from "@bufbuild/protobuf";
import {
  status,
  type sendUnaryData,
  type Server,
  type ServerDuplexStream,
  type ServerWritableStream,
  type ServiceDefinition,
} from "@grpc/grpc-js";
import { service } from "grpc-health-check";
import { loadOnce } from "../../lib/load-once.ts";
import { QUERY_BYTES_MAX } from "../request-bytes-max.ts";
import { requestIdFrom } from "../http/request-id.ts";
import { drop, http2StreamOf } from "../hardening/http2/http2-stream.ts";
import type { GrpcHandlerOptions } from "./call.ts";
import type { ReflectionMethod, ReflectionStream } from "./reflection.ts";

interface HealthRequest {
  readonly service: string;
}
interface HealthAnswer {
  readonly status: "SERVING" | "NOT_SERVING" | "SERVICE_UNKNOWN";
}
type Watch = ServerWritableStream<HealthRequest, HealthAnswer>;

/**
 * The standard health service (https://grpc.io/docs/guides/health-checking/). This implementation is our own, because the
 * package grpc-health-check keeps every name that was ever watched. All services have the same state as the server itself,
 * whose name is empty.
 */
export function createHealth(services: readonly string[]) {
  const known = new Set(["", ...services]);
  const watches = new Set<Watch>();
  const mayOpen = createStreamLimit();
  let answer: HealthAnswer = { status: "NOT_SERVING" };

  return {
    setServing(isServing: boolean): void {
      const next = isServing ? "SERVING" : "NOT_SERVING";
      if (next === answer.status) return;
      answer = { status: next };
      for (const watch of watches) watch.write(answer);
    },
    addToServer(server: Server): void {
      server.addService(withShortRequests(service), {
        Check({ request }: { readonly request: HealthRequest }, callback: sendUnaryData<HealthAnswer>) {
          if (known.has(request.service)) callback(null, answer);
          else callback({ code: status.NOT_FOUND, details: "The server has no service of that name." });
        },
        List: (_call: unknown, callback: sendUnaryData<object>) =>
          callback(null, { statuses: Object.fromEntries([...known].map((name) => [name, answer])) }),
        Watch: (call: Watch) => {
          if (!mayOpen(call)) return;
          if (!known.has(call.request.service)) {
            // The stream stays open, as the standard asks, but services are never added.
            call.write({ status: "SERVICE_UNKNOWN" });
            return;
          }
          call.write(answer);
          watches.add(call);
          http2StreamOf(call).once("close", () => watches.delete(call));
        },
      });
    },
  };
}

/**
 * The most answers of one reflection stream. Clients ask once for each service or file, and there are far fewer than 100 of
 * these.
 */
const ANSWERS_MAX = 100;

/** Clients ask for either version of the service. */
const REFLECTION_SERVICES = [
  "grpc.reflection.v1.ServerReflection",
  "grpc.reflection.v1alpha.ServerReflection",
];

/**
 * Server reflection from the generated descriptors, so that grpcurl needs no .proto files. The first stream loads the package.
 * It reads and answers requests as fast as it can: the answers to a client that does not read them would fill the memory.
 */
export function addReflection(
  server: Server,
  services: readonly DescService[],
  onBug: GrpcHandlerOptions["onBug"],
): void {
  const mayOpen = createStreamLimit();
  const load = loadOnce(async () => (await import("./reflection.ts")).reflectionMethods(services));
  for (const name of REFLECTION_SERVICES) {
    const path = `/${name}/ServerReflectionInfo`;
    let loaded: ReflectionMethod | undefined;
    // A stream is read only once the package listens to it.
    const method = (): ReflectionMethod => {
      if (loaded === undefined) throw new Error(`${path} is read before it is loaded`);
      return loaded;
    };
    const definition: ServiceDefinition = {
      ServerReflectionInfo: {
        path,
        requestStream: true,
        responseStream: true,
        requestSerialize: (request) => method().definition.requestSerialize(request),
        requestDeserialize: (bytes) => method().definition.requestDeserialize(bytes),
        responseSerialize: (response) => method().definition.responseSerialize(response),
        responseDeserialize: (bytes) => method().definition.responseDeserialize(bytes),
      },
    };
    server.addService(withShortRequests(definition), {
      ServerReflectionInfo: async (call: ReflectionStream) => {
        if (!mayOpen(call)) return;
        limitAnswers(call);
        try {
          loaded = (await load()).get(path);
          method().answer(call);
        } catch (error) {
          onBug(error, { requestId: requestIdFrom(undefined) });
          const details = "Reflection does not work at the moment. Try again later.";
          call.emit("error", { code: status.UNAVAILABLE, details });
        }
      },
    });
  }
}

/** Reads the next request only after the last answer has been sent. */
function limitAnswers(call: ReflectionStream): void {
  const write = call.write.bind(call);
  let answers = 0;
  call.write = (answer: unknown) => {
    call.pause();
    answers += 1;
    if (answers <= ANSWERS_MAX) return write(answer, () => call.resume());
    refuse(call, `A reflection stream gets at most ${ANSWERS_MAX} answers. Open another.`);
    return false;
  };
}

/** Any call that answers with more than one message. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the messages do not matter here
type AnsweringStream = ServerWritableStream<any, any> | ServerDuplexStream<any, any>;

/** Honest clients have one stream of a kind on a connection, or one for each service. */
const STREAMS_OF_A_CONNECTION_MAX = 10;
const STREAMS_OF_A_KIND_MAX = 100;

interface OpenStream {
  readonly call: AnsweringStream;
  readonly session: Http2Session | undefined;
  readonly address: string | undefined;
}

/**
 * Limits the streams that strangers may keep open. When a connection has one too many, its oldest stream is ended. When the
 * process has one too many, the oldest stream of the address with the most streams is ended, so that nobody can hold them
 * all. The returned function returns whether a new stream may stay open. Streams count for as long as HTTP/2 has them:
 * grpc-js emits no "cancelled" for a call whose deadline passed before its request was complete.
 */
function createStreamLimit() {
  /** Oldest first, as a Set keeps them. */
  const open = new Set<OpenStream>();

  const oneTooMany = (session: Http2Session | undefined): OpenStream | undefined => {
    const ofConnection = [...open].filter((each) => each.session === session);
    if (ofConnection.length > STREAMS_OF_A_CONNECTION_MAX) return ofConnection[0];
    if (open.size <= STREAMS_OF_A_KIND_MAX) return undefined;
    const byAddress = [...Map.groupBy(open, ({ address }) => address).values()];
    return byAddress.reduce((most, each) => (each.length > most.length ? each : most))[0];
  };

  return (call: AnsweringStream): boolean => {
    const stream = http2StreamOf(call);
    if (stream.destroyed) return false;
    const { session } = stream;
    const opened: OpenStream = { call, session, address: session?.socket.remoteAddress };
    open.add(opened);
    stream.once("close", () => open.delete(opened));
    const ended = oneTooMany(session);
    if (ended !== undefined) {
      open.delete(ended);
      refuse(ended.call, "Too many such streams are open, and this was the oldest. Open another later.");
    }
    return ended !== opened;
  };
}

function refuse(call: AnsweringStream, details: string): void {
  call.emit("error", { code: status.RESOURCE_EXHAUSTED, details });
  // The status would wait behind an answer that is not read, and the stream would stay.
  if (call.writableLength > 0) drop(http2StreamOf(call));
}

/**
 * The same service, without the long requests that other services of the port may have: grpc-js reads 16 requests of a
 * stream in advance, and a watch keeps its request.
 */
function withShortRequests(definition: ServiceDefinition): ServiceDefinition {
  const short = Object.entries(definition).map(([name, method]) => [
    name,
    {
      ...method,
      requestDeserialize: (bytes: Buffer): unknown => {
        if (bytes.length > QUERY_BYTES_MAX) throw new RangeError("the request is too long");
        return method.requestDeserialize(bytes);
      },
    },
  ]);
  return Object.fromEntries(short) as ServiceDefinition;
}
