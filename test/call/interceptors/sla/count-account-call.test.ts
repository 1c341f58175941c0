import { describe, expect, it, onTestFinished } from "vitest";
import { createApiKey } from "../../../../src/accounts/api-key.ts";
import { BUILT_IN_PLANS } from "../../../../src/accounts/plans/built-in-plans.ts";
import { createPlans } from "../../../../src/accounts/plans/plans.ts";
import { createCountAccountCall } from "../../../../src/call/interceptors/sla/count-account-call.ts";
import { createMetrics } from "../../../../src/ops/metrics.ts";
import { CALLERS_CACHED_MS } from "../../../../src/accounts/serving-store.ts";
import type { Config } from "../../../../src/config/config.ts";
import { freePort } from "../../../support/free-port.ts";
import { startSidecar } from "../../../support/start-sidecar.ts";
import { startTestService } from "../../../support/test-service.ts";
import { madeUpCall } from "../../made-up-call.ts";

async function setUp(settings?: Partial<Config>) {
  const service = await startTestService(settings);
  onTestFinished(() => service.stop());
  const call = (key: string, path = "forecast?lat=1&lng=2", port = service.ports.http) =>
    statusAt(port, path, key);
  return { ...service, call };
}

const statusAt = async (port: number, path: string, key: string) =>
  (await fetch(`http://127.0.0.1:${port}/v1/${path}`, { headers: { "x-api-key": key } })).status;

/** Counts above 0 by account and result, from the second scrape: `{ "acc_a good": 2 }`. */
async function countsAt(opsPort: number): Promise<Record<string, number>> {
  const scrape = async () => (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
  await scrape();
  const text = await scrape();
  const found = text.matchAll(/^suitability_account_calls_total\{account="(.+)",result="(.+)"\} (\d+)$/gm);
  return Object.fromEntries(
    [...found]
      .map(([, account, result, count]) => [`${account} ${result}`, Number(count)])
      .filter(([, count]) => count !== 0),
  );
}

describe("the calls of an account that is promised something", () => {
  it("are counted by its id, also through a sidecar; other accounts share one count, refusals and free methods have none", async () => {
    const { call, createCaller, ports } = await setUp();
    const growth = await createCaller({ monthlyQuota: 2 });
    const starter = await createCaller({ plan: "starter" });
    for (const { key } of [growth, starter]) {
      expect([await call(key), await call(key, undefined, ports.sidecar)]).toEqual([200, 200]);
    }
    const statuses = [
      await call(growth.key),
      await call(growth.key, "forecast?lat=1"),
      await call(growth.key, "sports"),
      await call("wsk_mistyped"),
    ];
    expect(statuses).toEqual([429, 400, 200, 401]);
    expect(await countsAt(ports.ops)).toEqual({ [`${growth.accountId} good`]: 2, "other good": 2 });
  });

  it("count as failed when no source has a forecast", async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const { call, createCaller, ports } = await setUp({
      weatherSources: ["open-meteo"],
      openMeteoUrl: nowhere,
    });
    const { key, accountId } = await createCaller();
    expect(await call(key)).toBe(503);
    expect(await countsAt(ports.ops)).toEqual({ [`${accountId} failed`]: 1 });
  });

  it("are not counted without a key, whatever became of them", async () => {
    const metrics = createMetrics({ version: "test" });
    const count = createCountAccountCall({
      metrics,
      store: { lastKnownCaller: () => undefined },
      plans: createPlans(BUILT_IN_PLANS),
      freeMethods: new Set(),
      callTimeoutMs: 10_000,
    });
    count(madeUpCall(), { code: "deadline_exceeded", ms: 10_000 });
    expect(await metrics.registry.metrics()).toContain('{account="unknown",result="failed"} 0');
  });

  it("count for the account while the store is away, if its key was seen before; a sidecar counts none of them", async () => {
    const { call, createCaller, ports, sidecarOpsPort, store, clock } = await setUp();
    const known = await createCaller();
    const stranger = await createCaller();
    await call(known.key, undefined, ports.sidecar);
    await store.close();
    clock.advance(CALLERS_CACHED_MS);
    expect(await call(known.key, undefined, ports.sidecar)).toBe(503);
    expect([await call(stranger.key), await call("wsk_mistyped")]).toEqual([503, 401]);
    expect(await countsAt(ports.ops)).toEqual({
      [`${known.accountId} good`]: 1,
      [`${known.accountId} failed`]: 1,
      "unknown failed": 1,
    });
    expect(await countsAt(sidecarOpsPort)).toEqual({});
  });
});

it("a sidecar counts what does not reach its core as unknown's", async () => {
  const sidecar = await startSidecar({ corePort: await freePort() });
  const statusOf = (path: string) => statusAt(sidecar.ports.http, path, createApiKey());
  expect(await statusOf("forecast?lat=1&lng=2")).toBe(503);
  expect(await statusOf("sports")).toBe(503);
  expect(await statusOf("forecast?lat=1&nonsense=2")).toBe(400);
  expect(await countsAt(sidecar.ports.ops)).toEqual({ "unknown failed": 1 });
});
