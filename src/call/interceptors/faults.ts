// Turns every failure into one ConnectError that has the call's id and reveals nothing internal.
import { Code, ConnectError } from "@connectrpc/connect";
import { RequestInfoSchema } from "#gen/google/rpc/error_details_pb.ts";
import { StoreUnavailable } from "../../accounts/store.ts";
import { detailOf, explained, fault, reasonOf } from "../../fault.ts";
import type { Logger } from "../../ops/logger.ts";
import { overloaded } from "../../ops/overload-refusal.ts";
import { REQUEST_ID_HEADER } from "../../request-id.ts";

/** Retry-After while the account store is away. Either it is back within seconds, or an operator is needed. */
const STORE_RETRY_SECONDS = 2;

export type PublicFault = (thrown: unknown, requestId: string) => ConnectError;

/**
 * Turns anything thrown during a call into an error that its caller may read, with the call's id. An unreachable store
 * becomes UNAVAILABLE (OVERLOADED if this process was blocked). Anything else that is no ConnectError becomes INTERNAL and
 * is logged here with its cause. 403 and 429 name the support contact.
 */
export function createPublicFault({
  logger,
  support,
}: {
  logger: Logger;
  support?: string | undefined;
}): PublicFault {
  return (thrown, requestId) => {
    const error = withSupport(publicError(thrown, requestId, logger), support);
    error.metadata.set(REQUEST_ID_HEADER, requestId);
    // An error from a core has an id already.
    if (detailOf(error, RequestInfoSchema) === undefined) {
      error.details.push({ desc: RequestInfoSchema, value: { requestId } });
    }
    return error;
  };
}

function publicError(thrown: unknown, requestId: string, logger: Logger): ConnectError {
  if (thrown instanceof ConnectError) return explained(thrown);
  const fields = { request_id: requestId, err: thrown };
  if (!(thrown instanceof StoreUnavailable)) {
    logger.error(fields, "a call failed because of a bug");
    return explained(thrown);
  }
  if (!thrown.isOverload) {
    logger.error(fields, "the account store is unavailable");
    return storeUnavailable(thrown);
  }
  logger.error(fields, "OVERLOADED: this process did not read the answer of the account store in time");
  return overloaded(STORE_RETRY_SECONDS, thrown);
}

/** 403 and 429 over HTTP. A body that is too large has the same code as 429, but it is no quota. */
function withSupport(error: ConnectError, support: string | undefined): ConnectError {
  const { code, rawMessage, metadata, details, cause } = error;
  const isRefusal = code === Code.PermissionDenied || code === Code.ResourceExhausted;
  if (support === undefined || !isRefusal || reasonOf(error) === "BODY_TOO_LARGE") return error;
  const supported = new ConnectError(`${rawMessage} More: ${support}`, code, metadata, undefined, cause);
  supported.details = details;
  return supported;
}

export function storeUnavailable(cause?: StoreUnavailable): ConnectError {
  return fault({
    sentence: "The service cannot check keys and quotas at the moment. Try again in a few seconds.",
    reason: "STORE_UNAVAILABLE",
    retryAfterSeconds: STORE_RETRY_SECONDS,
    cause,
  });
}
