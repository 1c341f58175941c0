import { describe, expect, it } from "vitest";
import { BUILT_IN_PLANS, INTERNAL_PLAN } from "../../../src/accounts/plans/built-in-plans.ts";
import { plansFromJson, planToJson } from "../../../src/accounts/plans/plans-from-json.ts";

const CLUB = {
  name: "club",
  title: "Club",
  price: "19.50",
  currency: "EUR",
  monthly_quota: 10_000,
  concurrent_calls: 10,
  new_places: { burst: 200, per_minute: 50, at_once: 4 },
};

const read = (...plans: readonly unknown[]) => plansFromJson(JSON.stringify({ plans }));
const problemsOf = (...plans: readonly unknown[]) => {
  const result = read(...plans);
  return "problems" in result ? result.problems : [];
};

describe("plans from JSON", () => {
  it("equal the plans they were written from", () => {
    expect(read(...BUILT_IN_PLANS.map(planToJson))).toEqual({ plans: BUILT_IN_PLANS });
  });

  it("are exactly the plans of the file, and the plan for the operator's own services", () => {
    const club = {
      name: "club",
      title: "Club",
      price: "19.50",
      currency: "EUR",
      monthlyQuota: 10_000,
      concurrentCalls: 10,
      newPlaces: { burst: 200, perMinute: 50, atOnce: 4 },
      support: "",
      extras: [],
      includes: { usageDashboard: false, customSports: false, sla: false },
      isForSale: true,
    };
    expect(read(CLUB)).toEqual({ plans: [club, INTERNAL_PLAN] });
  });

  it("may begin with the byte order mark of an editor", () => {
    expect(plansFromJson(`\uFEFF${JSON.stringify({ plans: [CLUB] })}`)).toMatchObject({ plans: [{}, {}] });
  });

  it("may replace the plan for the operator's own services", () => {
    const internal = { ...CLUB, name: "internal", for_sale: false };
    expect(read(CLUB, internal)).toMatchObject({ plans: [{ name: "club" }, { title: "Club" }] });
  });

  it.each([
    [
      "no JSON",
      "{",
      "It is not JSON: Expected property name or '}' in JSON at position 1 (line 1 column 2).",
    ],
    ["a list", "[]", "It must be an object with a list of plans"],
    ["no plan", '{"plans":[]}', "It must be an object with a list of plans"],
  ])("%s is refused", (_what, text, problem) => {
    expect(plansFromJson(text)).toEqual({ problems: [expect.stringContaining(problem)] });
  });

  it.each([
    [{ name: "Club" }, "name: must be 1 to 32 lower-case letters"],
    [{ name: "unknown" }, "name: must be"],
    [{ title: "" }, "title: must be a text of 1 to 40 characters"],
    [{ title: "two\nlines" }, "title: must be"],
    [{ price: 19 }, 'price: must be a text of 1 to 40 characters on one line, in quotes: "19".'],
    [{ price: "17.90", currency: null }, "currency: is required if the price is a number, such as EUR."],
    [{ price: "17,90", currency: undefined }, "currency: is required"],
    [{ price: "nineteen" }, 'price: must be a number such as "49" or "49.50" if there is a currency.'],
    [
      { currency: "euro" },
      "currency: must be the three capital letters of a currency (ISO 4217), such as EUR",
    ],
    [{ currency: "SFR" }, "currency: must be the three capital letters of a currency"],
    [
      { monthly_quota: 0 },
      "monthly_quota: must be a whole number from 1 to 1000000000000, or null where it is agreed",
    ],
    [{ monthly_quota: "10000" }, "monthly_quota: must be"],
    [{ concurrent_calls: 1.5 }, "concurrent_calls: must be a whole number from 1 to 1000000000000."],
    [{ new_places: 5 }, "new_places: must be an object with burst, per_minute and at_once, or null"],
    [{ new_places: { burst: 1, per_minute: 1 } }, "new_places.at_once: is required"],
    [
      { new_places: { ...CLUB.new_places, atonce: 1 } },
      "new_places.atonce: is not known. Did you mean new_places.at_once?",
    ],
    [
      { includes: ["sla", "gold"] },
      "includes: must be a list of some of usage_dashboard, custom_sports, sla.",
    ],
    [{ extras: "chat" }, "extras: must be a list of texts."],
    [{ for_sale: "no" }, "for_sale: must be true or false."],
    [{ quota: 5 }, "quota: is not known. Did you mean"],
  ])("%j is refused, and the problem names the field", (change, problem) => {
    const name = "name" in change ? change.name : "club";
    expect(problemsOf({ ...CLUB, ...change })).toEqual([
      expect.stringContaining(`Plan 1 (${name}): ${problem}`),
    ]);
  });

  it.each(["name", "title", "price", "monthly_quota", "concurrent_calls", "new_places"])(
    "%s is required, so that a forgotten limit never means no limit",
    (name) => {
      const { [name as "name"]: _, ...rest } = { ...CLUB, price: "by agreement", currency: null };
      expect(problemsOf(rest)).toEqual([expect.stringContaining(`${name}: is required; it must be`)]);
    },
  );

  it("report all problems at once, each with its plan", () => {
    expect(problemsOf(CLUB, { ...CLUB, title: 5, price: 7 }, "gold", CLUB)).toEqual([
      expect.stringContaining("Plan 2 (club): title:"),
      expect.stringContaining("Plan 2 (club): price:"),
      "Plan 3: it must be an object.",
      "The plan club occurs twice.",
    ]);
  });
});
