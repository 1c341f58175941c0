import type { ProcessParts } from "../observability/process-parts.ts";
import type { Config } from "./settings/core-config.ts";
import { createBugLogger } from "../observability/logger.ts";
import { createCrowdedPort } from "../observability/overload-refusal.ts";
import { createGrpcServer } from "../doors/grpc/door.ts";
import { createAnswerWriter } from "../doors/rest/answer-writer.ts";
import type { Door } from "./start-doors.ts";
import { callerAddressAt, isTrustedBy } from "./caller-address-at.ts";
import { createCertificateReport } from "./certificate-report.ts";
import type { Core } from "./open-core.ts";
import { ALL_SERVICES } from "./served-methods.ts";

export function grpcDoor(config: Config, { answerCall }: Core, parts: ProcessParts): Door {
  const { logger, overloadRefusal } = parts;
  const { listen, setServing, connections, close } = createGrpcServer({
    services: ALL_SERVICES,
    answerCall,
    jsonWriterOf: createAnswerWriter,
    callerAddress: callerAddressAt("grpc", config, logger),
    overloadRefusal,
    tls: config.grpcTls && { files: config.grpcTls, ...createCertificateReport(parts) },
    onBug: createBugLogger({ logger }),
    onCrowded: createCrowdedPort("grpc", parts),
    isTrusted: isTrustedBy(config),
  });
  parts.metrics.watchConnections("grpc", async () => connections());
  return { listen: () => listen(config.grpcListen), setServing, close };
}
