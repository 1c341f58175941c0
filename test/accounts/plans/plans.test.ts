import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { BUILT_IN_PLANS } from "../../../src/accounts/plans/built-in-plans.ts";
import type { Plan } from "../../../src/accounts/plans/plan.ts";
import { createPlans } from "../../../src/accounts/plans/plans.ts";

const read = (page: string) => readFileSync(new URL(`../../../docs/${page}`, import.meta.url), "utf8");
const PAGE = read("accounts.md");

const builtIn = createPlans(BUILT_IN_PLANS);

describe("the built-in plans", () => {
  it.each([
    ["usageDashboard", "starter", ["starter", "growth", "enterprise", "internal"]],
    ["customSports", "growth", ["growth", "enterprise", "internal"]],
    ["sla", "growth", ["growth", "enterprise", "internal"]],
  ] as const)("%s comes with %s and every larger plan", (feature, first, names) => {
    expect(builtIn.firstWith(feature)?.name).toBe(first);
    const having = BUILT_IN_PLANS.filter(({ includes }) => includes[feature]);
    expect(having.map(({ name }) => name)).toEqual(names);
  });
});

describe("plans in force", () => {
  it("a plan that is not for sale is never recommended", () => {
    const [free, ...others] = BUILT_IN_PLANS as readonly [Plan, ...Plan[]];
    const withdrawn = others.map((plan) => Object.assign({}, plan, { isForSale: false }));
    expect(createPlans([free, ...withdrawn]).firstWith("customSports")).toBeUndefined();
  });

  it("an account of an unknown plan has the smallest plan's limits and no features", () => {
    const plans = createPlans([...BUILT_IN_PLANS].slice(1));
    for (const plan of ["gold", "__proto__"]) {
      expect(plans.of({ plan })).toMatchObject({
        name: "unknown",
        concurrentCalls: 20,
        newPlaces: { burst: 500, perMinute: 100, atOnce: 8 },
        includes: { usageDashboard: false, customSports: false, sla: false },
      });
    }
  });

  it("an unknown plan is reported once", () => {
    const reported: string[] = [];
    const plans = createPlans(BUILT_IN_PLANS, { onUnknown: (name) => reported.push(name) });
    for (const plan of ["gold", "gold", "__proto__"]) plans.of({ plan });
    expect(reported).toEqual(["gold", "__proto__"]);
  });
});

describe("the plans in docs/accounts.md", () => {
  it("list what can be bought, smallest first", () => {
    const forSale = BUILT_IN_PLANS.filter(({ isForSale }) => isForSale);
    expect(tableIn(PAGE, "plans")).toEqual(forSale.map(cellsOf));
  });

  it("state each plan's limit of concurrent calls", () => {
    const calls = BUILT_IN_PLANS.map(({ title, concurrentCalls }) => `${concurrentCalls} (${title})`);
    expect(PAGE.replaceAll("\n", " ")).toContain(calls.join(", "));
  });
});

describe("the new places in docs/weather.md", () => {
  it("match the plans", () => {
    const limited = BUILT_IN_PLANS.filter(({ newPlaces }) => newPlaces !== undefined);
    const limits = limited.map(({ title, newPlaces }) =>
      [title].concat(Object.values(newPlaces ?? {}).map(inWords)),
    );
    const unlimited = ["Enterprise, Internal", "no limit", "no limit", "no limit"];
    expect(tableIn(read("weather.md"), "new places")).toEqual([...limits, unlimited]);
    expect(BUILT_IN_PLANS.slice(-2).map(({ title, newPlaces }) => [title, newPlaces])).toEqual([
      ["Enterprise", undefined],
      ["Internal", undefined],
    ]);
  });
});

/** The cells of the table between `<!-- name -->` and `<!-- /name -->`; a link becomes its text. */
function tableIn(page: string, name: string): readonly (readonly string[])[] {
  const [, table = ""] = new RegExp(`<!-- ${name} -->(.*)<!-- /${name} -->`, "s").exec(page) ?? [];
  const rows = table.trim().split("\n").slice(2);
  return rows.map((row) =>
    row
      .split("|")
      .map((cell) => cell.trim().replaceAll(/\[(.+?)\]\(.+?\)/g, "$1"))
      .slice(1, -1),
  );
}

function inWords(count: number): string {
  return count.toLocaleString("en-GB");
}

function cellsOf({ title, price, monthlyQuota, support, extras }: Plan): readonly string[] {
  return [
    title,
    price,
    // A quota by agreement is above every fixed quota.
    monthlyQuota?.toLocaleString("en-GB") ?? "above 100,000",
    support,
    extras.join(", ") || "–",
  ];
}
