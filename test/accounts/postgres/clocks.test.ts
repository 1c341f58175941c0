// Replicas whose clocks differ from PostgreSQL's: calls are counted by PostgreSQL's clock, and operators are warned.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { issueKey } from "../issue-key.ts";
import { countAt } from "../../contracts/postgres-backing.ts";
import { usePostgresServer } from "../../contracts/use-postgres-server.ts";
import { isPostgresInstalled } from "../../support/programs/postgres-server.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { PATIENT_COMMANDS } from "../../support/fakes/patient-commands.ts";
import { HOUR_MS } from "../../../src/lib/time/clock.ts";
import { placeAt } from "../../../src/lib/place.ts";

/** The headers of a call from a page. */
const PAGE = { origin: "https://club.example" };

describe.skipIf(!isPostgresInstalled())("a replica whose clock", { timeout: 60_000 }, () => {
  const server = usePostgresServer();
  let right: TestService;
  let wrong: TestService;

  beforeAll(async () => {
    [right, wrong] = await Promise.all([start(), start()]);
  }, 60_000);
  afterAll(async () => {
    await Promise.all([right, wrong].map((replica) => replica.stop()));
  });
  beforeEach(() => countAt(server().url, "NULL"));

  const start = async () => {
    const replica = await startTestService({ storeUrl: server().url }, PATIENT_COMMANDS);
    await vi.waitFor(() => replica.store.ping(), { timeout: 20_000 });
    return replica;
  };
  /** Sets the clocks of the server and of `right` to the first time, and the clock of `wrong` to the second. */
  const setClocks = async (serverTime: string, wrongTime: string) => {
    await countAt(server().url, `'${serverTime}'`);
    right.clock.goTo(serverTime);
    wrong.clock.goTo(wrongTime);
  };
  const call = async ({ get }: TestService, key: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await get("/v1/forecast?lat=51.5&lng=0&days=1", { key, headers });
    const { reason } = (await answer.json()) as { reason?: string };
    return { status: answer.status, reason, retryAfter: answer.headers.get("retry-after") };
  };
  const statuses = async (
    replica: TestService,
    calls: number,
    ...who: [key: string, headers?: typeof PAGE]
  ) => {
    const told: number[] = [];
    for (let n = 0; n < calls; n += 1) told.push((await call(replica, ...who)).status);
    return told;
  };

  it("is an hour ahead of PostgreSQL's at the end of a month gives no second quota", async () => {
    await setClocks("2026-11-30T23:30:00Z", "2026-12-01T00:30:00Z");
    const { key, accountId } = await right.createCaller({ monthlyQuota: 3 });
    expect(await statuses(right, 2, key)).toEqual([200, 200]);
    expect(await statuses(wrong, 2, key)).toEqual([200, 429]);
    expect(await right.callsOf(accountId, "2026-11")).toBe(3);
    expect(await right.callsOf(accountId, "2026-12")).toBe(0);
  });

  it("is an hour ahead of PostgreSQL's at the end of a month says until when to wait by PostgreSQL's", async () => {
    await setClocks("2026-11-30T23:30:00Z", "2026-12-01T00:30:00Z");
    const { key } = await right.createCaller({ monthlyQuota: 1 });
    expect(await statuses(right, 1, key)).toEqual([200]);
    expect(await call(wrong, key)).toMatchObject({
      reason: "MONTHLY_QUOTA_EXHAUSTED",
      retryAfter: "1800",
    });
  });

  it("is an hour behind counts in the new month as soon as it has begun for PostgreSQL", async () => {
    await setClocks("2026-11-30T23:59:59Z", "2026-11-30T22:59:59Z");
    const { key, accountId } = await right.createCaller({ monthlyQuota: 2 });
    expect(await statuses(wrong, 3, key)).toEqual([200, 200, 429]);
    await setClocks("2026-12-01T00:00:02Z", "2026-11-30T23:00:02Z");
    expect(await statuses(wrong, 3, key)).toEqual([200, 200, 429]);
    expect(await right.callsOf(accountId, "2026-12")).toBe(2);
  });

  it("is wrong takes a publishable key's day from the database too", async () => {
    await setClocks("2026-11-20T23:30:00Z", "2026-11-21T00:30:00Z");
    const { accountId } = await right.createCaller();
    const restrictions = {
      origins: [PAGE.origin],
      places: [placeAt(51.5, 0).key],
      operations: ["forecast"],
      callsADay: 3,
    } as const;
    const { apiKey } = await issueKey(right.store, accountId, { restrictions });
    expect(await statuses(right, 2, apiKey, PAGE)).toEqual([200, 200]);
    expect(await statuses(wrong, 2, apiKey, PAGE)).toEqual([200, 429]);
    expect(await call(wrong, apiKey, PAGE)).toMatchObject({ reason: "DAILY_LIMIT", retryAfter: "1800" });
  });

  describe("differs by an hour", () => {
    const readyz = async () => {
      const answer = await fetch(`http://127.0.0.1:${wrong.ports.ops}/readyz`);
      return { status: answer.status, body: await answer.json() };
    };
    const setAheadMs = (ms: number) => wrong.clock.goTo(Date.now() + ms);

    it("reports how far it is ahead in /readyz, and stays ready", async () => {
      setAheadMs(0);
      expect(await readyz()).toEqual({ status: 200, body: { status: "ready" } });
      setAheadMs(HOUR_MS);
      expect(await readyz()).toEqual({
        status: 200,
        body: {
          status: "ready",
          warning: expect.stringMatching(/^this clock is 3[56]\d\d s ahead of the database's/),
        },
      });
    });

    it("reports how far it is ahead in a metric", async () => {
      setAheadMs(HOUR_MS);
      await readyz();
      const [, ahead] = /^suitability_store_clock_ahead_seconds (.*)$/m.exec(await wrong.metrics()) ?? [];
      expect(Number(ahead)).toBeGreaterThan(3_500);
    });

    it("reports how far it is behind in /readyz", async () => {
      setAheadMs(-HOUR_MS);
      expect((await readyz()).body).toMatchObject({
        warning: expect.stringContaining("s behind the database's"),
      });
    });
  });
});
