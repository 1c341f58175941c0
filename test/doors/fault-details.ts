// The google.rpc details of an error, as far as callers act on them.
import type { Message } from "@bufbuild/protobuf";
import { isMessage } from "@bufbuild/protobuf";
import {
  BadRequestSchema,
  ErrorInfoSchema,
  RequestInfoSchema,
  RetryInfoSchema,
} from "#gen/google/rpc/error_details_pb.ts";
import type { Fault } from "./door.ts";

export function faultDetails(
  details: readonly (Message | undefined)[],
): Pick<Fault, "reason" | "violations" | "retryAfterSeconds" | "requestId"> {
  const badRequest = details.find((detail) => isMessage(detail, BadRequestSchema));
  const retryInfo = details.find((detail) => isMessage(detail, RetryInfoSchema));
  const requestInfo = details.find((detail) => isMessage(detail, RequestInfoSchema));
  const errorInfo = details.find((detail) => isMessage(detail, ErrorInfoSchema));
  return {
    reason: errorInfo?.reason,
    violations: (badRequest?.fieldViolations ?? []).map(({ field, description, reason }) => ({
      field,
      description,
      reason,
    })),
    retryAfterSeconds: retryInfo?.retryDelay === undefined ? undefined : Number(retryInfo.retryDelay.seconds),
    requestId: requestInfo?.requestId,
  };
}
