// What keeps one caller, known or not, from harming the others.
import { describe, expect, it, vi } from "vitest";
import { BUILT_IN_PLANS } from "../../src/accounts/plans/built-in-plans.ts";
import { withConcurrentCalls } from "../../src/config/concurrent-calls.ts";
import type { Answer, Door, Fault } from "./door.ts";
import { faultsOf } from "./faults-of.ts";
import { METHODS } from "./methods.ts";
import { holdAnswers, startProvider, startWithDoors } from "./start-with-doors.ts";

const method = METHODS.getForecast;
const request = { lat: 48.21, lng: 16.37, days: 1 };

const codeOf = (outcome: Answer | Fault) => (outcome.kind === "fault" ? outcome.code : "answer");

describe("calls at once", () => {
  it("beyond the plan's number are refused for that, not for the quota, and after what makes no sense", async () => {
    const { doors, createCaller } = await startWithDoors({
      plans: withConcurrentCalls(BUILT_IN_PLANS, { starter: 0 }),
    });
    const { key } = await createCaller({ plan: "starter", monthlyQuota: 0 });
    for (const { door, fault } of await faultsOf(doors, { method, request, key })) {
      expect(fault.sentence, door).toContain("More than 0 calls");
      expect(fault.headers.get("ratelimit"), door).toBeNull();
    }
    for (const { door, fault } of await faultsOf(doors, { method, request: { ...request, days: 9 }, key })) {
      expect(fault.code, door).toBe("invalid_argument");
    }
  });

  it("beyond the plan's number are refused at once with the limit named, and others are not held up", async () => {
    const { held, release } = holdAnswers();
    const { settings } = await startProvider(held);
    const { doors, createCaller } = await startWithDoors({
      ...settings,
      plans: withConcurrentCalls(BUILT_IN_PLANS, { starter: 3 }),
    });
    const greedy = await createCaller({ plan: "starter" });
    const other = await createCaller({ plan: "starter" });
    const [door] = doors;
    const refusals: Fault[] = [];
    const call = async (key: string) => {
      const outcome = await door.call({ method, request, key });
      if (outcome.kind === "fault") refusals.push(outcome);
      return codeOf(outcome);
    };

    const outcomes = Array.from({ length: 8 }, () => call(greedy.key));
    outcomes.push(call(other.key));
    // They are refused while the provider has not answered anybody yet.
    await vi.waitFor(() => expect(refusals).toHaveLength(5), { timeout: 15_000 });
    expect(refusals[0]?.sentence).toMatch(/More than 3 calls.*limit of the Starter plan/);
    expect(refusals[0]).toMatchObject({ retryAfterSeconds: 1, status: 429 });
    release();
    expect((await Promise.all(outcomes)).filter((code) => code === "answer")).toHaveLength(4);
    // The places are free again.
    expect(await call(greedy.key)).toBe("answer");
  });
});

describe("calls that are not counted", () => {
  const usage = { method: METHODS.getUsage, request: {} };
  const sports = { method: METHODS.listSports, request: {} };

  it.each(["starter", "internal"] as const)(
    "are answered 20 times at once and 10 times a second to an account, whatever they ask for: %s",
    async (plan) => {
      const { clock, doors, createCaller } = await startWithDoors();
      const { key } = await createCaller({ plan });
      const grpc = doors.find(({ name }) => name === "grpc") as Door;
      const codesOf = async (calls: number) => {
        const asked = Array.from({ length: calls }, (_, i) =>
          grpc.call({ ...(i % 2 === 0 ? usage : sports), key }),
        );
        return (await Promise.all(asked)).map(codeOf);
      };
      const answered = async (calls: number) =>
        (await codesOf(calls)).filter((code) => code === "answer").length;
      expect(new Set(await codesOf(10))).toEqual(new Set(["answer"]));
      expect(await answered(20)).toBe(10);
      clock.advance(500);
      expect(await answered(20)).toBe(5);
      clock.advance(60_000);
      expect(await answered(20)).toBe(20);
    },
  );

  it("beyond that are refused at every door, and neither other accounts nor calls that count", async () => {
    const { doors, metrics, createCaller } = await startWithDoors();
    const [greedy, other] = [await createCaller({ plan: "starter" }), await createCaller({ plan: "free" })];
    const [door] = doors;
    for (let asked = 0; asked < 20; asked += 1) await door.call({ ...sports, key: greedy.key });
    const asked = [
      ...doors.map((each) => faultsOf([each], { ...sports, key: greedy.key })),
      // It has no path under /v1.
      ...doors
        .filter(({ name }) => !name.startsWith("rest"))
        .map((each) => faultsOf([each], { ...usage, key: greedy.key })),
    ];
    const refusals = (await Promise.all(asked)).flat();
    for (const refusal of refusals) {
      expect(refusal.fault, refusal.door).toMatchObject({
        code: "resource_exhausted",
        reason: "UNCOUNTED_CALLS_LIMITED",
        retryAfterSeconds: 1,
        sentence: expect.stringMatching(/10 times a second.*20 at once/) as string,
      });
    }
    expect(await metrics()).toContain(
      `suitability_throttled_total{reason="uncounted_calls"} ${refusals.length}`,
    );
    expect(codeOf(await door.call({ method, request, key: greedy.key }))).toBe("answer");
    expect(codeOf(await door.call({ ...sports, key: other.key }))).toBe("answer");
  });

  it("are refused no faster than their callers are asked to come back, and are no calls at once meanwhile", async () => {
    const { doors, metrics, createCaller } = await startWithDoors({
      plans: withConcurrentCalls(BUILT_IN_PLANS, { starter: 1 }),
    });
    const { key } = await createCaller({ plan: "starter" });
    const [door] = doors;
    for (let asked = 0; asked < 20; asked += 1) await door.call({ ...sports, key });
    const startedMs = performance.now();
    const refused = Promise.all(Array.from({ length: 40 }, () => door.call({ ...sports, key })));
    await vi.waitFor(async () => {
      expect(await metrics()).toContain('suitability_throttled_total{reason="uncounted_calls"} 40');
    });
    expect(codeOf(await door.call({ method, request, key }))).toBe("answer");
    expect(new Set((await refused).map(codeOf))).toEqual(new Set(["resource_exhausted"]));
    expect(performance.now() - startedMs).toBeGreaterThan(950);
  });
});

describe("calls that are refused", () => {
  it("beyond 50 a second to an account are told so a second later at every door, and nobody else's", async () => {
    const { clock, doors, metrics, createCaller } = await startWithDoors();
    const [greedy, other] = [await createCaller({ monthlyQuota: 1 }), await createCaller()];
    const [door] = doors;
    const refused = { method, request, key: greedy.key };
    const refusedAtOnce = async (calls: number) => {
      const outcomes = await Promise.all(Array.from({ length: calls }, () => door.call(refused)));
      expect(new Set(outcomes.map(codeOf))).toEqual(new Set(["resource_exhausted"]));
    };
    expect(codeOf(await door.call(refused))).toBe("answer");
    await refusedAtOnce(100);
    expect(await metrics()).toContain('suitability_throttled_total{reason="refusals"} 0');

    const startedMs = performance.now();
    const late = Promise.all(doors.map((each) => each.call(refused)));
    expect(codeOf(await door.call({ ...refused, key: other.key }))).toBe("answer");
    expect((await late).map(codeOf)).toEqual(doors.map(() => "resource_exhausted"));
    expect(performance.now() - startedMs).toBeGreaterThan(950);
    expect(await metrics()).toContain(`suitability_throttled_total{reason="refusals"} ${doors.length}`);

    clock.advance(1_000);
    await refusedAtOnce(50);
    expect(await metrics()).toContain(`suitability_throttled_total{reason="refusals"} ${doors.length}`);
  });
});
