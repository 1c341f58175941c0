import type { ProcessParts } from "../ops/process-parts.ts";
import type { Config } from "../config/config.ts";
import { peerAddress } from "../interceptors/door-context.ts";
import { hasWellFormedKey } from "../interceptors/authenticate/presented-key.ts";
import { createSidecarInterceptors } from "../interceptors/sidecar.ts";
import { createCoreStatus } from "../operations/status.ts";
import { createGrpcTransport } from "../doors/grpc/client/transport.ts";
import { createForwardingTransport } from "../doors/transport/forwarding-transport.ts";
import { type Backend, ALL_SERVICES, FREE_METHODS, METHODS, METHOD_NAMES } from "./backend.ts";
import { certificateReloadLogger } from "./certificate-reload-logger.ts";

/** A core in another process, with the checks that can be made without it. */
export async function dialCore(
  config: Config,
  parts: ProcessParts,
  opened: AsyncDisposableStack,
): Promise<Backend> {
  const core = await createGrpcTransport({
    address: config.coreAddress,
    timeoutMs: config.callTimeoutMs,
    peerAddress,
    tls: config.coreTls && { files: config.coreTls, onReload: certificateReloadLogger(parts.logger) },
  });
  opened.defer(() => core.close());
  parts.metrics.beginMethods(METHOD_NAMES);
  const interceptors = createSidecarInterceptors({
    ...parts,
    ...config,
    methods: METHODS,
    freeMethods: FREE_METHODS,
  });
  return {
    transport: createForwardingTransport({
      transport: core,
      services: ALL_SERVICES,
      interceptors,
      timeoutMs: config.callTimeoutMs,
    }),
    isKnownCaller: async ({ requestHeader }) => hasWellFormedKey(requestHeader),
    dependency: { name: "core", ping: () => core.ping() },
    status: createCoreStatus({ ...parts, core }),
  };
}
