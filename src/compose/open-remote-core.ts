import type { ProcessParts } from "../ops/process-parts.ts";
import { createPassOnCall } from "../call/pass-on-call.ts";
import { createRefusalOf } from "../call/interceptors/key.ts";
import { presentedKey } from "../call/interceptors/presented-key.ts";
import type { Config } from "../config/config.ts";
import { createCoreStatus } from "../operations/status.ts";
import { dialCore } from "../doors/grpc/client/dial-core.ts";
import { type Backend, FREE_METHOD, FREE_METHODS, METHODS, METHOD_NAMES } from "./backend.ts";
import { createCertificateReport } from "./certificate-report.ts";

/** A core in another process, with the checks that can be made without it. */
export async function openRemoteCore(
  config: Config,
  parts: ProcessParts,
  opened: AsyncDisposableStack,
): Promise<Backend> {
  const core = await dialCore({
    address: config.coreAddress,
    tls: config.coreTls && { files: config.coreTls, ...createCertificateReport(parts) },
  });
  opened.defer(() => core.close());
  parts.metrics.beginMethods(METHOD_NAMES);
  return {
    answerCall: createPassOnCall({
      ...parts,
      ...config,
      askCore: core.ask,
      methods: METHODS,
      freeMethods: FREE_METHODS,
      freeMethod: FREE_METHOD,
    }),
    // Whether a key is good the core alone can tell.
    refusalOf: createRefusalOf(presentedKey),
    dependency: { name: "core", ping: () => core.ping() },
    status: createCoreStatus({ ...parts, core }),
  };
}
