import { describe, expect, it } from "vitest";
import { StoreUnavailable } from "../../../src/accounts/store.ts";
import { createPublicFault } from "../../../src/call/interceptors/faults.ts";
import { TimeoutError } from "../../../src/deadline.ts";
import type { FaultReason } from "../../../src/fault-reasons.ts";
import { plainFault, reasonOf } from "../../../src/fault.ts";
import { createLogger } from "../../../src/ops/logger.ts";
import { createLogLines } from "../../support/log-lines.ts";

describe("the fault for a store that did not answer in time", () => {
  it.each([
    { isOverload: false, reason: "STORE_UNAVAILABLE", logged: "the account store is unavailable" },
    {
      isOverload: true,
      reason: "OVERLOADED",
      logged: "OVERLOADED: this process did not read the answer of the account store in time",
    },
  ])("is $reason, and the log says so", ({ isOverload, reason, logged }) => {
    const { lines, destination } = createLogLines();
    const logger = createLogger({ level: "info", destination });
    const cause = new TimeoutError(400, { isOverload });
    const fault = createPublicFault({ logger })(new StoreUnavailable("late", { cause }), "r-1");
    expect(reasonOf(fault)).toBe(reason);
    expect(lines.map(({ msg }) => msg)).toEqual([logged]);
  });
});

describe("the support contact", () => {
  const told = (reason: FaultReason, support?: string) => {
    const logger = createLogger({ level: "info", destination: createLogLines().destination });
    const fault = createPublicFault({ logger, support })(plainFault(reason), "r-1");
    expect(reasonOf(fault)).toBe(reason);
    expect(fault.metadata.get("x-request-id")).toBe("r-1");
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
});
