import { describe, expect, it } from "vitest";
import { RequestInfoSchema } from "#gen/google/rpc/error_details_pb.ts";
import { StoreUnavailable } from "../../../src/accounts/store.ts";
import { createPublicFault } from "../../../src/call/interceptors/faults.ts";
import { TimeoutError } from "../../../src/lib/timeout.ts";
import type { FaultReason } from "../../../src/errors/fault-reasons.ts";
import { detailOf, plainFault, reasonOf } from "../../../src/errors/fault.ts";
import { createRecordingLogger } from "../../support/fakes/recording-logger.ts";
import { createManualClock } from "../../support/fakes/manual-clock.ts";

describe("the fault for a store that did not answer in time", () => {
  const setUp = ({ isOverload }: { readonly isOverload: boolean }) => {
    const { lines, logger } = createRecordingLogger();
    const clock = createManualClock("2026-11-21T14:00:00Z");
    const failures: unknown[] = [];
    const outage = { noteFailure: (error: unknown) => void failures.push(error) };
    const publicFault = createPublicFault({ logger, clock, outage });
    const late = new StoreUnavailable("late", { cause: new TimeoutError(400, { isOverload }) });
    return { lines, failures, late, clock, reason: () => reasonOf(publicFault(late, "r-1")) };
  };

  it("is STORE_UNAVAILABLE, and is left to the log of outages", () => {
    const { lines, failures, late, reason } = setUp({ isOverload: false });
    expect(reason()).toBe("STORE_UNAVAILABLE");
    expect(failures).toEqual([late]);
    expect(lines).toEqual([]);
  });

  it("is OVERLOADED if this process was blocked, which is no outage, and is logged with a count every ten seconds", () => {
    const { lines, failures, clock, reason } = setUp({ isOverload: true });
    for (let call = 0; call < 3; call += 1) expect(reason()).toBe("OVERLOADED");
    clock.advance(10_000);
    reason();
    const msg = "OVERLOADED: this process did not read the answer from the account store in time";
    expect(lines).toMatchObject([
      { msg, calls: 1 },
      { msg, calls: 3 },
    ]);
    expect(failures).toEqual([]);
  });
});

describe("the support contact", () => {
  const told = (reason: FaultReason, support?: string) => {
    const { logger } = createRecordingLogger();
    const clock = createManualClock("2026-11-21T14:00:00Z");
    const fault = createPublicFault({ logger, clock, support })(plainFault(reason), "r-1");
    expect(reasonOf(fault)).toBe(reason);
    expect(detailOf(fault, RequestInfoSchema)).toMatchObject({ requestId: "r-1" });
    return fault.rawMessage.slice(plainFault(reason).rawMessage.length);
  };

  it.each([
    ["ORIGIN_NOT_ALLOWED", " More: help@ace.example"],
    ["MONTHLY_QUOTA_EXHAUSTED", " More: help@ace.example"],
    // It has the code of a used-up quota, but nobody can raise this limit for the caller.
    ["BODY_TOO_LARGE", ""],
    ["START_IN_PAST", ""],
    ["STORE_UNAVAILABLE", ""],
  ] as const)("follows the sentence of a 403 or 429, and of no other error: %s", (reason, more) => {
    expect(told(reason, "help@ace.example")).toBe(more);
    expect(told(reason)).toBe("");
  });

  it("is named once by the error of an entry that becomes the refusal of its call", () => {
    const { logger } = createRecordingLogger();
    const clock = createManualClock("2026-11-21T14:00:00Z");
    const publicFault = createPublicFault({ logger, clock, support: "help@ace.example" });
    const ofEntry = publicFault(plainFault("FEATURE_NOT_IN_PLAN"), "r-1");
    expect(publicFault(ofEntry, "r-1").rawMessage).toBe(ofEntry.rawMessage);
  });
});
