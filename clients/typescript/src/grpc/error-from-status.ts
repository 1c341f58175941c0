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
import { SuitabilityError } from "../suitability-error.ts";

/** The error of a status other than OK, with the details that the service sent. */
export function errorFromStatus(error: ServiceError): SuitabilityError {
  const packed = error.metadata.get("grpc-status-details-bin")[0];
  const details = packed instanceof Uint8Array ? fromBinary(StatusSchema, packed).details : [];
  const detail = <Desc extends DescMessage>(schema: Desc): MessageShape<Desc> | undefined =>
    details.map((each) => anyUnpack(each, schema)).find((each) => each !== undefined);
  const code = (status[error.code] ?? "UNKNOWN").toLowerCase();
  const reason = detail(ErrorInfoSchema)?.reason;
  if (reason === undefined) return withoutReason(error, code);
  const retryDelay = detail(RetryInfoSchema)?.retryDelay;
  return new SuitabilityError({
    reason,
    code,
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

/** The error of a status that gRPC itself set, here or at the other end. */
function withoutReason(cause: ServiceError, code: string): SuitabilityError {
  if (cause.code === status.UNAVAILABLE) {
    const message = "No answer came. It is not known whether the call reached the service.";
    return new SuitabilityError({ reason: "CONNECTION_FAILED", code, message, cause });
  }
  const reason = cause.code === status.DEADLINE_EXCEEDED ? "DEADLINE_EXCEEDED" : "UNEXPLAINED";
  return new SuitabilityError({ reason, code, message: `The call failed: ${cause.details}`, cause });
}
