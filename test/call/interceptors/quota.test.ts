// The check before a call cannot see concurrent calls: counting them decides what is left.
import { describe, expect, it } from "vitest";
import { issueApiKey } from "../../../src/accounts/issue-api-key.ts";
import { placeAt } from "../../../src/weather/place.ts";
import { useTestService } from "../../support/use-test-service.ts";

const LEFT = 5;
const CALLS = 20;

describe("calls at once beyond what is left", () => {
  const current = useTestService();

  /** How many of the calls were answered, and why the others were refused. */
  const outcomes = async (headers: Readonly<Record<string, string>>) => {
    const ask = () => current().service.get("/v1/forecast?lat=51.5&lng=0&days=1", { headers });
    const answers = await Promise.all(Array.from({ length: CALLS }, ask));
    const bodies = await Promise.all(answers.map((answer) => answer.json() as Promise<{ reason?: string }>));
    const told = Map.groupBy(bodies, ({ reason }) => reason ?? "answered");
    return Object.fromEntries([...told].map(([what, { length }]) => [what, length]));
  };

  it("of the month are refused, though each of them saw calls left, and the others are counted", async () => {
    const { createCaller, callsOf } = current().service;
    const { accountId, key } = await createCaller({ monthlyQuota: LEFT });
    expect(await outcomes({ "x-api-key": key })).toEqual({
      answered: LEFT,
      MONTHLY_QUOTA_EXHAUSTED: CALLS - LEFT,
    });
    expect(await callsOf(accountId)).toBe(LEFT);
  });

  it("of a publishable key's day are refused likewise", async () => {
    const { createCaller, callsOf, store } = current().service;
    const { accountId } = await createCaller();
    const origin = "https://club.example";
    const restrictions = {
      origins: [origin],
      places: [placeAt(51.5, 0).key],
      operations: ["forecast"],
      callsADay: LEFT,
    } as const;
    const issued = await issueApiKey({ store, accountId, restrictions });
    expect(await outcomes({ "x-api-key": issued?.apiKey ?? "", origin })).toEqual({
      answered: LEFT,
      DAILY_LIMIT: CALLS - LEFT,
    });
    expect(await callsOf(accountId)).toBe(LEFT);
  });
});
