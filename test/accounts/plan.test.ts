import { describe, expect, it } from "vitest";
import { PLANS, planNamed } from "../../src/accounts/plan.ts";

describe("plans", () => {
  it.each([
    ["free", 500],
    ["starter", 25_000],
    ["growth", 100_000],
    ["enterprise", undefined],
    ["internal", 10_000_000],
  ] as const)("%s has a quota of %s calls a month", (name, monthlyQuota) => {
    expect(planNamed(name)).toMatchObject({ name, monthlyQuota });
  });

  it("a plan is listed under its own name", () => {
    expect(Object.values(PLANS).map(({ name }) => name)).toEqual(Object.keys(PLANS));
  });

  it.each(["", "Free", "free ", "toString", "__proto__"])("%j names no plan", (name) => {
    expect(planNamed(name)).toBeUndefined();
  });
});
