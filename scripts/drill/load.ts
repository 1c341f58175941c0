// Callers who come at a steady rate, whatever becomes of those before, through a balancer that knows which replicas are ready.
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, credentials } from "@grpc/grpc-js";
import type { Fleet, Replica } from "./fleet.ts";

/** What became of the calls of an event. */
export interface Tally {
  readonly sent: number;
  /** With 200. */
  readonly answered: number;
  /** By a replica, or by the balancer where none is ready. */
  readonly refused: number;
  /** Without any answer: the connection broke, or 10 s were over. */
  readonly cutOff: number;
  /** The longest time without an answer to anybody. */
  readonly silentSeconds: number;
}

export interface Load {
  /** So far. */
  tally(): Tally;
  /** Resolves when this many more have been answered. */
  untilAnswered(more: number): Promise<void>;
  /** Sends no more, and waits for those under way. */
  stop(): Promise<Tally>;
}

const CALL_TIMEOUT_MS = 10_000;
const TICK_MS = 10;
const RECOVERY_MS = 60_000;

/** Four times as often as k8s/base has its readiness probe, which fails as often in a row. */
const PROBE_MS = 500;
const PROBE_FAILURES = 2;

export function startLoad({ replicas, keys }: Fleet, callsPerSecond: number): Load {
  const balancer = startBalancer(replicas);
  const agent = new Agent({ keepAlive: true });
  const startedMs = performance.now();
  const underWay = new Set<Promise<void>>();
  const counts = { sent: 0, answered: 0, refused: 0, cutOff: 0 };
  let lastAnswerMs = startedMs;
  let silentMs = 0;

  const noteAnswer = () => {
    const nowMs = performance.now();
    silentMs = Math.max(silentMs, nowMs - lastAnswerMs);
    lastAnswerMs = nowMs;
  };
  const call = async (key: string) => {
    // As balancers do, one that does not listen is passed over: it has not read anything.
    for (const replica of balancer.inTurn()) {
      const status = await statusOf(replica, key, agent);
      if (status === "not listening") continue;
      if (status === 200) noteAnswer();
      counts[status === 200 ? "answered" : status === "cut off" ? "cutOff" : "refused"] += 1;
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

/** Asks each replica for its health as the kubelet does, over gRPC. */
function startBalancer(replicas: readonly Replica[]) {
  const failures = new Map(replicas.map((replica) => [replica, 0]));
  const probe = async (replica: Replica) => {
    const isServing = await serves(replica);
    failures.set(replica, isServing ? 0 : (failures.get(replica) ?? 0) + 1);
  };
  const probes = setInterval(() => replicas.forEach((replica) => void probe(replica)), PROBE_MS);
  let turn = 0;
  return {
    /** The ready ones, each time another first. */
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
/** The answer's first field, which is SERVING. */
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
