// Asks the core who calls. A sidecar does so before it reads a message that costs more to read than to refuse.
import { create, type DescMethod, type DescMethodUnary } from "@bufbuild/protobuf";
import { ConnectError } from "@connectrpc/connect";
import { RequestInfoSchema } from "#gen/google/rpc/error_details_pb.ts";
import { secretSha256 } from "../accounts/api-key.ts";
import { type Clock, SECOND_MS } from "../lib/time/clock.ts";
import { createTtlCache } from "../lib/ttl-cache.ts";
import type { FaultReason } from "../errors/fault-reasons.ts";
import { reasonOf } from "../errors/fault.ts";
import type { AskCore } from "./ask-core.ts";
import type { CallHead } from "./call.ts";

/** How long an answer about a caller is cached. A key may be revoked at any time. */
const CACHED_MS = SECOND_MS;

/** Refusals of the question itself, which say nothing about the caller: it is a call of the account too. */
const OF_THE_QUESTION: ReadonlySet<string | undefined> = new Set<FaultReason>([
  "UNCOUNTED_CALLS_LIMITED",
  "TOO_MANY_CALLS_AT_ONCE",
]);

/** About 300 bytes each. */
const CALLERS_MAX = 10_000;

export type CallerCheck = ReturnType<typeof createCallerCheck>;

export function createCallerCheck(options: {
  readonly askCore: AskCore<unknown>;
  /** A method that every key may use and that is not counted. */
  readonly freeMethod: DescMethodUnary;
  readonly callTimeoutMs: number;
  readonly clock: Clock;
}) {
  const { askCore, freeMethod, callTimeoutMs, clock } = options;
  /** By key, origin, address and method: the core's refusal, if any. */
  const answers = createTtlCache<Promise<unknown>>({ clock, max: CALLERS_MAX, ttlMs: CACHED_MS });
  const cache = (name: string, refusal: Promise<unknown>) => {
    answers.set(name, refusal);
    return refusal;
  };

  /** Concurrent callers share the question, so one that leaves does not cancel it. */
  const ask = async (head: CallHead): Promise<unknown> => {
    const times = { traceHeaders: {}, timeoutMs: callTimeoutMs, signal: new AbortController().signal };
    try {
      await askCore({ method: freeMethod, head, message: create(freeMethod.input) }, times);
      return undefined;
    } catch (error) {
      return OF_THE_QUESTION.has(reasonOf(error)) ? undefined : error;
    }
  };

  return {
    /** Throws the core's refusal of this caller, if there is one. It does not depend on the call's message. */
    async check(head: CallHead, method: DescMethod): Promise<void> {
      const name = nameOf(head, method);
      const refusal = await (answers.get(name) ?? cache(name, ask(head)));
      if (refusal !== undefined) throw refusal instanceof ConnectError ? ownCopy(refusal) : refusal;
    },
    /** Notes a refusal of the core that depends only on the key and the method. */
    noteRefusal(head: CallHead, method: DescMethod, error: unknown): void {
      if (reasonOf(error) === "OPERATION_NOT_ALLOWED")
        void cache(nameOf(head, method), Promise.resolve(error));
    },
  };
}

function nameOf({ key = "", origin, address }: CallHead, { name }: DescMethod): string {
  return JSON.stringify([secretSha256(key), origin, address, name]);
}

/** A copy for one call. Several calls share the core's refusal, and each error carries the id of its own call. */
function ownCopy({ rawMessage, code, metadata, details, cause }: ConnectError): ConnectError {
  const copy = new ConnectError(rawMessage, code, metadata, undefined, cause);
  copy.details = details.filter(
    (detail) => ("type" in detail ? detail.type : detail.desc.typeName) !== RequestInfoSchema.typeName,
  );
  return copy;
}
