import { describe, expect, it } from "vitest";
import { BUILT_IN_PLANS } from "../../../src/accounts/plans/built-in-plans.ts";
import { missingPlans, startPlansCheck } from "../../../src/accounts/plans/plans-in-use.ts";
import { createPlans } from "../../../src/accounts/plans/plans.ts";
import { StoreUnavailable } from "../../../src/accounts/store.ts";

const plans = createPlans(BUILT_IN_PLANS);

/** A store whose `countByPlan` returns these counts, or throws these errors, in turn. */
const storeWith = (...answers: readonly (Readonly<Record<string, number>> | Error)[]) => {
  const left = [...answers];
  return {
    countByPlan: async () => {
      const answer = left.shift() ?? new Error("countByPlan was called too often");
      if (answer instanceof Error) throw answer;
      return new Map(Object.entries(answer));
    },
  };
};

describe("plans that accounts have and that are not in force", () => {
  it("are named in alphabetical order, with their numbers of accounts", async () => {
    expect(await missingPlans(storeWith({ free: 9, gold: 1, club: 2 }), plans)).toMatch(
      /not in force: club \(2 accounts\), gold \(1 account\)\. .* In force are free, starter, growth,/,
    );
  });

  it("are none if all accounts have plans in force", async () => {
    expect(await missingPlans(storeWith({ free: 9 }), plans)).toBeUndefined();
  });

  it("fail the check at the start", async () => {
    await expect(startPlansCheck(storeWith({ gold: 1 }), plans)).rejects.toThrow("gold (1 account)");
  });

  it("do not hide a bug of the check", async () => {
    await expect(startPlansCheck(storeWith(new TypeError("a bug")), plans)).rejects.toThrow("a bug");
  });

  it("fail a later check if the store is unavailable at the start", async () => {
    const away = new StoreUnavailable("gone");
    const check = await startPlansCheck(storeWith(away, away, { gold: 1 }, { free: 1 }), plans);
    await expect(check()).rejects.toThrow("gone");
    expect(await check()).toContain("gold (1 account)");
    expect(await check()).toBeUndefined();
    // After a check without missing plans, the store is not asked again.
    expect(await check()).toBeUndefined();
  });
});
