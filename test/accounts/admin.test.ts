import { beforeEach, describe, expect, it } from "vitest";
import { type AccountNaming, agreedPlan, createAdmin } from "../../src/accounts/admin.ts";
import { BUILT_IN_PLANS } from "../../src/accounts/plans/built-in-plans.ts";
import { createPlans } from "../../src/accounts/plans/plans.ts";
import type { AccountStore } from "../../src/accounts/store.ts";
import { createFreeAccount } from "./create-free-account.ts";
import { storeOfTest } from "../support/service/store-of-test.ts";

const PLANS = createPlans(BUILT_IN_PLANS);

const byId = (text: string): AccountNaming => ({ text, by: ["id"] });
const refusedAs = (refusal: object) => expect.objectContaining({ refusal: expect.objectContaining(refusal) });

let store: AccountStore;

beforeEach(async () => {
  store = await storeOfTest();
});

describe("an agreed plan", () => {
  it("has the plan's own quota unless another is given", () => {
    expect(agreedPlan(PLANS, "starter", undefined)).toMatchObject({
      terms: { plan: "starter", monthlyQuota: 25_000 },
    });
    expect(agreedPlan(PLANS, "starter", 7)).toMatchObject({ terms: { plan: "starter", monthlyQuota: 7 } });
    expect(agreedPlan(PLANS, "enterprise", undefined)).toMatchObject({ kind: "QuotaMissing" });
    expect(agreedPlan(PLANS, "gold", 7)).toMatchObject({ kind: "UnknownPlan" });
  });
});

describe("an order that is repeated", () => {
  it.each([
    ["the quota it leaves out", undefined, []],
    ["another quota", 8, ["monthlyQuota"]],
    ["the account's quota", 7, []],
  ] as const)("differs from the account only in what it names: %s", async (_, monthlyQuota, differs) => {
    const admin = createAdmin({ store });
    const order = (quota: number | undefined) => {
      const agreed = agreedPlan(PLANS, "starter", quota);
      if (agreed.kind !== "Agreed") throw new Error(agreed.kind);
      return { name: "Courts", externalRef: "4711", agreed };
    };
    await admin.createAccount(order(7));
    expect(await admin.createAccount(order(monthlyQuota))).toMatchObject({
      isNew: false,
      differs,
      account: { monthlyQuota: 7 },
    });
  });
});

describe("a name", () => {
  const named: AccountNaming = { text: "courts", by: ["id", "externalRef", "name"] };

  it("shows an account", async () => {
    const account = await createFreeAccount(store);
    expect(await createAdmin({ store }).account(named)).toEqual(account);
  });

  it("changes no account", async () => {
    const admin = createAdmin({ store });
    const account = await createFreeAccount(store);
    await expect(admin.changeAccount(named, { isClosed: true })).rejects.toEqual(
      refusedAs({ kind: "NoAccount", called: [account] }),
    );
    expect(await store.listAccounts()).toEqual([account]);
  });

  it("shows no account where names are not accepted", async () => {
    await createFreeAccount(store);
    await expect(
      createAdmin({ store }).account({ text: "Courts", by: ["id", "externalRef"] }),
    ).rejects.toEqual(refusedAs({ kind: "NoAccount", called: [] }));
  });
});

describe("a new quota", () => {
  it("is not given to an account whose plan or quota has changed since it was listed", async () => {
    const admin = createAdmin({ store });
    const init = { name: "Courts", plan: "free", monthlyQuota: 500 };
    const [same, agreed, moved] = [
      await store.createAccount(init),
      await store.createAccount(init),
      await store.createAccount(init),
    ];
    const listed = await admin.holders("free");
    await store.updateAccount(agreed.id, { monthlyQuota: 900 });
    await store.updateAccount(moved.id, { plan: "starter" });
    expect(await admin.changeQuotas(listed, 600)).toEqual([{ ...same, monthlyQuota: 600 }]);
    expect(await store.listAccounts()).toMatchObject([
      { monthlyQuota: 600 },
      { monthlyQuota: 900 },
      { plan: "starter", monthlyQuota: 500 },
    ]);
  });
});

describe("an account that goes between being found and being changed", () => {
  it("is reported as gone, and nothing is issued", async () => {
    const { id } = await createFreeAccount(store);
    const found = {
      ...store,
      findAccount: async (accountId: string) => {
        const account = await store.findAccount(accountId);
        await store.updateAccount(accountId, { isClosed: true });
        await store.deleteAccount(accountId);
        return account;
      },
    };
    const admin = createAdmin({ store: found });
    const gone = refusedAs({ kind: "Gone", accountId: id });
    await expect(admin.issueKey(byId(id), { label: undefined })).rejects.toEqual(gone);
    expect(await store.listKeys(id)).toEqual([]);
  });
});
