import { create, type DescMethodUnary } from "@bufbuild/protobuf";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import type { CustomSport } from "../../src/accounts/account.ts";
import type { Caller } from "../../src/accounts/key.ts";
import { BUILT_IN_PLANS } from "../../src/accounts/plans/built-in-plans.ts";
import { createPlans } from "../../src/accounts/plans/plans.ts";
import { Call, type CallHead, type CallRequest } from "../../src/call/call.ts";
import { createKeyCheck } from "../../src/call/interceptors/key.ts";
import type { CheckedCaller } from "../../src/call/operation.ts";
import { reasonOf } from "../../src/errors/fault.ts";

export type CallParts = CallHead & CallRequest & Pick<Call, "method" | "timeoutMs" | "refusal" | "writer">;

/** A call without a door, by a caller who stays. */
export function madeUpCall(
  inGeneral: DescMethodUnary = ForecastService.method.getForecast,
  parts: Partial<CallParts> = {},
): Call {
  const { method = inGeneral, timeoutMs, refusal, writer, ...others } = parts;
  const { message = create(method.input), misread, unreadable, read, ...head } = others;
  return new Call({
    method,
    head: { key: undefined, origin: undefined, requestId: "id-1", address: "", ...head },
    request: { message, misread, unreadable, read },
    writer: writer ?? { write: (answer) => answer.message },
    timeoutMs,
    refusal,
  });
}

/** "answered", or the reason of the refusal. */
export function outcomeOf(answering: Promise<unknown>): Promise<string | undefined> {
  return answering.then(() => "answered", reasonOf);
}

export const CALLER: Caller = {
  account: {
    id: "acc_a",
    name: "Courts",
    plan: "growth",
    monthlyQuota: 100_000,
    isSuspended: false,
    createdAtMs: 0,
    sportsRevision: 7,
  },
  keyId: "key_a",
  restrictions: undefined,
  used: 0,
  month: "2026-11",
};

/** This caller after the check of a call's key. */
export function checkedCaller(
  caller: Caller,
  { call = madeUpCall(), sports = async (_accountId: string): Promise<readonly CustomSport[]> => [] } = {},
): CheckedCaller {
  const check = createKeyCheck({
    findCaller: () => caller,
    store: { sports },
    plans: createPlans(BUILT_IN_PLANS),
  });
  // A cached caller is found without a promise.
  return check(call) as CheckedCaller;
}
