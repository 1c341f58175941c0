import { OutageLog } from "../observability/outage-log.ts";
import type { ProcessParts } from "../observability/process-parts.ts";
import { createCallerCheck } from "../call/caller-check.ts";
import { createPassOnCall } from "../call/pass-on-call.ts";
import { createRefusalOf, presentedKey } from "../call/interceptors/key.ts";
import type { Config } from "./settings/core-config.ts";
import { FREE_METHOD, ITEMS_ALONE, UNCOUNTED_METHODS } from "../api/methods.ts";
import { createCoreStatus } from "../api/status/service-status.ts";
import { dialCore } from "../doors/grpc/client/dial-core.ts";
import { createAskOverStreams } from "../doors/hop/ask-over-streams.ts";
import { createCoreStreams } from "../doors/hop/core-streams.ts";
import { isReadLate } from "../doors/request-bytes-max.ts";
import { createCertificateReport } from "./certificate-report.ts";
import type { Core } from "./open-core.ts";
import { KEYED_METHODS } from "./served-methods.ts";

/** A core in another process, with the checks that can be made without it. */
export async function openRemoteCore(
  config: Config,
  parts: ProcessParts,
  opened: AsyncDisposableStack,
): Promise<Core> {
  const core = await dialCore({
    address: config.coreAddress,
    tls: config.coreTls && { files: config.coreTls, ...createCertificateReport(parts) },
  });
  opened.defer(() => core.close());
  const askForJson = config.coreStream ? askOverStreams(core, parts, opened) : core.askForJson;
  parts.metrics.beginMethods(KEYED_METHODS.map(({ name }) => name));
  const ping = () => core.ping();
  const outage = new OutageLog({ ...parts, name: "core", refusal: "CORE_UNAVAILABLE", ping });
  outage.start();
  opened.defer(() => outage.stop());
  const callerCheck = createCallerCheck({
    ...parts,
    ...config,
    askCore: core.ask,
    freeMethod: FREE_METHOD,
  });
  return {
    answerCall: createPassOnCall({
      ...parts,
      ...config,
      core: { ask: core.ask, askForJson },
      outage,
      methods: KEYED_METHODS,
      freeMethods: UNCOUNTED_METHODS,
      itemsAlone: ITEMS_ALONE,
      callerCheck,
    }),
    // Only the core knows whether a key is good. It is asked beforehand only if reading the message costs more than asking.
    refusalOf: createRefusalOf(async (head, method) => {
      presentedKey(head);
      if (isReadLate(method)) await callerCheck.check(head, method);
    }),
    dependency: { outage },
    status: createCoreStatus({ ...parts, core }),
  };
}

function askOverStreams(
  { target, open, askForJson }: Awaited<ReturnType<typeof dialCore>>,
  { clock, metrics }: ProcessParts,
  opened: AsyncDisposableStack,
) {
  const streams = createCoreStreams({ target, open, clock });
  opened.defer(() => streams.close());
  metrics.watchCores(streams.figures);
  return createAskOverStreams({ streams, askAlone: askForJson, uncounted: UNCOUNTED_METHODS });
}
