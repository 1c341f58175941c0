import { describe, expect, it } from "vitest";
import { accountReport, sharedLosses } from "../../../src/cli/sla/account-report.ts";
import type { CallSums, MonthSums } from "../../../src/cli/sla/month-sums.ts";

const PROMISED = { availability: 0.999, inTime: 0.99 };
const NONE: CallSums = { good: 0, late: 0, failed: 0 };

function sumsOf({
  account = NONE,
  other = NONE,
  unknownFailed = 0,
  measuredMinutes = 43_200,
  downMinutes = 0,
}: {
  account?: CallSums;
  other?: CallSums;
  unknownFailed?: number;
  measuredMinutes?: number;
  downMinutes?: number;
}): MonthSums {
  return {
    calls: new Map([
      ["acc_a", account],
      ["other", other],
      ["unknown", { ...NONE, failed: unknownFailed }],
    ]),
    outageMinutes: new Map([["acc_a", 3]]),
    minutes: 43_200,
    measuredMinutes,
    upMinutes: measuredMinutes - downMinutes,
    missingDays: [],
  };
}

const reportOn = (sums: Parameters<typeof sumsOf>[0]) =>
  accountReport({ accountId: "acc_a", sums: sumsOf(sums), promised: PROMISED });

describe("the promise to an account", () => {
  it.each([
    ["kept", "exactly what is promised", { account: { good: 98_901, late: 999, failed: 100 } }],
    ["broken", "one call more that fails", { account: { good: 98_900, late: 999, failed: 101 } }],
    ["broken", "one answer more that is late", { account: { good: 98_900, late: 1_000, failed: 100 } }],
    [
      "broken",
      "43 minutes and more without a process",
      { account: { ...NONE, good: 5_000 }, downMinutes: 44 },
    ],
    ["kept", "43 minutes without a process", { account: { ...NONE, good: 5_000 }, downMinutes: 43 }],
    [
      "broken",
      "its share of what failed for all",
      { account: { ...NONE, good: 5_000 }, other: { ...NONE, good: 90_000 }, unknownFailed: 200 },
    ],
    [
      "kept",
      "less than its share of what failed for all",
      { account: { ...NONE, good: 5_000 }, other: { ...NONE, good: 900_000 }, unknownFailed: 200 },
    ],
    ["too_few_calls", "too few calls to tell", { account: { good: 0, late: 0, failed: 999 } }],
    ["broken", "just enough calls, all of them failed", { account: { ...NONE, failed: 1_000 } }],
    ["not_measured", "no record", { account: { ...NONE, good: 5_000 }, measuredMinutes: 0 }],
  ] as const)("is %s by %s", (verdict, _by, sums) => {
    expect(reportOn(sums).verdict).toBe(verdict);
  });

  it("has the minutes without a process among those of its outage", () => {
    expect(reportOn({ downMinutes: 4 }).outageMinutes).toBe(7);
  });

  it("says nothing of answers where there were none", () => {
    expect(reportOn({ account: { ...NONE, failed: 2_000 } })).toMatchObject({
      availability: 0,
      inTime: undefined,
    });
  });
});

describe("what everybody loses", () => {
  it("is nothing where nobody called and nothing was measured", () => {
    const losses = sharedLosses({ ...sumsOf({ measuredMinutes: 0 }), calls: new Map() });
    expect(losses).toEqual({ unknownShare: 0, downShare: 0 });
  });

  it("is a share of all calls, those of accounts without an SLA too, and of the minutes measured", () => {
    const other = { good: 50, late: 20, failed: 10 };
    const account = { good: 5, late: 3, failed: 2 };
    expect(
      sharedLosses(sumsOf({ account, other, unknownFailed: 10, measuredMinutes: 100, downMinutes: 25 })),
    ).toEqual({ unknownShare: 0.1, downShare: 0.25 });
  });
});
