// Three whole services on one server: what callers at their doors are told while they race for the last calls, and while
// that server is killed, hangs and comes back.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { CALLERS_CACHED_MS } from "../../src/accounts/cached-callers.ts";
import { apiKeySha256 } from "../../src/accounts/api-key.ts";
import { monthAt } from "../../src/accounts/month.ts";
import { openStore } from "../../src/accounts/open-store.ts";
import type { Door } from "../doors/door.ts";
import { createGrpcCaller } from "../doors/grpc-caller.ts";
import { createRestCaller } from "../doors/rest-caller.ts";
import { PATIENT_COMMANDS } from "../support/patient-commands.ts";
import { startTestService, type TestService } from "../support/test-service.ts";

const method = ForecastService.method.getForecast;
const request = { lat: 59.91, lng: 10.75, days: 1 };
/** By the server's clock, whatever that of the replicas says. */
const { month: MONTH } = monthAt(Date.now());

/** A call asks the store twice, each time for at most its deadline of some hundred ms; the rest is left for a busy machine. */
const LATENCY_MS_MAX = 5_000;

/** How long a test waits for what has to happen, on however busy a machine. */
const PATIENCE = { timeout: 20_000, interval: 10 };

interface Told {
  /** HTTP status; 200 for an answer. */
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  readonly ms: number;
}

/** A server that stores are on. What it answered is still there after `kill`. */
interface ReplicasServer {
  /** As STORE_URL names it. */
  readonly url: string;
  kill(): Promise<void>;
  /** Starts it again where it was. */
  start(): Promise<void>;
  /** From now on connections are accepted and nothing is answered. */
  hang(): void;
  goOn(): void;
  remove(): Promise<void>;
}

/** Describes what callers of replicas on one kind of server are told; each test has a server of its own. */
export function describeReplicas(
  kind: string,
  startServer: () => Promise<ReplicasServer>,
  { isSkipped }: { readonly isSkipped: boolean },
): void {
  describe.skipIf(isSkipped)(`three replicas on one ${kind}`, { timeout: 90_000 }, () => {
    let server: ReplicasServer;
    let first: TestService;
    let replicas: readonly TestService[] = [];
    let doors: readonly Door[] = [];

    beforeEach(async () => {
      server = await startServer();
    }, 60_000);
    afterEach(async () => {
      await Promise.all(doors.map((door) => door.close()));
      await Promise.all(replicas.map((replica) => replica.stop()));
      doors = [];
      replicas = [];
      await server.remove();
    });

    const startReplicas = async (patience: { commandTimeoutMs?: number }) => {
      const start = () => startTestService({ storeUrl: server.url }, patience);
      const started = await Promise.all([start(), start(), start()]);
      [first] = started;
      replicas = started;
      // A busy machine may need longer to connect than a call waits.
      await Promise.all(replicas.map(({ store }) => vi.waitFor(() => store.ping(), PATIENCE)));
      doors = replicas.flatMap(({ ports }) => [createRestCaller(ports.http), createGrpcCaller(ports.grpc)]);
    };
    const counted = async (accountId: string): Promise<number> => {
      const rows = await first.store.usage(accountId, MONTH);
      return rows.reduce((sum, { calls }) => sum + calls, 0);
    };

    it("50 callers that race through REST and gRPC for the last 20 calls get exactly 20 answers", async () => {
      await startReplicas(PATIENT_COMMANDS);
      const { key, accountId } = await first.createCaller({ monthlyQuota: 30 });
      const call = (_: unknown, n: number) => doors[n % doors.length]?.call({ method, request, key });
      await Promise.all(Array.from({ length: 10 }, call));

      const racing = Array.from({ length: 50 }, call);
      const told = (await Promise.all(racing)).map((outcome) =>
        outcome?.kind === "fault" ? outcome.code : outcome?.kind,
      );
      expect(told.toSorted()).toEqual([
        ...Array.from({ length: 20 }, () => "answer"),
        ...Array.from({ length: 30 }, () => "resource_exhausted"),
      ]);
      expect(await counted(accountId)).toBe(30);
    });

    it("a key revoked through one replica is refused by every other within a second", async () => {
      await startReplicas(PATIENT_COMMANDS);
      const { key } = await first.createCaller();
      const ask = () => Promise.all(doors.map((door) => door.call({ method, request, key })));
      expect((await ask()).map(({ kind }) => kind)).toEqual(doors.map(() => "answer"));

      const operator = await openStore(server.url, { ...first, ...PATIENT_COMMANDS });
      const caller = await operator.findCaller(apiKeySha256(key), MONTH);
      await operator.revokeKey(caller?.keyId ?? "");
      await operator.close();
      for (const { clock } of replicas) clock.advance(CALLERS_CACHED_MS);
      expect(await ask()).toMatchObject(doors.map(() => ({ kind: "fault", code: "unauthenticated" })));
    });

    it.each([
      { trouble: "killed", begin: () => server.kill(), end: () => server.start() },
      { trouble: "hung", begin: async () => server.hang(), end: async () => server.goOn() },
    ])(
      "one that is $trouble under load: 200 or 503 and nothing else, quickly, every answer counted, and back by itself",
      async ({ begin, end }) => {
        await startReplicas({});
        const { key, accountId } = await vi.waitFor(() => first.createCaller(), PATIENCE);
        const load = startLoad(replicas, key);
        await load.until((told) => answersIn(told) >= 100);

        await begin();
        await load.until((told) => told.length - answersIn(told) >= 100);
        expect(await Promise.all(replicas.map(isReady))).toEqual([false, false, false]);
        await end();
        const before = answersIn(load.told);
        await load.until((told) => answersIn(told) >= before + 100);
        const told = await load.stop();

        expect(new Set(told.map(({ status }) => status))).toEqual(new Set([200, 503]));
        const refused = told.filter(({ status }) => status === 503);
        expect(new Set(refused.map(({ retryAfterSeconds }) => retryAfterSeconds))).toEqual(new Set([2]));
        expect(Math.max(...told.map(({ ms }) => ms))).toBeLessThan(LATENCY_MS_MAX);
        await vi.waitFor(
          async () => expect(await Promise.all(replicas.map(isReady))).toEqual([true, true, true]),
          PATIENCE,
        );
        const calls = await vi.waitFor(() => counted(accountId), PATIENCE);
        expect(calls).toBeGreaterThanOrEqual(answersIn(told));
        // Counted and not answered are at most the calls that were under way when it happened.
        expect(calls - answersIn(told)).toBeLessThanOrEqual(load.width);
      },
    );
  });
}

async function isReady({ ports }: TestService): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${ports.ops}/readyz`)).ok;
}

function answersIn(told: readonly Told[]): number {
  return told.filter(({ status }) => status === 200).length;
}

/** Four callers a replica, who call through /v1 again and again. */
function startLoad(replicas: readonly TestService[], key: string) {
  const told: Told[] = [];
  const over = new AbortController();
  const callers = replicas.flatMap(({ ports }) =>
    Array.from({ length: 4 }, async () => {
      const door = createRestCaller(ports.http);
      while (!over.signal.aborted) {
        const startedAtMs = performance.now();
        const outcome = await door.call({ method, request, key });
        const { status = 0, retryAfterSeconds } =
          outcome.kind === "fault" ? outcome : { status: 200, retryAfterSeconds: undefined };
        told.push({ status, retryAfterSeconds, ms: performance.now() - startedAtMs });
      }
    }),
  );
  return {
    /** How many calls are under way at once. */
    width: callers.length,
    told,
    until: (isReached: (told: readonly Told[]) => boolean) =>
      vi.waitFor(() => expect(isReached(told)).toBe(true), PATIENCE),
    stop: async () => {
      over.abort();
      await Promise.all(callers);
      return told;
    },
  };
}
