// What one account may have fetched, as callers see it run out.
import { expect, it } from "vitest";
import { answerOf } from "./answer-of.ts";
import { faultsOf } from "./faults-of.ts";
import { METHODS } from "./methods.ts";
import { startProvider, startWithDoors } from "./start-with-doors.ts";

it("the budget of new places refuses at every door with 429, when to come back and what to do, and is not counted", async () => {
  const { settings } = await startProvider();
  const { doors, createCaller, callsOf } = await startWithDoors(settings);
  const { key, accountId } = await createCaller({ plan: "free" });
  const at = (lat: number) => ({ method: METHODS.getForecast, request: { lat, lng: 170, days: 1 }, key });
  for (let lat = 0; lat < 50; lat += 1) await answerOf(doors[0], at(lat));
  for (const { door, fault } of await faultsOf(doors, at(85))) {
    expect(fault, door).toMatchObject({ reason: "NEW_PLACES_LIMITED", retryAfterSeconds: 6 });
    expect(fault.sentence, door).toMatch(/50 new places at first, then 10 a minute.*in 6 seconds/);
  }
  expect(await callsOf(accountId)).toBe(50);
  // A place that is cached is not new.
  await answerOf(doors[0], at(7));
});
