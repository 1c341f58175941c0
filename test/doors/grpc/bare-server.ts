// A gRPC server of nothing but GetUsage, on what real cores run on; and the client's end of a sidecar that dials it.
import {
  createContextKey,
  createMethodImplSpec,
  type ConnectError,
  type ServiceImpl,
} from "@connectrpc/connect";
import { onTestFinished, vi } from "vitest";
import { UsageService } from "#gen/suitability/v1/usage_pb.ts";
import { createGrpcTransport, type GrpcTransportOptions } from "../../../src/doors/grpc/client/transport.ts";
import { createGrpcServer } from "../../../src/doors/grpc/server.ts";
import { createInProcessTransport } from "../../../src/doors/transport/in-process-transport.ts";

export type GetUsage = ServiceImpl<typeof UsageService>["getUsage"];

const DRAIN_TIMEOUT_MS = 5_000;

/** What a door asks of those around it, where nobody is. */
export const ALONE = {
  headers: ["x-request-id"],
  unreadable: createContextKey<ConnectError | undefined>(undefined),
  peerAddress: createContextKey(""),
  callerAddress: () => "",
  overloadRefusal: () => undefined,
  onBug: () => undefined,
};

type Options = Partial<Parameters<typeof createGrpcServer>[0]>;

/** Headers that reach the operation: the request id. */
export async function startBareServer(
  getUsage: GetUsage,
  { host = "127.0.0.1", port = 0, ...options }: Options & { host?: string; port?: number } = {},
) {
  const methods = [createMethodImplSpec(UsageService.method.getUsage, getUsage)];
  const transport = createInProcessTransport({ methods, interceptors: [], timeoutMs: 30_000 });
  const server = createGrpcServer({ services: [UsageService], transport, ...ALONE, ...options });
  return { server, port: await server.listen({ host, port }), close: () => server.close(DRAIN_TIMEOUT_MS) };
}

/** One that answers no call until it is told to `release` them, and notes in `asked` those that came. */
export async function startWithHeldCalls(options: Options) {
  const release = Promise.withResolvers<void>();
  const asked = vi.fn<() => void>();
  const getUsage = async () => {
    asked();
    await release.promise;
    return {};
  };
  const { server, port } = await startBareServer(getUsage, options);
  onTestFinished(async () => {
    release.resolve();
    await server.close(1_000);
  });
  return { server, release, asked, port };
}

/** Closed when the test is over. */
export async function dial(address: string, options: Partial<GrpcTransportOptions> = {}) {
  const { peerAddress } = ALONE;
  const transport = await createGrpcTransport({ address, timeoutMs: 20_000, peerAddress, ...options });
  onTestFinished(() => transport.close());
  return transport;
}
