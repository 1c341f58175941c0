import { describe, expect, it } from "vitest";
import { StoreUnavailable } from "../../../src/accounts/store.ts";
import { createPublicFault } from "../../../src/call/interceptors/faults.ts";
import { TimeoutError } from "../../../src/deadline.ts";
import { reasonOf } from "../../../src/fault.ts";
import { createLogger } from "../../../src/ops/logger.ts";
import { createLogLines } from "../../support/log-lines.ts";

describe("what a caller is told of a store that did not answer in time", () => {
  it.each([
    { isOverload: false, reason: "STORE_UNAVAILABLE", logged: "the account store is unavailable" },
    {
      isOverload: true,
      reason: "OVERLOADED",
      logged: "OVERLOADED: this process did not read the answer of the account store in time",
    },
  ])("$reason, and so is the log", ({ isOverload, reason, logged }) => {
    const { lines, destination } = createLogLines();
    const logger = createLogger({ level: "info", destination });
    const cause = new TimeoutError(400, { isOverload });
    const fault = createPublicFault({ logger })(new StoreUnavailable("late", { cause }), "r-1");
    expect(reasonOf(fault)).toBe(reason);
    expect(lines.map(({ msg }) => msg)).toEqual([logged]);
  });
});
