import { createContextKey, createMethodImplSpec, type ConnectError } from "@connectrpc/connect";
import { vi } from "vitest";
import { UsageService } from "#gen/suitability/v1/usage_pb.ts";
import { createInProcessTransport } from "../../../src/doors/transport/in-process-transport.ts";
import { createGrpcServer } from "../../../src/doors/grpc/server.ts";

/** A gRPC server on a free port that answers no call until it is told to `release` them, and notes in `asked` those that came. */
export async function startWithHeldCalls(options: Partial<Parameters<typeof createGrpcServer>[0]>) {
  const release = Promise.withResolvers<void>();
  const asked = vi.fn<() => void>();
  const server = createGrpcServer({
    services: [UsageService],
    transport: createInProcessTransport({
      methods: [
        createMethodImplSpec(UsageService.method.getUsage, async () => {
          asked();
          await release.promise;
          return {};
        }),
      ],
      interceptors: [],
      timeoutMs: 30_000,
    }),
    headers: [],
    unreadable: createContextKey<ConnectError | undefined>(undefined),
    peerAddress: createContextKey(""),
    callerAddress: () => "",
    overloadRefusal: () => undefined,
    onBug: () => undefined,
    ...options,
  });
  return { server, release, asked, port: await server.listen({ host: "127.0.0.1", port: 0 }) };
}
