import { createContextValues } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import type { Account, CustomSport } from "../../src/accounts/account-store.ts";
import { caller } from "../../src/interceptors/call-context.ts";
import { createSportsOwner } from "../../src/interceptors/sports-owner.ts";

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

/** The owner of a call by the account with this change, and the accounts whose sports the store was asked for. */
function ownerOf(change: Partial<Account>) {
  const asked: string[] = [];
  const sports = async (accountId: string) => {
    asked.push(accountId);
    return SPORTS;
  };
  const values = createContextValues();
  values.set(caller, { account: { ...ACCOUNT, ...change }, keyId: "key_a", used: 0 });
  return { owner: createSportsOwner({ store: { sports } })(values), asked };
}

describe("createSportsOwner", () => {
  it("tells the account and its revision, and asks the store only when the sports are read", async () => {
    const { owner, asked } = ownerOf({});
    expect(owner).toMatchObject({ accountId: "acc_a", revision: 7, planGap: undefined });
    expect(asked).toEqual([]);
    expect(await owner?.readSports()).toBe(SPORTS);
    expect(asked).toEqual(["acc_a"]);
  });

  it("finds no owner in an account that never had a sport of its own", () => {
    expect(ownerOf({ sportsRevision: 0 }).owner).toBeUndefined();
  });

  it.each([
    { plan: "free", planGap: { has: "Free", needs: "Growth" } },
    { plan: "starter", planGap: { has: "Starter", needs: "Growth" } },
    { plan: "enterprise", planGap: undefined },
    { plan: "internal", planGap: undefined },
  ] as const)("tells what the $plan plan lacks", ({ plan, planGap }) => {
    expect(ownerOf({ plan }).owner?.planGap).toEqual(planGap);
  });

  it("is a bug before the caller is known", () => {
    const sportsOwner = createSportsOwner({ store: { sports: async () => SPORTS } });
    expect(() => sportsOwner(createContextValues())).toThrow("before authenticate");
  });
});
