import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { firstPlanWith, PLANS, planNamed, type Plan } from "../../src/accounts/plan.ts";

const PAGE = readFileSync(new URL("../../docs/accounts.md", import.meta.url), "utf8");

describe("plans", () => {
  it.each([
    { name: "free", monthlyQuota: 500, priceGbpPerMonth: 0 },
    { name: "starter", monthlyQuota: 25_000, priceGbpPerMonth: 49 },
    { name: "growth", monthlyQuota: 100_000, priceGbpPerMonth: 149 },
    { name: "enterprise", monthlyQuota: undefined, priceGbpPerMonth: undefined },
    { name: "internal", monthlyQuota: 10_000_000, priceGbpPerMonth: undefined },
  ])("$name has $monthlyQuota calls a month for $priceGbpPerMonth GBP", (expected) => {
    expect(planNamed(expected.name)).toMatchObject(expected);
  });

  it.each([
    ["usageDashboard", "starter", ["starter", "growth", "enterprise", "internal"]],
    ["customSports", "growth", ["growth", "enterprise", "internal"]],
    ["sla", "growth", ["growth", "enterprise", "internal"]],
  ] as const)("%s comes with %s and every larger plan", (feature, first, names) => {
    expect(firstPlanWith(feature).name).toBe(first);
    const having = Object.values(PLANS).filter(({ includes }) => includes[feature]);
    expect(having.map(({ name }) => name)).toEqual(names);
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

describe("the plans in docs/accounts.md", () => {
  it("lists what can be bought, smallest first, as it is: the plan for one's own services is not for sale", () => {
    const [, table = ""] = /<!-- plans -->(.*)<!-- \/plans -->/s.exec(PAGE) ?? [];
    const rows = table.trim().split("\n").slice(2);
    const { internal: _, ...forSale } = PLANS;
    const cells = rows.map((row) => row.split("|").map((cell) => cell.trim()));
    expect(cells.map((row) => row.slice(1, -1))).toEqual(Object.values(forSale).map(cellsOf));
  });

  it("say how many calls of an account are worked on at once, by plan", () => {
    const calls = Object.values(PLANS).map(({ title, concurrentCalls }) => `${concurrentCalls} (${title})`);
    expect(PAGE.replaceAll("\n", " ")).toContain(calls.join(", "));
  });
});

describe("the new places in docs/weather.md", () => {
  it("are those of the plans", () => {
    const page = readFileSync(new URL("../../docs/weather.md", import.meta.url), "utf8");
    const [, table = ""] = /<!-- new places -->(.*)<!-- \/new places -->/s.exec(page) ?? [];
    const rows = table.trim().split("\n").slice(2);
    const cells = rows.map((row) => row.split("|").map((cell) => cell.trim()));
    const { enterprise, internal, ...limited } = PLANS;
    const limits = Object.values(limited).map(({ title, newPlaces }) =>
      [title].concat(Object.values(newPlaces ?? {}).map(inWords)),
    );
    const unlimited = [`${enterprise.title}, ${internal.title}`, "no limit", "no limit", "no limit"];
    expect(cells.map((row) => row.slice(1, -1))).toEqual([...limits, unlimited]);
    expect([enterprise.newPlaces, internal.newPlaces]).toEqual([undefined, undefined]);
  });
});

function inWords(count: number): string {
  return count.toLocaleString("en-GB");
}

function cellsOf({ title, priceGbpPerMonth, monthlyQuota, support, extras }: Plan): readonly string[] {
  return [
    title,
    priceGbpPerMonth?.toLocaleString("en-GB") ?? "by agreement",
    // What is agreed is agreed above what can simply be bought.
    monthlyQuota?.toLocaleString("en-GB") ?? "above 100,000",
    support,
    extras.join(", ") || "–",
  ];
}
