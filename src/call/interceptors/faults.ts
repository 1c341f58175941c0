// Turns every failure into one ConnectError that has the call's id and reveals nothing internal.
import { Code, ConnectError } from "@connectrpc/connect";
import { RequestInfoSchema } from "#gen/google/rpc/error_details_pb.ts";
import { StoreUnavailable } from "../../accounts/store.ts";
import { atMostEvery } from "../../lib/log-once.ts";
import type { Clock } from "../../lib/time/clock.ts";
import { detailOf, explained, fault, reasonOf } from "../../errors/fault.ts";
import type { Logger } from "../../observability/logger.ts";
import type { OutageLog } from "../../observability/outage-log.ts";
import { LOG_EVERY_MS, overloaded } from "../../observability/overload-refusal.ts";

/** Retry-After while the account store is away. Either it is back within seconds, or an operator is needed. */
const STORE_RETRY_SECONDS = 2;

export type PublicFault = (thrown: unknown, requestId: string) => ConnectError;

interface FaultOptions {
  readonly logger: Logger;
  readonly clock: Clock;
  /** Of what calls need. */
  readonly outage?: Pick<OutageLog, "noteFailure"> | undefined;
  readonly support?: string | undefined;
}

/**
 * Turns anything thrown during a call into an error that its caller may read, with the call's id. An unreachable store
 * becomes UNAVAILABLE (OVERLOADED if this process was blocked). Anything else that is no ConnectError becomes INTERNAL and
 * is logged here with its cause. 403 and 429 name the support contact.
 */
export function createPublicFault(options: FaultOptions): PublicFault {
  const publicError = createPublicError(options);
  return (thrown, requestId) => {
    const error = publicError(thrown, requestId);
    // An error from a core has an id and the contact already, and so has that of an entry, which may refuse its call.
    if (detailOf(error, RequestInfoSchema) !== undefined) return error;
    const supported = withSupport(error, options.support);
    supported.details.push({ desc: RequestInfoSchema, value: { requestId } });
    return supported;
  };
}

function createPublicError({ logger, clock, outage }: FaultOptions): PublicFault {
  const unlogged = atMostEvery(clock, LOG_EVERY_MS);
  return (thrown, requestId) => {
    if (thrown instanceof ConnectError) return explained(thrown);
    if (!(thrown instanceof StoreUnavailable)) {
      logger.error({ request_id: requestId, err: thrown }, "a call failed because of a bug");
      return explained(thrown);
    }
    if (thrown.isOverload) {
      const calls = unlogged();
      if (calls > 0)
        logger.error(
          { calls },
          "OVERLOADED: this process did not read the answer from the account store in time",
        );
      return overloaded(STORE_RETRY_SECONDS, thrown);
    }
    outage?.noteFailure(thrown);
    return storeUnavailable(thrown);
  };
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
