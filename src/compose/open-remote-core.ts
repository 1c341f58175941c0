import { OutageLog } from "../ops/outage-log.ts";
import type { ProcessParts } from "../ops/process-parts.ts";
import type { AskCore, JsonAnswer } from "../call/call.ts";
import { createAskedCallers } from "../call/asked-callers.ts";
import { createPassOnCall } from "../call/pass-on-call.ts";
import { createRefusalOf, presentedKey } from "../call/interceptors/key.ts";
import type { Config } from "../config/config.ts";
import { createCoreStatus } from "../api/status/service-status.ts";
import { dialCore } from "../doors/grpc/client/dial-core.ts";
import { isReadLate } from "../doors/request-bytes-max.ts";
import { createWriteAnswer } from "../doors/rest/write-answer.ts";
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
  const ping = () => core.ping();
  const outage = new OutageLog({ ...parts, name: "core", refusal: "CORE_UNAVAILABLE", ping });
  outage.start();
  opened.defer(() => outage.stop());
  const askedCallers = createAskedCallers({
    ...parts,
    ...config,
    askCore: core.ask,
    freeMethod: FREE_METHOD,
  });
  const passOn = { ...parts, ...config, outage, methods: METHODS, freeMethods: FREE_METHODS, askedCallers };
  const writeAnswer = createWriteAnswer(METHODS);
  const askForJson: AskCore<JsonAnswer> = async (call, options) => {
    const answer = await core.askForJson(call, options);
    return "json" in answer ? answer : writeAnswer(call, answer);
  };
  return {
    answerCall: createPassOnCall({ ...passOn, askCore: core.ask }),
    answerInJson: createPassOnCall({ ...passOn, askCore: askForJson }),
    // Only the core knows whether a key is good. It is asked beforehand only if reading the message costs more than asking.
    refusalOf: createRefusalOf(async (head, method) => {
      presentedKey(head);
      if (isReadLate(method)) await askedCallers.check({ ...head, method });
    }),
    dependency: { outage },
    status: createCoreStatus({ ...parts, core }),
  };
}
