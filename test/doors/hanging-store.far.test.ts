// A store that hangs for longer than a call may take: the call's own deadline holds, whatever the call waits for.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { BUILT_IN_PLANS } from "../../src/accounts/plans/built-in-plans.ts";
import { withConcurrentCalls } from "../../src/app/settings/concurrent-calls.ts";
import { usePostgresServer } from "../contracts/use-postgres-server.ts";
import { createLogLines } from "../support/fakes/log-lines.ts";
import { isPostgresInstalled, type PostgresServer } from "../support/programs/postgres-server.ts";
import type { Door } from "./door.ts";
import { LONDON, METHODS } from "./methods.ts";
import { startWithDoors } from "./start-with-doors.ts";

const PATIENCE = { timeout: 20_000, interval: 10 };

/** Far longer than any call in these tests may take. */
const commandTimeoutMs = 60_000;

/** A service whose PostgreSQL can hang; its caller is cached, so that only counting waits for the store. */
async function startOnPostgres(server: PostgresServer, callTimeoutMs: number) {
  const plans = withConcurrentCalls(BUILT_IN_PLANS, { starter: 1 });
  const settings = { storeUrl: server.url, callTimeoutMs, plans, logLevel: "error" as const };
  const { lines: errorLines, destination } = createLogLines();
  const service = await startWithDoors(settings, { commandTimeoutMs, destination });
  const { key, accountId } = await vi.waitFor(() => service.createCaller({ plan: "starter" }), PATIENCE);
  const ask = (door: Door) => door.call({ method: METHODS.getForecast, request: LONDON, key });
  // Forecasts are shared through the store too. This call caches the place in memory, so that only counting waits.
  await vi.waitFor(
    async () => expect(await ask(service.doors[0])).toMatchObject({ kind: "answer" }),
    PATIENCE,
  );
  onTestFinished(() => server.goOn());
  const unanswered = () => service.figureOf('unanswered_spends_total{fate="counted"}');
  const counted = async () => (await service.store.monthlyTotals(accountId))[0]?.calls;
  return { ...service, ask, counted, unanswered, errorLines };
}

describe.skipIf(!isPostgresInstalled())("a store that hangs", { timeout: 60_000 }, () => {
  const server = usePostgresServer();

  it("lets a call end at its deadline at every door, and does not let it block the account's next call", async () => {
    const { doors, ask, counted, unanswered } = await startOnPostgres(server(), 200);
    const before = { counted: (await counted()) ?? 0, unanswered: await unanswered() };
    server().hang();
    for (const door of doors) {
      const startedMs = performance.now();
      // The plan allows one call at once: the next door's call would be refused if this call had not ended.
      expect(await ask(door), door.name).toMatchObject({ code: "deadline_exceeded" });
      expect(performance.now() - startedMs, door.name).toBeLessThan(2_000);
    }
    server().goOn();
    // Every call stays counted, and the metric has each of them.
    await vi.waitFor(async () => expect(await unanswered()).toBe(before.unanswered + doors.length), PATIENCE);
    expect(await counted()).toBe(before.counted + doors.length);
  });

  it("is the reason reported to a caller with more concurrent calls than its plan allows, instead of too many calls", async () => {
    const { doors, ask, errorLines } = await startOnPostgres(server(), 30_000);
    errorLines.length = 0;
    server().hang();
    const held = ask(doors[0]);
    const isTold = async (door: Door) =>
      expect(await ask(door), door.name).toMatchObject({ code: "unavailable", reason: "STORE_UNAVAILABLE" });
    // At first the service cannot know that the store hangs.
    await vi.waitFor(() => isTold(doors[0]), PATIENCE);
    for (const door of doors) await isTold(door);
    // However many calls are refused like this, they do not flood the log.
    expect(errorLines.filter(({ msg }) => String(msg).includes("the account store is unavailable"))).toEqual(
      [],
    );
    server().goOn();
    expect(await held).toMatchObject({ kind: "answer" });
    expect(await ask(doors[0])).toMatchObject({ kind: "answer" });
  });
});
