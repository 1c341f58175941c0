import { describe, expect, it } from "vitest";
import { firstPlanWith, PLANS, planNamed } from "../../src/accounts/plan.ts";

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

  it.each([
    ["free", 0],
    ["starter", 49],
    ["growth", 149],
    ["enterprise", undefined],
    ["internal", undefined],
  ] as const)("%s costs %s GBP a month", (name, priceGbpPerMonth) => {
    expect(planNamed(name)).toMatchObject({ name, priceGbpPerMonth });
  });

  it.each([
    ["usageDashboard", "starter", ["starter", "growth", "enterprise", "internal"]],
    ["customSports", "growth", ["growth", "enterprise", "internal"]],
  ] as const)("%s comes with %s and every larger plan", (feature, first, names) => {
    expect(firstPlanWith(feature).name).toBe(first);
    const having = Object.values(PLANS).filter(({ includes }) => includes[feature]);
    expect(having.map(({ name }) => name)).toEqual(names);
  });

  it("the smallest plan includes nothing, and says so", () => {
    expect(PLANS.free.includes).toEqual({ usageDashboard: false, customSports: false });
  });

  it("the plan for one's own services is told to people like the others", () => {
    expect(PLANS.internal).toMatchObject({ title: "Internal", support: "in-house", extras: [] });
  });

  it("a plan is listed under its own name", () => {
    expect(Object.values(PLANS).map(({ name }) => name)).toEqual(Object.keys(PLANS));
  });

  it.each(["", "Free", "free ", "toString", "__proto__"])("%j names no plan", (name) => {
    expect(planNamed(name)).toBeUndefined();
  });
});
