// Durations inside a process follow elapsed time, whatever happens to the time of day; days, months and the ages of forecasts
// follow the time of day. (The other halves: a fetch after a failure is in failing-source.test.ts, a channel to a core in
// restarted-cores.test.ts, a forecast from before in cached-source.test.ts, a day's calls in call-budget.test.ts.)
import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { SportsService } from "#gen/suitability/v1/sports_pb.ts";
import { createServingStore } from "../../src/accounts/serving-store.ts";
import { createServiceStatus } from "../../src/api/status/service-status.ts";
import { createCallerCheck } from "../../src/call/caller-check.ts";
import { createRecentCalls } from "../../src/call/interceptors/recent-calls.ts";
import { createWrongKeyThrottle } from "../../src/call/interceptors/wrong-key-throttle.ts";
import { createTokenBuckets } from "../../src/lib/token-bucket.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/lib/time/clock.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import { OutageLog } from "../../src/observability/outage-log.ts";
import { createCrowdedPort } from "../../src/observability/overload-refusal.ts";
import { createCallBudget } from "../../src/weather/budget/call-budget.ts";
import { createBackoff } from "../../src/weather/cache/backoff.ts";
import { createFetchLimits, FetchRefused } from "../../src/weather/cache/fetch-limits.ts";
import { createForecastCache } from "../../src/weather/cache/forecast-cache.ts";
import { createGuardedSource } from "../../src/weather/failover/guarded-source.ts";
import { createFailureReports } from "../../src/weather/failover/source-reports.ts";
import { placeAt, type Place } from "../../src/lib/place.ts";
import { createRecentAges } from "../../src/weather/recent-ages.ts";
import { WeatherError } from "../../src/weather/weather-error.ts";
import { CALLER, checkedCaller, madeUpCall } from "../call/made-up-call.ts";
import { createRecordingLogger } from "../support/fakes/recording-logger.ts";
import { serviceOfTest } from "../support/service/service-of-test.ts";
import { useSqliteStore } from "../accounts/sqlite/use-sqlite-store.ts";
import { type Duration, itLastsWhateverTheClock, unasked } from "./moved-clock-suite.ts";
import { ask, createScriptedSource, fail } from "../weather/scripted-source.ts";

const LONDON = placeAt(51.5, -0.13);
const MONTH = "2026-11";
const { listSports } = SportsService.method;

describe("what lasts for a while in a process", () => {
  const sqlite = useSqliteStore();

  const DURATIONS: readonly Duration[] = [
    [
      "a cached caller",
      SECOND_MS,
      async (clock) => {
        const { store, createAccount } = sqlite();
        const { id: accountId } = await createAccount();
        await store.addKey({ accountId, prefix: "wsk_abcd", sha256: "a1" });
        const serving = createServingStore({ store, clock });
        await serving.findCaller("a1", MONTH);
        return () => serving.cachedCaller("a1", MONTH) !== undefined;
      },
    ],
    [
      "a core's answer about a caller, cached in a sidecar",
      SECOND_MS,
      async (clock) => {
        let asked = 0;
        const askCore = async () => {
          asked += 1;
          return { message: create(listSports.output), headers: {} };
        };
        const callers = createCallerCheck({ askCore, freeMethod: listSports, callTimeoutMs: 1_000, clock });
        const check = () => callers.check(madeUpCall().head, listSports);
        await check();
        return () => unasked(check, () => asked);
      },
    ],
    [
      "the wait for another look-up of an unknown key",
      5 * SECOND_MS,
      async (clock) => {
        const throttle = createWrongKeyThrottle({ clock });
        const noteWrong = (key: string) => throttle.noteWrongKey("192.0.2.1", key);
        for (let i = 0; i < 20; i += 1) noteWrong(`wrong ${i}`);
        return () => {
          // The address remains throttled.
          noteWrong("another");
          return throttle.waitSeconds("192.0.2.1", "wrong 7") > 0;
        };
      },
    ],
    [
      "an empty token bucket",
      MINUTE_MS,
      async (clock) => {
        const rate = { burst: 1, count: 1, perMs: MINUTE_MS };
        const buckets = createTokenBuckets({ clock });
        buckets.take("a", rate);
        return () => buckets.waitMs("a", rate) > 0;
      },
    ],
    [
      "a place that an account has asked for",
      // 48 hours, of which the last may be the whole hour after.
      49 * HOUR_MS,
      async (clock) => {
        const unusedFetches = { burst: 10, count: 10, perMs: HOUR_MS };
        const newPlaces = { burst: 1, count: 1, perMs: 365 * DAY_MS };
        const owner = { accountId: "a", limits: { newPlaces, unusedFetches, atOnce: 1 } };
        const limits = createFetchLimits({ clock, callsOfDay: undefined });
        const mayFetch = (place: Place) =>
          !(limits.mayFetch(place, [owner], { isCached: false }) instanceof FetchRefused);
        limits.noteCounted(owner, LONDON);
        // The account's only new place for a year.
        expect(mayFetch(placeAt(0, 0))).toBe(true);
        return () => mayFetch(LONDON);
      },
    ],
    [
      "a place that no source covers, not fetched again",
      DAY_MS,
      async (clock) => {
        const backoff = createBackoff({ clock, cache: createForecastCache({ bytesMax: 1_000, clock }) });
        backoff.note(LONDON, new WeatherError("uncovered", "no data"));
        return () => backoff.errorOf(LONDON) !== undefined;
      },
    ],
    [
      "the pause of a source that fails",
      10 * SECOND_MS,
      async (clock) => {
        const inner = createScriptedSource("inner", clock);
        const guarded = createGuardedSource({ source: inner, clock });
        for (let place = 0; place < 5; place += 1) {
          inner.play(fail(new WeatherError("failed", "status 503")));
          await ask(guarded, undefined, placeAt(place, 0)).catch(() => undefined);
        }
        inner.play(() => undefined);
        return () =>
          unasked(
            () => ask(guarded).catch(() => undefined),
            () => inner.calls,
          );
      },
    ],
    [
      "the time between two log lines of a source's failures",
      10 * SECOND_MS,
      async (clock) => {
        let reports = 0;
        const note = createFailureReports({ source: "a", clock, onReport: () => (reports += 1) });
        const failOnce = () => note({ error: new WeatherError("failed", "no"), place: LONDON, attempt: 1 });
        failOnce();
        return () => unasked(failOnce, () => reports);
      },
    ],
    [
      "what is known of the calls of a provider's day",
      MINUTE_MS,
      async (clock) => {
        let asked = 0;
        const takeProviderCalls = async () => {
          asked += 1;
          return { isTaken: true, used: 1, pressure: undefined };
        };
        const limits = { provider: "a", callsMax: 100, freshMs: MINUTE_MS };
        const budget = createCallBudget({ ...limits, shared: { takeProviderCalls }, clock });
        await budget.take(1);
        return () => unasked(budget.freshMs, () => asked);
      },
    ],
    [
      "the age of a forecast that was part of an answer",
      HOUR_MS,
      async (clock) => {
        const ages = createRecentAges({ clock });
        ages.note(60);
        return () => ages.quantiles() !== undefined;
      },
    ],
    [
      "a call that counts as recent",
      5 * MINUTE_MS,
      async (clock) => {
        const recent = createRecentCalls({ clock, freeMethods: new Set(), callTimeoutMs: 5_000 });
        const call = madeUpCall();
        call.caller = checkedCaller(CALLER, { call });
        recent.note(call, { code: "ok", ms: 1 });
        return () => recent.outcome() === "answered";
      },
    ],
    [
      "a cached status",
      5 * SECOND_MS,
      async (clock) => {
        let pings = 0;
        const status = createServiceStatus({
          ping: async () => void (pings += 1),
          saturation: { isSaturated: () => false },
          sources: () => [],
          ages: { quantiles: () => undefined },
          recentCalls: { outcome: () => "none" },
          version: "1",
          clock,
        });
        await status();
        return () => unasked(status, () => pings);
      },
    ],
    [
      "the time between two log lines of a crowded port",
      10 * SECOND_MS,
      async (clock) => {
        const { lines, logger } = createRecordingLogger();
        const onCrowded = createCrowdedPort("grpc", {
          metrics: createMetrics({ version: "1" }),
          logger,
          clock,
        });
        onCrowded(1);
        return () =>
          unasked(
            () => onCrowded(1),
            () => lines.length,
          );
      },
    ],
    [
      "an outage after its last failure",
      10 * SECOND_MS,
      async (clock) => {
        const { lines, logger } = createRecordingLogger();
        const ping = async () => undefined;
        const outage = new OutageLog({ name: "store", refusal: "STORE_UNAVAILABLE", ping, clock, logger });
        outage.noteFailure(new Error("gone"));
        await outage.check();
        return async () => {
          await outage.watch();
          return !lines.some(({ msg }) => String(msg).includes("available again"));
        };
      },
    ],
  ];

  itLastsWhateverTheClock(DURATIONS);
});

describe("a call", () => {
  it("counts in the month of the time of day, as soon as a machine was suspended over a month's end, and after its clock was set back", async () => {
    const service = await serviceOfTest();
    const { clock, createCaller, get, callsOf } = service;
    const { accountId, key } = await createCaller();
    const call = async () => {
      const response = await get("/v1/forecast?lat=51.5&lng=-0.13&days=1", { key });
      expect(response.status).toBe(200);
    };
    clock.goTo("2026-11-30T23:30:00Z");
    await call();
    clock.moveWall(HOUR_MS);
    await call();
    await call();
    clock.moveWall(-HOUR_MS);
    await call();
    expect([await callsOf(accountId, "2026-11"), await callsOf(accountId, "2026-12")]).toEqual([2, 2]);
  });
});
