import { Registry } from "prom-client";
import { describe, expect, it } from "vitest";
import { createAccountCalls } from "../../../src/modules/sla/account-calls.ts";

function setUp(options?: Parameters<typeof createAccountCalls>[1]) {
  const registry = new Registry();
  const accountCalls = createAccountCalls([registry], options);
  const scrape = async () =>
    (await registry.metrics()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return { accountCalls, scrape };
}

const series = (account: string, counts: Record<string, number>) =>
  Object.entries(counts).map(
    ([result, count]) => `suitability_account_calls_total{account="${account}",result="${result}"} ${count}`,
  );

const NONE = { good: 0, late: 0, failed: 0 };

describe("createAccountCalls", () => {
  it("starts an account's series at 0, so that Prometheus sees the first calls as an increase", async () => {
    const { accountCalls, scrape } = setUp();
    accountCalls.count("acc_a", "good");
    accountCalls.count("acc_a", "failed");
    expect(await scrape()).toEqual(expect.arrayContaining(series("acc_a", NONE)));
    accountCalls.count("acc_a", "late");
    expect(await scrape()).toEqual(expect.arrayContaining(series("acc_a", { good: 1, late: 1, failed: 1 })));
  });

  it("has the series of unknown and of other accounts from the start", async () => {
    const { accountCalls, scrape } = setUp();
    accountCalls.countOther("late");
    accountCalls.countUnknown(1);
    accountCalls.countUnknown(4);
    expect(await scrape()).toEqual([
      "suitability_account_calls_unmeasured_total 0",
      ...series("other", { good: 0, late: 1, failed: 0 }),
      ...series("unknown", { good: 0, late: 0, failed: 5 }),
    ]);
  });

  it("measures at most `accountsMax` accounts; calls of further accounts count as `other`, and as unmeasured", async () => {
    const { accountCalls, scrape } = setUp({ accountsMax: 2 });
    for (const account of ["acc_a", "acc_b", "acc_c", "acc_c"]) accountCalls.count(account, "good");
    accountCalls.count("acc_a", "good");
    await scrape();
    expect(await scrape()).toEqual([
      "suitability_account_calls_unmeasured_total 2",
      ...series("other", { good: 2, late: 0, failed: 0 }),
      ...series("unknown", NONE),
      ...series("acc_a", { good: 2, late: 0, failed: 0 }),
      ...series("acc_b", { good: 1, late: 0, failed: 0 }),
    ]);
  });
});
