// The core's end of the hop: many calls of a sidecar over one stream. docs/decisions/0001-the-hop-from-sidecar-to-core.md
import type { DescService } from "@bufbuild/protobuf";
import { status, type Server, type ServerDuplexStream } from "@grpc/grpc-js";
import { createCallMaker, type GrpcHandlerOptions, peerOf } from "../grpc/call.ts";
import type { StreamService } from "../grpc/stream-service.ts";
import { unaryMethods } from "../unary-methods.ts";
import { HOP_METHOD, REQUEST_BYTES_MAX } from "./hop-method.ts";
import { ServedStream, type StreamLimits } from "./served-stream.ts";

const LIMITS: StreamLimits = {
  // As many callers as a sidecar has at most. A call in flight takes 5 kB, so this is an eighth of the heap of k8s/base.
  callsMax: 10_000,
  pausedAtBytes: 1024 * 1024,
  unreadBytesMax: 32 * 1024 * 1024,
};

/**
 * For peers that `isTrusted` knows, if they call for themselves: a trusted proxy also passes on the streams of strangers. For
 * others the method does not exist, so they make each call by itself.
 */
export function createHopService(
  options: GrpcHandlerOptions & { readonly services: readonly DescService[]; readonly limits?: StreamLimits },
): StreamService {
  const { services, isTrusted, limits = LIMITS } = options;
  const methods = new Map(
    services.flatMap(unaryMethods).map((method) => {
      const name = `${method.parent.typeName}/${method.name}`;
      return [name, { method, makeCall: createCallMaker(method, options) }];
    }),
  );
  const ofEachStream = { ...options, methods, limits, inFlight: { calls: 0 } };
  const streams = new Set<ServedStream>();
  let isServing = true;

  const serve = (stream: ServerDuplexStream<Buffer, Buffer>): void => {
    const peer = peerOf(stream);
    const isPassedOn = stream.metadata.get("x-forwarded-for").length > 0;
    if (peer === "" || isPassedOn || isTrusted?.(peer) !== true) {
      const details = `The server does not implement the method ${HOP_METHOD.path}`;
      stream.emit("error", { code: status.UNIMPLEMENTED, details });
      return;
    }
    if (!isServing) {
      stream.emit("error", { code: status.UNAVAILABLE, details: "The core is draining." });
      return;
    }
    const open = new ServedStream(stream, peer, ofEachStream);
    streams.add(open);
    stream.on("close", () => streams.delete(open));
  };

  return {
    path: HOP_METHOD.path,
    messageBytesMax: REQUEST_BYTES_MAX,
    addTo(server: Server): void {
      server.addService({ calls: HOP_METHOD }, { calls: serve });
    },
    setServing(isServingNow: boolean): void {
      if (isServing && !isServingNow) for (const stream of streams) stream.drain();
      isServing = isServingNow;
    },
  };
}
