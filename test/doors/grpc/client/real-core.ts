// A core of nothing but GetUsage, on the server that real cores run on.
import {
  createContextKey,
  createMethodImplSpec,
  type ConnectError,
  type ServiceImpl,
} from "@connectrpc/connect";
import { UsageService } from "#gen/suitability/v1/usage_pb.ts";
import { createInProcessTransport } from "../../../../src/doors/transport/in-process-transport.ts";
import { createGrpcServer } from "../../../../src/doors/grpc/server.ts";

export type GetUsage = ServiceImpl<typeof UsageService>["getUsage"];

/** Headers that reach the operation. */
export const PASSED_HEADERS = ["x-request-id"];

const DRAIN_TIMEOUT_MS = 5_000;

export async function startRealCore(getUsage: GetUsage, { host = "127.0.0.1", port = 0 } = {}) {
  const server = createGrpcServer({
    services: [UsageService],
    transport: createInProcessTransport({
      methods: [createMethodImplSpec(UsageService.method.getUsage, getUsage)],
      interceptors: [],
      timeoutMs: 30_000,
    }),
    headers: PASSED_HEADERS,
    unreadable: createContextKey<ConnectError | undefined>(undefined),
    peerAddress: createContextKey(""),
    callerAddress: () => "",
    overloadRefusal: () => undefined,
    onBug: () => undefined,
  });
  return { port: await server.listen({ host, port }), close: () => server.close(DRAIN_TIMEOUT_MS) };
}
