// What a core says of who calls: asked by a sidecar before it reads a message that costs more to read than to refuse.
import { create, type DescMethodUnary } from "@bufbuild/protobuf";
import { ConnectError } from "@connectrpc/connect";
import { LRUCache } from "lru-cache";
import { RequestInfoSchema } from "#gen/google/rpc/error_details_pb.ts";
import { apiKeySha256 } from "../accounts/api-key.ts";
import { type Clock, SECOND_MS } from "../clock.ts";
import { reasonOf } from "../fault.ts";
import type { AskCore, Call } from "./call.ts";

/** For so long a core is not asked again about the same caller: a key may be revoked at any time. */
const KNOWN_MS = SECOND_MS;

/** About 300 bytes each. */
const CALLERS_MAX = 10_000;

export function createAskedCallers(options: {
  readonly askCore: AskCore<unknown>;
  /** Good for every key, and not counted. */
  readonly freeMethod: DescMethodUnary;
  readonly callTimeoutMs: number;
  readonly clock: Clock;
}) {
  const { askCore, freeMethod, callTimeoutMs, clock } = options;
  /** By key, page, address and method: when the core was asked, and what it refuses them with. */
  const known = new LRUCache<string, { readonly atMs: number; readonly refusal: Promise<unknown> }>({
    max: CALLERS_MAX,
  });
  const remember = (call: Call, refusal: Promise<unknown>) => {
    known.set(nameOf(call), { atMs: clock.nowMs(), refusal });
    return refusal;
  };

  /** For everybody who asks the same meanwhile, so no caller's own leaving ends it. */
  const ask = async (call: Call): Promise<unknown> => {
    const times = { traceHeaders: {}, timeoutMs: callTimeoutMs, signal: new AbortController().signal };
    try {
      await askCore({ ...call, method: freeMethod, question: create(freeMethod.input) }, times);
      return undefined;
    } catch (error) {
      return reasonOf(error) === "UNCOUNTED_CALLS_LIMITED" ? undefined : error;
    }
  };

  return {
    /** Throws what the core refuses the caller with, whatever he asks. */
    async check(call: Call): Promise<void> {
      const last = known.get(nameOf(call));
      const isKnown = last !== undefined && Math.abs(clock.nowMs() - last.atMs) < KNOWN_MS;
      const refusal = await (isKnown ? last.refusal : remember(call, ask(call)));
      if (refusal !== undefined) throw refusal instanceof ConnectError ? ownCopy(refusal) : refusal;
    },
    /** To be told of what the core refused a call with: which operations a key is good for it says of them alone. */
    noteRefusal(call: Call, error: unknown): void {
      if (reasonOf(error) === "OPERATION_NOT_ALLOWED") void remember(call, Promise.resolve(error));
    },
  };
}

function nameOf({ key = "", origin, address, method }: Call): string {
  return JSON.stringify([apiKeySha256(key), origin, address, method.name]);
}

/** For one call: what leaves has the id of its call in it. */
function ownCopy({ rawMessage, code, metadata, details, cause }: ConnectError): ConnectError {
  const copy = new ConnectError(rawMessage, code, metadata, undefined, cause);
  copy.details = details.filter(
    (detail) => !("type" in detail && detail.type === RequestInfoSchema.typeName),
  );
  return copy;
}
