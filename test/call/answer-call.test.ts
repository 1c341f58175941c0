// The order of a call's checks, and calls for which no work is done.
import { setImmediate } from "node:timers/promises";
import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { SportsService } from "#gen/suitability/v1/sports_pb.ts";
import type { KeyRestrictions } from "../../src/accounts/key.ts";
import { createServingStore } from "../../src/accounts/serving-store.ts";
import { BUILT_IN_PLANS } from "../../src/accounts/plans/built-in-plans.ts";
import { createPlans } from "../../src/accounts/plans/plans.ts";
import { createAnswerCall } from "../../src/call/answer-call.ts";
import { LIMITS } from "../../src/call/limits.ts";
import type { Answered, Fact, ServedMethod } from "../../src/call/operation.ts";
import { fault, reasonOf } from "../../src/errors/fault.ts";
import { placeAt } from "../../src/lib/place.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import { useSqliteStore } from "../accounts/sqlite/use-sqlite-store.ts";
import { quietOutageLog } from "../support/fakes/quiet-outage-log.ts";
import { createRecordingLogger } from "../support/fakes/recording-logger.ts";
import { simulatedAt } from "../weather/scripted-source.ts";
import { CALLER, type CallParts, madeUpCall, outcomeOf } from "./made-up-call.ts";

const { getForecast } = ForecastService.method;
const { listSports } = SportsService.method;

const ORIGIN = "https://club.example";
const { concurrentCalls } = createPlans(BUILT_IN_PLANS).of({ plan: "free" });

const GOOD = { message: create(getForecast.input, { lat: 51.5, lng: 0, days: 1 }) };
const BAD = { message: create(getForecast.input, { lat: 91, lng: 0, days: 1 }) };

describe("a call that needs a key", () => {
  const current = useSqliteStore();

  const setUp = async ({
    used = 0,
    restrictions,
    whenLookedUp = () => {},
    whenRead = () => undefined,
    whenCounted = () => {},
    whenOver = () => {},
    answered = { fields: {}, headers: {} },
    monthlyQuota = 10,
  }: {
    readonly used?: number;
    readonly restrictions?: KeyRestrictions;
    readonly whenLookedUp?: () => void;
    readonly whenRead?: () => unknown;
    readonly whenCounted?: () => void;
    readonly whenOver?: () => void;
    readonly answered?: Answered<Record<string, unknown>>;
    readonly monthlyQuota?: number;
  } = {}) => {
    const { store, clock } = current();
    clock.goTo("2026-11-21T12:00:00Z");
    const account = await store.createAccount({ name: "Courts", plan: "free", monthlyQuota });
    const metrics = createMetrics({ version: "test" });
    const workedFor: string[] = [];
    /** Operations that check nothing of themselves. */
    const served = (method: ServedMethod["method"], access: ServedMethod["access"]): ServedMethod => ({
      method,
      access,
      operation: {
        read: whenRead,
        answer: () => {
          workedFor.push(method.name);
          return answered;
        },
      },
    });
    const heard: (readonly Fact[])[] = [];
    const { lines, logger } = createRecordingLogger();
    const steps: string[] = [];
    const heldBackMs: number[] = [];
    const shared = { store: createServingStore({ store, clock }), plans: createPlans(BUILT_IN_PLANS) };
    const callTimeoutMs = 5_000;
    const answer = createAnswerCall({
      ...shared,
      methods: [served(getForecast, "counted"), served(listSports, "free")],
      findCaller: async () => {
        whenLookedUp();
        return { ...CALLER, account, used, restrictions };
      },
      clock,
      metrics,
      logger,
      outage: quietOutageLog(),
      corsOrigins: [],
      whenCounted: [
        whenCounted,
        (_caller, facts) => {
          heard.push(facts);
          steps.push("counted");
        },
      ],
      whenOver: [
        whenOver,
        (call) => void heldBackMs.push(call.heldBackMs),
        (_call, { code }) => void steps.push(code),
      ],
      isStoreStalled: () => false,
      callTimeoutMs,
      support: undefined,
    });
    const counted = async () => (await store.monthlyTotals(account.id)).map(({ calls }) => calls);
    /** The headers of the answer, or why there is none. */
    const ask = (parts: Partial<CallParts>) =>
      answer(madeUpCall(undefined, parts)).then(({ headers }) => headers, reasonOf);
    return { answer, ask, workedFor, heard, steps, heldBackMs, counted, lines };
  };

  it("is answered and counted once", async () => {
    const { ask, workedFor, counted } = await setUp();
    await ask(GOOD);
    expect(workedFor).toEqual(["GetForecast"]);
    expect(await counted()).toEqual([1]);
  });

  it("is told what is left of its quota", async () => {
    const { ask } = await setUp();
    expect(await ask(GOOD)).toMatchObject({ ratelimit: expect.stringContaining("r=9") });
  });

  /** Answers from a forecast, up to a quota of 1. */
  const setUpWithFacts = async () => {
    const facts = [
      {
        sport: "tennis",
        forecast: {
          place: placeAt(51.5, 0),
          weather: await simulatedAt(placeAt(51.5, 0), 0),
          isStale: false,
        },
      },
    ];
    return { facts, ...(await setUp({ monthlyQuota: 1, answered: { fields: {}, headers: {}, facts } })) };
  };

  it("tells those who hear of counted calls which forecasts it used", async () => {
    const { ask, heard, facts } = await setUpWithFacts();
    await ask(GOOD);
    expect(heard).toEqual([facts]);
  });

  it("tells those who hear of counted calls nothing if it is refused by the count", async () => {
    const { ask, heard } = await setUpWithFacts();
    await ask(GOOD);
    heard.length = 0;
    expect(await ask(GOOD)).toBe("MONTHLY_QUOTA_EXHAUSTED");
    expect(heard).toEqual([]);
  });

  it("is counted when its answer is written, then timed, logged and reported", async () => {
    const { ask, steps } = await setUp({ answered: { fields: {}, headers: {}, facts: [] } });
    await ask({ ...GOOD, writer: { write: () => steps.push("written") } });
    expect(steps).toEqual(["written", "counted", "ok"]);
  });

  describe("if its answer cannot be written", () => {
    const write = () => {
      throw new TypeError("not a number");
    };

    it("is not counted", async () => {
      const { ask, counted } = await setUp();
      await ask({ ...GOOD, writer: { write } });
      expect(await counted()).toEqual([]);
    });

    it("is reported as a failure of ours", async () => {
      const { ask, steps } = await setUp();
      expect(await ask({ ...GOOD, writer: { write } })).toBe("INTERNAL");
      expect(steps).toEqual(["internal"]);
    });
  });

  it("causes no work once its month is known to be used up", async () => {
    const { ask, workedFor, counted } = await setUp({ used: 10 });
    expect(await ask(GOOD)).toBe("MONTHLY_QUOTA_EXHAUSTED");
    expect(workedFor).toEqual([]);
    expect(await counted()).toEqual([]);
  });

  it("is answered when its month is used up if it is free, and told that nothing is left", async () => {
    const { ask, workedFor, counted } = await setUp({ used: 10 });
    const free = { method: listSports, message: create(listSports.input) };
    expect(await ask(free)).toMatchObject({ ratelimit: expect.stringContaining("r=0") });
    expect(workedFor).toEqual(["ListSports"]);
    expect(await counted()).toEqual([]);
  });

  it("is told what is wrong with its request before it is told of its used-up month", async () => {
    const { ask, workedFor } = await setUp({ used: 10 });
    expect(await ask(BAD)).toBe("INVALID_PARAMETER");
    const misread = [{ field: "lat", description: "must be a number" }];
    expect(await ask({ method: listSports, message: create(listSports.input), misread })).toBe(
      "INVALID_PARAMETER",
    );
    expect(workedFor).toEqual([]);
  });

  it("takes a permit while its message is read, and frees it when refused", async () => {
    const { ask } = await setUp();
    const asked = (read: CallParts["read"]) => ask({ ...GOOD, read });
    const misread = async () => ({ ...BAD });
    for (let call = 0; call <= concurrentCalls; call += 1)
      expect(await asked(misread)).toBe("INVALID_PARAMETER");
    const reading = Promise.withResolvers<typeof GOOD>();
    const first = Array.from({ length: concurrentCalls }, () => asked(() => reading.promise));
    expect(await asked(misread)).toBe("TOO_MANY_CALLS_AT_ONCE");
    reading.resolve(BAD);
    expect(new Set(await Promise.all(first))).toEqual(new Set(["INVALID_PARAMETER"]));
  });

  it("keeps no permit while its refusal is held back", async () => {
    const { ask } = await setUp({ used: 10 });
    for (let refused = 0; refused < LIMITS.refusals.max.burst; refused += 1) await ask(GOOD);
    const heldBack: ReturnType<typeof ask>[] = [];
    for (let call = 0; call <= concurrentCalls; call += 1) {
      heldBack.push(ask(GOOD));
      await setImmediate();
    }
    expect(new Set(await Promise.all(heldBack))).toEqual(new Set(["MONTHLY_QUOTA_EXHAUSTED"]));
  });

  it("with a publishable key is refused for its location first, then for calls in flight, then for its quota", async () => {
    const places = ["51.50,0.00"];
    const restrictions = { origins: [ORIGIN], places, operations: ["forecast"], callsADay: 9 } as const;
    const { ask } = await setUp({ used: 10, restrictions });
    const reading = Promise.withResolvers<typeof GOOD>();
    const read = () => reading.promise;
    const first = Array.from({ length: concurrentCalls }, () => ask({ ...GOOD, origin: ORIGIN, read }));
    const elsewhere = { message: create(getForecast.input, { lat: 52, lng: 0, days: 1 }) };
    expect(await ask({ ...elsewhere, origin: ORIGIN })).toBe("PLACE_NOT_ALLOWED");
    expect(await ask({ ...GOOD, origin: ORIGIN })).toBe("TOO_MANY_CALLS_AT_ONCE");
    reading.resolve(GOOD);
    expect(new Set(await Promise.all(first))).toEqual(new Set(["MONTHLY_QUOTA_EXHAUSTED"]));
  });

  it("tells those who hear of its end for how long it was held back", async () => {
    const { ask, heldBackMs } = await setUp();
    for (let refused = 0; refused < LIMITS.refusals.max.burst; refused += 1) await ask(BAD);
    expect(await ask({ read: async () => GOOD })).toMatchObject({ ratelimit: expect.any(String) });
    expect(new Set(heldBackMs.slice(0, -1))).toEqual(new Set([0]));
    expect(heldBackMs.at(-1)).toBeGreaterThan(900);
  });

  it("with a publishable key is held back before its message is read if the key is refused too fast", async () => {
    const restrictions = {
      origins: [ORIGIN],
      places: ["51.50,0.00"],
      operations: ["forecast"],
      callsADay: 9,
    } as const;
    const { ask, answer } = await setUp({ restrictions });
    const refused = { ...BAD, origin: ORIGIN };
    for (let count = 0; count < LIMITS.refusals.max.burst; count += 1) await ask(refused);
    const call = madeUpCall(undefined, { origin: ORIGIN, read: async () => GOOD });
    const outcome = outcomeOf(answer(call));
    await setImmediate();
    // Ends the wait.
    call.giveUp(fault({ reason: "CANCELED", sentence: "Gone." }));
    expect(await outcome).toBe("CANCELED");
    await setImmediate();
    expect(call.heldBackMs).toBeGreaterThan(0);
  });

  it.each([
    ["with a violation", { ...BAD }, "INVALID_PARAMETER"],
    [
      "with a parameter that its door could not read",
      { ...GOOD, misread: [{ field: "lat", description: "must be a number" }] },
      "INVALID_PARAMETER",
    ],
    ["beyond the quota", { ...GOOD }, "MONTHLY_QUOTA_EXHAUSTED"],
  ])("%s is refused though its operation checks nothing", async (_what, call, reason) => {
    const { ask, workedFor } = await setUp({ used: 10 });
    expect(await ask(call)).toBe(reason);
    expect(workedFor).toEqual([]);
  });

  it("is told why its message could not be read", async () => {
    const { ask } = await setUp();
    const unreadable = fault({ reason: "MALFORMED_REQUEST", sentence: "The body is not JSON." });
    expect(await ask({ ...GOOD, unreadable })).toBe("MALFORMED_REQUEST");
  });

  it("causes no work and is not counted if its caller left while its key was looked up", async () => {
    const call = madeUpCall(undefined, GOOD);
    const whenLookedUp = () => call.giveUp(fault({ reason: "CANCELED", sentence: "Gone." }));
    const { answer, workedFor, counted } = await setUp({ whenLookedUp });
    expect(await outcomeOf(answer(call))).toBe("CANCELED");
    expect(workedFor).toEqual([]);
    expect(await counted()).toEqual([]);
  });

  it("causes no work if its caller left while its request was read", async () => {
    const call = madeUpCall(undefined, GOOD);
    const whenRead = async () => call.giveUp(fault({ reason: "CANCELED", sentence: "Gone." }));
    const { answer, workedFor } = await setUp({ whenRead });
    expect(await outcomeOf(answer(call))).toBe("CANCELED");
    await setImmediate();
    expect(workedFor).toEqual([]);
  });

  it("is answered even if what hears of counted calls has a bug, and the others hear of it", async () => {
    const whenCounted = () => {
      throw new TypeError("a bug");
    };
    const { ask, steps, counted, lines } = await setUp({
      whenCounted,
      answered: { fields: {}, headers: {}, facts: [] },
    });
    expect(await ask(GOOD)).toMatchObject({ ratelimit: expect.any(String) });
    expect(steps).toEqual(["counted", "ok"]);
    expect(await counted()).toEqual([1]);
    expect(lines).toContainEqual(expect.objectContaining({ level: "error" }));
  });

  it("is answered even if what hears of ended calls has a bug", async () => {
    const whenOver = () => {
      throw new TypeError("a bug");
    };
    const { ask, lines } = await setUp({ whenOver });
    expect(await ask(GOOD)).toMatchObject({ ratelimit: expect.any(String) });
    expect(lines).toContainEqual(expect.objectContaining({ level: "error" }));
  });

  it("has its own headers, though its operation gives the same to all calls", async () => {
    const headers = Object.freeze({ "cache-control": "no-store" });
    const { ask } = await setUp({ answered: { fields: {}, headers } });
    const asked = [await ask(GOOD), await ask(GOOD)];
    expect(asked).toMatchObject([
      { ratelimit: expect.stringContaining("r=9") },
      { ratelimit: expect.stringContaining("r=8") },
    ]);
  });

  it("is refused if its method is not served here", async () => {
    const { ask } = await setUp();
    expect(await ask({ method: BookingConfidenceService.method.reviewBookings })).toBe("UNKNOWN_PATH");
  });
});

describe("a call that needs no key", () => {
  const current = useSqliteStore();

  const setUp = () => {
    const { lines, logger } = createRecordingLogger<{ readonly reason?: string; readonly ms: number }>();
    const metrics = createMetrics({ version: "test" });
    const { store, clock } = current();
    const operation = { read: () => undefined, answer: () => ({ fields: {}, headers: {} }) };
    const answer = createAnswerCall({
      methods: [{ method: getForecast, access: "public", operation }],
      findCaller: () => {
        throw new Error("no caller is looked up");
      },
      store: createServingStore({ store, clock }),
      clock,
      metrics,
      logger,
      outage: quietOutageLog(),
      plans: createPlans(BUILT_IN_PLANS),
      corsOrigins: [],
      whenCounted: [],
      whenOver: [],
      isStoreStalled: () => false,
      callTimeoutMs: 5_000,
      support: undefined,
    });
    const ask = (parts: Partial<CallParts>) => outcomeOf(answer(madeUpCall(undefined, parts)));
    return { ask, lines, metrics };
  };

  it("has its message read, if its door has left that for later", async () => {
    const { ask } = setUp();
    expect(await ask({ message: GOOD.message, read: async () => BAD })).toBe("INVALID_PARAMETER");
  });

  it("is logged only if it fails", async () => {
    const { ask, lines } = setUp();
    expect(await ask(GOOD)).toBe("answered");
    expect(lines).toEqual([]);
    expect(await ask(BAD)).toBe("INVALID_PARAMETER");
    expect(lines.map(({ reason }) => reason)).toEqual(["INVALID_PARAMETER"]);
  });

  it("has its duration in the metrics in seconds, with its method, and in the log in milliseconds", async () => {
    const { ask, lines, metrics } = setUp();
    const startedAtMs = performance.now();
    await ask(BAD);
    const tookMs = performance.now() - startedAtMs;
    const { values } = await metrics.callSeconds.get();
    const sum = values.find(({ metricName }) => metricName?.endsWith("_sum"));
    expect(sum?.labels).toEqual({ method: "GetForecast" });
    expect(sum?.value).toBeGreaterThan(0);
    expect(sum?.value).toBeLessThanOrEqual(tookMs / 1_000);
    const ms = lines[0]?.ms ?? Infinity;
    expect(ms).toBeCloseTo((sum?.value ?? 0) * 1_000, 1);
  });
});
