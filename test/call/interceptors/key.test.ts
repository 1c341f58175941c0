import { describe, expect, it } from "vitest";
import type { Account, CustomSport } from "../../../src/accounts/account.ts";
import type { KeyRestrictions } from "../../../src/accounts/key.ts";
import { BUILT_IN_PLANS } from "../../../src/accounts/plans/built-in-plans.ts";
import { createPlans } from "../../../src/accounts/plans/plans.ts";
import type { CheckedCall } from "../../../src/call/checked-call.ts";
import { createKeyCheck } from "../../../src/call/interceptors/key.ts";
import { madeUpCall } from "../made-up-call.ts";

const ACCOUNT: Account = {
  id: "acc_a",
  name: "Courts",
  plan: "growth",
  monthlyQuota: 100_000,
  isSuspended: false,
  createdAtMs: 0,
  sportsRevision: 7,
};
const SPORTS: readonly CustomSport[] = [{ id: "court", definition: "{}" }];

/** A call by the account with this change, and the accounts whose sports the store was asked for. */
function callBy(change: Partial<Account>, restrictions?: KeyRestrictions) {
  const asked: string[] = [];
  const sports = async (accountId: string) => {
    asked.push(accountId);
    return SPORTS;
  };
  const caller = {
    account: { ...ACCOUNT, ...change },
    keyId: "key_a",
    restrictions,
    used: 0,
    month: "2026-11",
  };
  const check = createKeyCheck({
    findCaller: () => caller,
    store: { sports },
    plans: createPlans(BUILT_IN_PLANS),
  });
  // What is cached is found without a promise.
  return Object.assign(check(madeUpCall()) as CheckedCall, { asked });
}

describe("a checked call", () => {
  it("tells whose sports it may name, and asks the store only when they are read", async () => {
    const { sportsOwner, asked } = callBy({});
    expect(sportsOwner).toMatchObject({ accountId: "acc_a", revision: 7, planGap: undefined });
    expect(asked).toEqual([]);
    expect(await sportsOwner?.readSports()).toBe(SPORTS);
    expect(asked).toEqual(["acc_a"]);
  });

  it("finds no owner in an account that never had a sport of its own", () => {
    expect(callBy({ sportsRevision: 0 }).sportsOwner).toBeUndefined();
  });

  it.each([
    { plan: "free", planGap: { has: "Free", needs: "Growth" } },
    { plan: "starter", planGap: { has: "Starter", needs: "Growth" } },
    { plan: "enterprise", planGap: undefined },
    { plan: "internal", planGap: undefined },
  ] as const)("tells what the $plan plan lacks", ({ plan, planGap }) => {
    expect(callBy({ plan }).sportsOwner?.planGap).toEqual(planGap);
  });

  it("is admitted once every check has passed, in their order", () => {
    const call = callBy({});
    const passed: string[] = [];
    call.admissionChecks.push(
      () => passed.push("first"),
      () => {
        throw new Error("refused");
      },
      () => passed.push("third"),
    );
    expect(call.admit).toThrow("refused");
    expect(passed).toEqual(["first"]);
  });

  it("has what is to be done once it is counted done by whoever counts it", () => {
    const call = callBy({});
    let done = 0;
    call.fetchOwner.whenCounted(() => (done += 1));
    expect(done).toBe(0);
    for (const act of call.whenCounted) act();
    expect(done).toBe(1);
  });

  it("with a publishable key has its forecasts fetched on that key's own budget, not on its account's", () => {
    expect(callBy({}).fetchOwner.accountId).toBe("acc_a");
    const restrictions = { origins: [], places: [], operations: [], callsADay: 1 };
    expect(callBy({}, restrictions).fetchOwner.accountId).toBe("key_a");
  });
});
