// Three replicas of the service on one database.
import {
  freePorts,
  listenAt,
  startProgram,
  untilListening,
  type Program,
} from "../../test/support/programs/program.ts";
import { startPgBouncer } from "../../test/support/programs/pgbouncer.ts";
import { postgresCommand } from "../../test/support/programs/postgres-command.ts";
import { createPostgresRoles, SECRETS } from "../../test/support/fakes/stand-in-cluster/postgres-roles.ts";
import { issueApiKey } from "../../src/accounts/issue-api-key.ts";
import { openStore } from "../../src/app/open-store.ts";
import { systemClock } from "../../src/lib/time/clock.ts";
import type { PostgresCluster } from "./postgres-cluster.ts";
import { startRelay } from "./relay.ts";

/** Not 5 s as in k8s/base: the balancer of the drill notices within a second that a replica is not ready. */
const DRAIN_DELAY_MS = "2000";

/** Several accounts, so that calls seldom wait for each other's row locks. */
const ACCOUNTS = 6;

export interface Replica {
  readonly ports: { readonly grpc: number; readonly http: number; readonly ops: number };
  kill(): Promise<void>;
  /** As Kubernetes ends a pod. */
  end(): Promise<void>;
  /** With the same ports as before; returns when it listens. */
  start(): Promise<void>;
}

export interface Fleet {
  readonly replicas: readonly Replica[];
  readonly keys: readonly string[];
  /** Cuts the first replica off from the database. */
  cutOff(): void;
  mend(): void;
  /** Restarts the PgBouncers between the last replica and the database. */
  restartPgBouncers(): Promise<void>;
  /** The calls counted so far, read from the current primary. */
  counted(): Promise<number>;
  remove(): Promise<void>;
}

/**
 * The first replica reaches the database through relays that can be cut, the second directly, the third through a PgBouncer before
 * each PostgreSQL. Each STORE_URL names all three hosts.
 */
export async function startFleet(cluster: PostgresCluster): Promise<Fleet> {
  const ports = cluster.machines.map(({ port }) => port);
  const superuserUrl = cluster.primary().url;
  const ownersUrl = await createPostgresRoles(superuserUrl);
  // As docs/stores.md recommends for a PgBouncer in transaction mode.
  await postgresCommand(superuserUrl, "ALTER ROLE suitability SET statement_timeout = '300ms'");
  const keys = await createKeys(ownersUrl);

  const password = SECRETS["POSTGRES_PASSWORD"];
  const urlAt = (at: readonly number[], query = "") =>
    `postgres://suitability:${password}@${hostsAt(at)}/suitability${query}`;
  const relays = await Promise.all(ports.map(startRelay));
  const bouncers = await Promise.all(ports.map((port) => startPgBouncer(urlAt([port]))));
  const bouncerPorts = bouncers.map(({ throughIt }, index) => {
    const { port } = new URL(throughIt(urlAt([ports[index] ?? 0])));
    return Number(port);
  });
  const urls = [
    urlAt(relays.map(({ port }) => port)),
    urlAt(ports, "?target_session_attrs=read-write"),
    urlAt(bouncerPorts, "?prepare=false"),
  ];
  const replicas = await Promise.all(urls.map(createReplica));
  // For a drill that is interrupted.
  const killAtExit = () => replicas.forEach((replica) => replica.killAtOnce());
  process.once("exit", killAtExit);
  await Promise.all(replicas.map((replica) => replica.start()));
  return {
    replicas,
    keys,
    cutOff: () => relays.forEach((relay) => relay.cut()),
    mend: () => relays.forEach((relay) => relay.mend()),
    restartPgBouncers: async () => {
      await Promise.all(bouncers.map((bouncer) => bouncer.restart()));
    },
    counted: async () => {
      const url = cluster.primary().url.replace(/\/postgres$/, "/suitability");
      const [row] = await postgresCommand(url, CALLS_COUNTED);
      return Number(row?.["calls"]);
    },
    remove: async () => {
      process.off("exit", killAtExit);
      await Promise.all(replicas.map((replica) => replica.kill()));
      await Promise.all(bouncers.map((bouncer) => bouncer.remove()));
      relays.forEach((relay) => relay.close());
    },
  };
}

const CALLS_COUNTED = "SELECT coalesce(sum(calls), 0)::integer AS calls FROM usage_by_month";

const hostsAt = (ports: readonly number[]) => ports.map((port) => `127.0.0.1:${port}`).join(",");

async function createKeys(ownersUrl: string): Promise<readonly string[]> {
  const store = await openStore(ownersUrl, { clock: systemClock });
  try {
    const keys: string[] = [];
    for (let i = 0; i < ACCOUNTS; i += 1) {
      const { id } = await store.createAccount({
        name: "Courts",
        plan: "internal",
        monthlyQuota: 1_000_000_000,
      });
      const issued = await issueApiKey({ store, accountId: id });
      keys.push(issued?.apiKey ?? "");
    }
    return keys;
  } finally {
    await store.close();
  }
}

async function createReplica(storeUrl: string) {
  let program: Program | undefined;
  const ports = await freePorts();
  const endBy = async (signal: NodeJS.Signals) => {
    program?.signal(signal);
    await program?.ended;
    program = undefined;
  };
  return {
    ports,
    kill: () => endBy("SIGKILL"),
    end: () => endBy("SIGTERM"),
    killAtOnce: () => void program?.signal("SIGKILL"),
    start: async () => {
      const started = startProgram(["serve"], {
        ...listenAt(ports),
        STORE_URL: storeUrl,
        WEATHER_SOURCES: "simulated",
        DRAIN_DELAY_MS,
      });
      program = started;
      await untilListening(started);
    },
  };
}
