import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { PLANS } from "../../src/accounts/plan.ts";
import { planTable } from "../../src/accounts/plan-table.ts";

const PAGE = readFileSync(new URL("../../docs/accounts.md", import.meta.url), "utf8");

/** Prettier aligns the table's cells; how wide they are does not matter. */
function withoutAlignment(table: string): string {
  return table
    .trim()
    .replaceAll(/ *\| */g, "|")
    .replaceAll(/-{2,}/g, "--");
}

describe("the plan table", () => {
  it("lists what can be bought, smallest first, with price, requests and what comes with it", () => {
    expect(withoutAlignment(planTable()).split("\n")).toEqual([
      "|Plan|GBP a month|Requests a month|Support|Also|",
      "|--|--:|--:|--|--|",
      "|Free|0|500|email|–|",
      "|Starter|49|25,000|priority email|usage dashboard|",
      "|Growth|149|100,000|chat tool|SLA guarantee, custom sport thresholds|",
      "|Enterprise|by agreement|above 100,000|by agreement|custom integrations, white-label|",
    ]);
  });

  it("is the one in docs/accounts.md", () => {
    const [, onPage = ""] = /<!-- plans -->(.*)<!-- \/plans -->/s.exec(PAGE) ?? [];
    expect(withoutAlignment(onPage)).toBe(withoutAlignment(planTable()));
  });

  it("has beside it how many calls of an account are worked on at once, by plan", () => {
    const calls = Object.values(PLANS).map(({ title, concurrentCalls }) => `${concurrentCalls} (${title})`);
    expect(PAGE.replaceAll("\n", " ")).toContain(calls.join(", "));
  });
});
