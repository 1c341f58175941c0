// The instant at which a month ends, at every door: a call belongs to the month in which it is spent.
import { expect, it, vi } from "vitest";
import { NOW_MS } from "../support/test-service.ts";
import { openMeteoPayload } from "../weather/open-meteo/payload.ts";
import { METHODS } from "./methods.ts";
import { startProvider, startWithDoors } from "./start-with-doors.ts";

const PATIENCE = { timeout: 30_000 };
const LAST_MOMENT_MS = Date.parse("2026-11-30T23:59:59.900Z");

it(
  "a call that begins before the end of a month and is answered after it is counted and told in the next month, also to an account that was used up",
  { timeout: 60_000 },
  async () => {
    const body = openMeteoPayload({ nowMs: LAST_MOMENT_MS });
    const { upstream, settings } = await startProvider({ kind: "answer", body });
    const { doors, clock, store, createCaller } = await startWithDoors({
      ...settings,
      callTimeoutMs: 60_000,
    });
    clock.advance(LAST_MOMENT_MS - NOW_MS);
    for (const [i, door] of doors.entries()) {
      const { key, accountId } = await createCaller({ plan: "starter", monthlyQuota: 1 });
      const spending = { accountId, month: "2026-11", day: 30, method: "GetForecast", quota: 1 };
      expect(await store.spend(spending)).toEqual({ kind: "Spent", used: 1 });
      const release = Promise.withResolvers<void>();
      upstream.behave({ kind: "answer", body, after: release.promise });
      const called = door.call({
        method: METHODS.getForecast,
        request: { lat: 10 + i, lng: 10, days: 1 },
        key,
      });
      await vi.waitFor(() => expect(upstream.atOnce).toBe(1), PATIENCE);
      clock.advance(200);
      release.resolve();
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
