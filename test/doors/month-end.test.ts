// The instant at which a month ends, at every door and for each store: a call belongs to the month in which it is spent.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { isPostgresInstalled, startPostgresServer } from "../support/postgres-server.ts";
import { NOW_MS } from "../support/test-service.ts";
import { openMeteoPayload } from "../weather/open-meteo/payload.ts";
import { METHODS } from "./methods.ts";
import { startProvider, startWithDoors } from "./start-with-doors.ts";

const PATIENCE = { timeout: 30_000 };
const LAST_MOMENT_MS = Date.parse("2026-11-30T23:59:59.900Z");

const STORES = [
  { name: "SQLite", isSkipped: false, openUrl: async () => undefined },
  {
    name: "PostgreSQL",
    isSkipped: !isPostgresInstalled(),
    openUrl: async () => {
      const server = await startPostgresServer();
      onTestFinished(() => server.remove());
      return server.url;
    },
  },
];

describe.each(STORES)("the end of a month · $name", { timeout: 120_000 }, ({ isSkipped, openUrl }) => {
  /** A service at the last moment of November, with a provider. */
  const start = async () => {
    const body = openMeteoPayload({ nowMs: LAST_MOMENT_MS });
    const { upstream, settings } = await startProvider({ kind: "answer", body });
    const storeUrl = await openUrl();
    const service = await startWithDoors(
      { ...settings, callTimeoutMs: 60_000, ...(storeUrl === undefined ? {} : { storeUrl }) },
      { commandTimeoutMs: 15_000 },
    );
    service.clock.advance(LAST_MOMENT_MS - NOW_MS);
    await vi.waitFor(() => service.store.ping(), PATIENCE);
    /** An account whose only call of November is used. */
    const createUsedUp = async () => {
      const { key, accountId } = await service.createCaller({ plan: "starter", monthlyQuota: 1 });
      const spending = { accountId, month: "2026-11", day: 30, method: "GetForecast", quota: 1 };
      expect(await service.store.spend(spending)).toEqual({ kind: "Spent", used: 1 });
      return { key, accountId };
    };
    /** From now on the provider waits; the function returned lets it go on when it has been asked, after `first`. */
    const holdProvider = () => {
      const release = Promise.withResolvers<void>();
      upstream.behave({ kind: "answer", body, after: release.promise });
      return async (first: () => void) => {
        await vi.waitFor(() => expect(upstream.atOnce).toBe(1), PATIENCE);
        first();
        release.resolve();
      };
    };
    return { ...service, createUsedUp, holdProvider };
  };

  it.skipIf(isSkipped)(
    "a call that begins before it and is answered after it is counted and told in the next month, also to an account that was used up",
    async () => {
      const { doors, clock, store, createUsedUp, holdProvider } = await start();
      for (const [i, door] of doors.entries()) {
        const { key, accountId } = await createUsedUp();
        const answerNow = holdProvider();
        const request = { lat: 10 + i, lng: 10, days: 1 };
        const called = door.call({ method: METHODS.getForecast, request, key });
        await answerNow(() => clock.advance(200));
        const outcome = await called;
        clock.advance(-200);
        expect(outcome, door.name).toMatchObject({ kind: "answer" });
        expect(outcome.headers.get("ratelimit-policy"), door.name).toBe('"month";q=1;w=2678400');
        expect(outcome.headers.get("ratelimit"), door.name).toBe('"month";r=0;t=2678400');
        expect(await store.usage(accountId, "2026-11"), door.name).toMatchObject([{ calls: 1 }]);
        expect(await store.usage(accountId, "2026-12"), door.name).toMatchObject([
          { day: "2026-12-01", method: "GetForecast", calls: 1 },
        ]);
      }
    },
  );

  it.skipIf(isSkipped)(
    "a call of a used-up account that is over before it is refused, and may come again in a second",
    async () => {
      const { doors, store, createUsedUp } = await start();
      const { key, accountId } = await createUsedUp();
      for (const door of doors) {
        const outcome = await door.call({
          method: METHODS.getForecast,
          request: { lat: 1, lng: 1, days: 1 },
          key,
        });
        expect(outcome, door.name).toMatchObject({
          code: "resource_exhausted",
          reason: "MONTHLY_QUOTA_EXHAUSTED",
          retryAfterSeconds: 1,
        });
      }
      expect(await store.monthlyTotals(accountId)).toMatchObject([{ month: "2026-11", calls: 1 }]);
    },
  );
});
