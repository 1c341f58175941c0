import type { ProcessParts } from "../observability/process-parts.ts";
import type { Config } from "./settings/core-config.ts";
import { createBugLogger } from "../observability/logger.ts";
import { createCrowdedPort } from "../observability/overload-refusal.ts";
import { createGrpcServer } from "../doors/grpc/door.ts";
import { createHopService } from "../doors/hop/hop-service.ts";
import { createAnswerWriter } from "../doors/rest/answer-writer.ts";
import type { Door } from "./start-doors.ts";
import { callerAddressAt, isTrustedBy } from "./caller-address-at.ts";
import { createCertificateReport } from "./certificate-report.ts";
import type { Core } from "./open-core.ts";
import { ALL_SERVICES } from "./served-methods.ts";

export function grpcDoor(config: Config, { answerCall }: Core, parts: ProcessParts): Door {
  const { logger, overloadRefusal } = parts;
  const answering = {
    services: ALL_SERVICES,
    answerCall,
    jsonWriterOf: createAnswerWriter,
    callerAddress: callerAddressAt("grpc", config, logger),
    overloadRefusal,
    onBug: createBugLogger({ logger }),
    isTrusted: isTrustedBy(config),
  };
  const { listen, setServing, connections, close } = createGrpcServer({
    ...answering,
    streamService: createHopService(answering),
    tls: config.grpcTls && { files: config.grpcTls, ...createCertificateReport(parts) },
    onCrowded: createCrowdedPort("grpc", parts),
  });
  parts.metrics.watchConnections("grpc", async () => connections());
  return { listen: () => listen(config.grpcListen), setServing, close };
}
