// Failures of the service's own: every door tells the same fault, in bounded time, and none of them counts.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { createMisbehavingUpstream, type MisbehavingUpstream } from "../support/misbehaving-upstream.ts";
import { startTestService, type TestService } from "../support/test-service.ts";
import { allDoors } from "./all-doors.ts";
import type { Door } from "./door.ts";
import { faultsOf, INTERNALS } from "./faults-of.ts";
import { LONDON } from "./refusal-table.ts";

const { getForecast } = ForecastService.method;

describe("failures of the service's own", () => {
  let silent: MisbehavingUpstream;

  beforeAll(async () => {
    silent = await createMisbehavingUpstream({ kind: "silent" });
  });
  afterAll(() => silent.close());

  it("no weather source can answer: unavailable, with a time to try again", async () => {
    // Port 9 (discard) is not served here: the connection is refused.
    const service = await startTestService({
      weatherSources: ["open-meteo"],
      openMeteoUrl: "http://127.0.0.1:9",
    });
    const doors = allDoors(service.ports);
    const { key, accountId } = await service.createCaller();
    for (const { door, fault } of await faultsOf(doors, { method: getForecast, request: LONDON, key })) {
      expect(fault, door).toMatchObject({ code: "unavailable", retryAfterSeconds: 10 });
      expect(fault.sentence, door).not.toMatch(INTERNALS);
    }
    expect(await service.store.usage(accountId, "2026-11")).toEqual([]);
    await closeAll(doors, service);
  });

  it("a call that takes too long: deadline exceeded, and it is not counted", async () => {
    const service = await startTestService({
      weatherSources: ["open-meteo"],
      openMeteoUrl: silent.url,
      callTimeoutMs: 50,
    });
    const doors = allDoors(service.ports);
    const { key, accountId } = await service.createCaller();
    for (const { door, fault } of await faultsOf(doors, { method: getForecast, request: LONDON, key })) {
      expect(fault, door).toMatchObject({ code: "deadline_exceeded" });
    }
    expect(await service.store.usage(accountId, "2026-11")).toEqual([]);
    await closeAll(doors, service);
  });

  it("a store that cannot be reached: unavailable, never a free answer and never 429", async () => {
    const service = await startTestService();
    const doors = allDoors(service.ports);
    const { key } = await service.createCaller();
    await service.store.close();
    for (const { door, fault } of await faultsOf(doors, { method: getForecast, request: LONDON, key })) {
      expect(fault, door).toMatchObject({ code: "unavailable", retryAfterSeconds: 2 });
      expect(fault.sentence, door).not.toMatch(INTERNALS);
      expect(fault.headers.get("ratelimit"), door).toBeNull();
    }
    await closeAll(doors, service);
  });
});

async function closeAll(doors: readonly Door[], service: TestService): Promise<void> {
  await Promise.all(doors.map((door) => door.close()));
  await service.stop();
}
