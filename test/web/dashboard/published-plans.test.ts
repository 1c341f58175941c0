// What accounts see of the plans: titles and prices, of the operator's own plans too.
import { describe, expect, it } from "vitest";
import { BUILT_IN_PLANS, INTERNAL_PLAN } from "../../../src/accounts/plans/built-in-plans.ts";
import { answerOf } from "../../doors/answer-of.ts";
import { METHODS } from "../../doors/methods.ts";
import { startWithDoors } from "../../doors/start-with-doors.ts";

const call = { method: METHODS.getUsage, request: {} };

describe("the plan in GetUsage", () => {
  it("tells no price where something else may have been agreed on", async () => {
    const service = await startWithDoors();
    const door = service.doors.find(({ name }) => !name.startsWith("rest"));
    for (const [plan, monthlyQuota] of [
      ["starter", 26_000],
      ["enterprise", 100_000],
      ["internal", 10_000_000],
    ] as const) {
      const { key } = await service.createCaller({ plan, monthlyQuota });
      const { body } = await answerOf(door, { ...call, key });
      expect(body).toMatchObject({ plan, plan_price: "" });
    }
  });

  it("names plans of the operator's own, and none where none has the dashboard", async () => {
    const [smallest] = BUILT_IN_PLANS;
    const club = Object.assign({}, smallest, { name: "club", title: "Club", price: "19", currency: "EUR" });
    const own = await startWithDoors({ plans: [club, INTERNAL_PLAN] });
    const { key } = await own.createCaller({ plan: "club", monthlyQuota: 500 });
    for (const door of own.doors.filter(({ name }) => !name.startsWith("rest"))) {
      const { body } = await answerOf(door, { ...call, key });
      const plan = { plan_title: "Club", plan_price: "EUR 19 a month", usage_from_plan: "" };
      expect(body, door.name).toMatchObject(plan);
      expect(body, door.name).not.toHaveProperty("usage");
    }
    const page = await (await fetch(`http://127.0.0.1:${own.ports.sidecar}/`)).text();
    expect(page).toMatch(/month by plan:\s+Club 500 \(EUR 19\)\./);
    expect(page).toContain("--plan club<");
  });
});
