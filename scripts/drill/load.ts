// Sends calls at a steady rate, whatever happens to earlier ones, through a balancer that knows which replicas are ready.
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, credentials } from "@grpc/grpc-js";
import type { Fleet, Replica } from "./fleet.ts";

/** The outcomes of the calls of an event. */
export interface Tally {
  readonly sent: number;
  /** Status 200. */
  readonly answered: number;
  /** Status 503 from a replica, or no ready replica. */
  readonly refused: number;
  /** Any other status. */
  readonly failed: number;
  /** No answer: the connection broke, or 10 s passed. */
  readonly cutOff: number;
  /** The longest time in which no call was answered. */
  readonly silentSeconds: number;
}

export interface Load {
  /** So far. */
  tally(): Tally;
  /** Resolves when this many more calls have been answered. */
  untilAnswered(more: number): Promise<void>;
  /** Stops sending and waits for the calls in flight. */
  stop(): Promise<Tally>;
}

const CALL_TIMEOUT_MS = 10_000;
const TICK_MS = 10;
const RECOVERY_MS = 60_000;

/** The readiness probe of k8s/base also needs two failures in a row, but runs every two seconds. */
const PROBE_MS = 500;
const PROBE_FAILURES = 2;

export function startLoad({ replicas, keys }: Fleet, callsPerSecond: number): Load {
  const balancer = startBalancer(replicas);
  const agent = new Agent({ keepAlive: true });
  const startedMs = performance.now();
  const underWay = new Set<Promise<void>>();
  const counts = { sent: 0, answered: 0, refused: 0, failed: 0, cutOff: 0 };
  let lastAnswerMs = startedMs;
  let silentMs = 0;

  const noteAnswer = () => {
    const nowMs = performance.now();
    silentMs = Math.max(silentMs, nowMs - lastAnswerMs);
    lastAnswerMs = nowMs;
  };
  const call = async (key: string) => {
    // Like other balancers, skips a replica that refuses connections: it cannot have read the call.
    for (const replica of balancer.inTurn()) {
      const status = await statusOf(replica, key, agent);
      if (status === "not listening") continue;
      if (status === 200) noteAnswer();
      counts[OUTCOMES.get(status) ?? "failed"] += 1;
      return;
    }
    counts.refused += 1;
  };
  const ticks = setInterval(() => {
    const due = ((performance.now() - startedMs) / 1_000) * callsPerSecond;
    while (counts.sent < due) {
      counts.sent += 1;
      const called = call(keys[counts.sent % keys.length] ?? "");
      underWay.add(called);
      void called.finally(() => underWay.delete(called));
    }
  }, TICK_MS);

  const tally = () => {
    const sinceMs = performance.now() - lastAnswerMs;
    return { ...counts, silentSeconds: Math.max(silentMs, sinceMs) / 1_000 };
  };
  return {
    tally,
    untilAnswered: async (more) => {
      const wanted = counts.answered + more;
      const untilMs = performance.now() + RECOVERY_MS;
      while (counts.answered < wanted) {
        if (performance.now() > untilMs) throw new Error("calls are not answered again");
        await sleep(TICK_MS);
      }
    },
    stop: async () => {
      clearInterval(ticks);
      const result = tally();
      await Promise.all(underWay);
      balancer.stop();
      agent.destroy();
      return { ...result, ...counts };
    },
  };
}

type Outcome = number | "not listening" | "cut off";

const OUTCOMES = new Map<Outcome, "answered" | "refused" | "cutOff">([
  [200, "answered"],
  [503, "refused"],
  ["cut off", "cutOff"],
]);

function statusOf({ ports }: Replica, key: string, agent: Agent): Promise<Outcome> {
  return new Promise((resolve) => {
    const sent = request(
      {
        agent,
        host: "127.0.0.1",
        port: ports.http,
        path: "/v1/forecast?lat=52.52&lng=13.41&days=1",
        headers: { "x-api-key": key },
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      },
      (response) => {
        response.once("error", () => resolve("cut off")).resume();
        response.once("end", () => resolve(response.statusCode ?? 0));
      },
    );
    sent.once("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code === "ECONNREFUSED" ? "not listening" : "cut off"),
    );
    sent.end();
  });
}

/** Probes the health of each replica over gRPC, as the kubelet does. */
function startBalancer(replicas: readonly Replica[]) {
  const failures = new Map(replicas.map((replica) => [replica, 0]));
  const probe = async (replica: Replica) => {
    const isServing = await serves(replica);
    failures.set(replica, isServing ? 0 : (failures.get(replica) ?? 0) + 1);
  };
  const probes = setInterval(() => replicas.forEach((replica) => void probe(replica)), PROBE_MS);
  let turn = 0;
  return {
    /** The ready replicas, rotated by one each time. */
    inTurn: () => {
      const ready = replicas.filter((replica) => (failures.get(replica) ?? 0) < PROBE_FAILURES);
      const first = (turn += 1) % Math.max(1, ready.length);
      return [...ready.slice(first), ...ready.slice(0, first)];
    },
    stop: () => clearInterval(probes),
  };
}

const HEALTH = "/grpc.health.v1.Health/Check";
const same = (bytes: Buffer) => bytes;
/** A HealthCheckResponse whose status is SERVING. */
const SERVING = Buffer.of(8, 1);

function serves({ ports }: Replica): Promise<boolean> {
  const client = new Client(`127.0.0.1:${ports.grpc}`, credentials.createInsecure());
  const deadline = Date.now() + 2 * PROBE_MS;
  return new Promise((resolve) => {
    client.makeUnaryRequest(HEALTH, same, same, Buffer.of(), { deadline }, (error, answer?: Buffer) => {
      client.close();
      resolve(error === null && answer !== undefined && answer.equals(SERVING));
    });
  });
}
