// Whatever goes wrong leaves as one ConnectError that names the call and reveals nothing.
import { Code, ConnectError } from "@connectrpc/connect";
import { RequestInfoSchema } from "#gen/google/rpc/error_details_pb.ts";
import { StoreUnavailable } from "../../accounts/store.ts";
import { explained, fault, reasonOf } from "../../fault.ts";
import type { Logger } from "../../ops/logger.ts";
import { overloaded } from "../../ops/overload-refusal.ts";
import { REQUEST_ID_HEADER } from "../../request-id.ts";

/** Retry-After while the account store is away: it is either back within seconds, or an operator is needed. */
const STORE_RETRY_SECONDS = 2;

/** Makes of whatever was thrown during a call what its caller may read. */
export type PublicFault = (thrown: unknown, requestId: string) => ConnectError;

/**
 * Gives every error the call's id, and turns what is not a ConnectError into one: an unreachable store into UNAVAILABLE, also where
 * it is this process that was held up, anything else into INTERNAL, logged here once with its cause. Refusals that a caller may want to talk about say with whom.
 */
export function createPublicFault({
  logger,
  support,
}: {
  logger: Logger;
  /** Where to ask for help, if anywhere. */
  support?: string | undefined;
}): PublicFault {
  return (thrown, requestId) => {
    const error = withSupport(publicError(thrown, requestId, logger), support);
    error.metadata.set(REQUEST_ID_HEADER, requestId);
    // A core that this process has asked said it already.
    if (error.findDetails(RequestInfoSchema).length === 0) {
      error.details.push({ desc: RequestInfoSchema, value: { requestId } });
    }
    return error;
  };
}

function publicError(thrown: unknown, requestId: string, logger: Logger): ConnectError {
  if (thrown instanceof ConnectError) {
    return explained(thrown);
  }
  if (thrown instanceof StoreUnavailable && thrown.isOverload) {
    logger.error(
      { request_id: requestId, err: thrown },
      "OVERLOADED: this process did not read the answer of the account store in time",
    );
    return overloaded(STORE_RETRY_SECONDS, thrown);
  }
  if (thrown instanceof StoreUnavailable) {
    logger.error({ request_id: requestId, err: thrown }, "the account store is unavailable");
    return storeUnavailable(thrown);
  }
  logger.error({ request_id: requestId, err: thrown }, "a call failed because of a bug");
  return explained(thrown);
}

/** Over HTTP 403 and 429. A body that is too large has the code of the one, and is nobody's quota. */
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
