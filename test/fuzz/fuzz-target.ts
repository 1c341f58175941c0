// The service that is fuzzed, and whether it is unharmed afterwards.
import { afterAll, beforeAll, expect, vi } from "vitest";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import type { AccountStore } from "../../src/accounts/store.ts";
import type { KeyRestrictions } from "../../src/accounts/key.ts";
import { issueKey } from "../accounts/issue-key.ts";
import { allDoors } from "../doors/all-doors.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";
import { createTally, IS_LONG, type Tally } from "./fuzz-runs.ts";
import type { FuzzKeys } from "./hostile-text.ts";

export interface FuzzTarget {
  readonly ports: TestService["ports"];
  readonly keys: FuzzKeys;
  /** Lets a second pass for the service, so that its limit on uncounted calls allows another batch. */
  passSecond(): void;
  /**
   * Every door gives the right answer, nothing was printed past the log, no warning came from the runtime, and all
   * connections but the service's own are closed.
   */
  expectUnharmed(): Promise<void>;
  stop(): Promise<void>;
}

const QUOTA = 100_000_000;

export interface FuzzSuite {
  /** Set when the suite begins. */
  readonly target: FuzzTarget;
  /** A tally that is printed after a long run. */
  tallyOf(name: string): Tally;
}

/** One target for a whole suite. */
export function useFuzzTarget(): FuzzSuite {
  const tallies: Tally[] = [];
  const suite = {
    target: undefined as unknown as FuzzTarget,
    tallyOf: (name: string) => {
      const tally = createTally(name);
      tallies.push(tally);
      return tally;
    },
  };
  beforeAll(async () => {
    suite.target = await startFuzzTarget();
  });
  afterAll(async () => {
    await suite.target.stop();
    if (IS_LONG) console.log(tallies.map(String).join("\n"));
  });
  return suite;
}

/** The good key and keys of other kinds, and the ids of accounts whose calls are never counted. */
export async function createFuzzKeys(store: AccountStore, good: { accountId: string; key: string }) {
  const createKey = async (accountId: string, restrictions?: KeyRestrictions) =>
    (await issueKey(store, accountId, { restrictions })).apiKey;
  const suspended = await store.createAccount({ name: "suspended", plan: "growth", monthlyQuota: QUOTA });
  await store.updateAccount(suspended.id, { isSuspended: true });
  const usedUp = await store.createAccount({ name: "used up", plan: "starter", monthlyQuota: 0 });
  const keys: FuzzKeys = {
    good: good.key,
    suspended: await createKey(suspended.id),
    usedUp: await createKey(usedUp.id),
    publishable: await createKey(good.accountId, {
      origins: ["https://a.example"],
      places: ["51.51,-0.13", "0.00,0.00"],
      operations: ["forecast", "booking-confidence"],
      callsADay: QUOTA,
    }),
  };
  return { keys, uncounted: [suspended.id, usedUp.id] };
}

async function startFuzzTarget(): Promise<FuzzTarget> {
  // What libraries print by themselves goes past the log.
  const printed: string[] = [];
  const print = vi
    .spyOn(console, "error")
    .mockImplementation((...words) => void printed.push(words.map(String).join(" ")));
  const warn = (warning: Error) => printed.push(String(warning));
  process.on("warning", warn);

  const service = await startTestService();
  // This caller asks about places all over the world, so its plan has no limit on new places.
  const good = await service.createCaller({ plan: "enterprise", monthlyQuota: QUOTA });
  const definition = { id: "centre-court", base: "tennis", label: "Centre Court tennis", sheltered: true };
  await service.store.setSport(good.accountId, { id: definition.id, definition: JSON.stringify(definition) });
  const { keys } = await createFuzzKeys(service.store, good);

  const expectAnswers = async () => {
    const doors = allDoors(service.ports);
    const request = { lat: 51.5074, lng: -0.1278, days: 1 };
    const right = {
      kind: "answer",
      body: { location: { lat: 51.5074, lng: -0.1278 }, hours: { length: 24 } },
    };
    for (const door of doors) {
      // A saturated service refuses calls until it has caught up.
      await vi.waitFor(
        async () => {
          const outcome = await door.call({
            method: ForecastService.method.getForecast,
            request,
            key: good.key,
          });
          expect(outcome, door.name).toMatchObject(right);
        },
        { timeout: 10_000 },
      );
    }
    await Promise.all(doors.map((door) => door.close()));
    for (const port of [service.ports.ops, service.sidecarOpsPort]) {
      const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
      expect({ status: ready.status, body: await ready.json() }).toEqual({
        status: 200,
        body: { status: "ready" },
      });
    }
  };

  await expectAnswers();
  const openAtRest = openSockets();

  return {
    ports: service.ports,
    keys,
    passSecond: () => service.clock.advance(1_000),
    expectUnharmed: async () => {
      await expectAnswers();
      expect(printed.splice(0)).toEqual([]);
      await vi.waitFor(() => expect(openSockets()).toBeLessThanOrEqual(openAtRest), { timeout: 10_000 });
    },
    stop: async () => {
      await service.stop();
      process.off("warning", warn);
      print.mockRestore();
    },
  };
}

/** Counts both ends of every connection: the service and its callers are one process here. */
function openSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
}
