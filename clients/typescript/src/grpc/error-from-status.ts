import { fromBinary, type DescMessage, type MessageShape } from "@bufbuild/protobuf";
import { anyUnpack } from "@bufbuild/protobuf/wkt";
import { status, type ServiceError } from "@grpc/grpc-js";
import {
  BadRequestSchema,
  ErrorInfoSchema,
  RequestInfoSchema,
  RetryInfoSchema,
} from "#gen/google/rpc/error_details_pb.js";
import { StatusSchema } from "#gen/google/rpc/status_pb.js";
import { SuitabilityError, type SuitabilityReason } from "../suitability-error.ts";

/** A call that ended in another status than OK, with the details that the service sent along. */
export function errorFromStatus(error: ServiceError): SuitabilityError {
  const packed = error.metadata.get("grpc-status-details-bin")[0];
  const details = packed instanceof Uint8Array ? fromBinary(StatusSchema, packed).details : [];
  const detail = <Desc extends DescMessage>(schema: Desc): MessageShape<Desc> | undefined =>
    details.map((each) => anyUnpack(each, schema)).find((each) => each !== undefined);
  const retryDelay = detail(RetryInfoSchema)?.retryDelay;
  return new SuitabilityError({
    // A newer service may have others.
    reason: (detail(ErrorInfoSchema)?.reason as SuitabilityReason | undefined) ?? unexplained(error),
    code: (status[error.code] ?? "UNKNOWN").toLowerCase(),
    message: error.details,
    violations: detail(BadRequestSchema)?.fieldViolations.map(({ field, description, reason }) => ({
      field,
      description,
      reason,
    })),
    retryAfterSeconds: retryDelay && Number(retryDelay.seconds) + (retryDelay.nanos > 0 ? 1 : 0),
    requestId: detail(RequestInfoSchema)?.requestId,
    cause: error,
  });
}

/** What gRPC itself says has no reason. */
function unexplained({ code }: ServiceError): SuitabilityReason {
  if (code === status.UNAVAILABLE) return "CONNECTION_FAILED";
  return code === status.DEADLINE_EXCEEDED ? "DEADLINE_EXCEEDED" : "UNEXPLAINED";
}
