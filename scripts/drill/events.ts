// The failures of the drill, one at a time. No standby is promoted by hand.
import { setTimeout as sleep } from "node:timers/promises";
import type { Fleet } from "./fleet.ts";
import type { PatroniCluster } from "./patroni-cluster.ts";

interface Stage {
  readonly cluster: PatroniCluster;
  readonly fleet: Fleet;
  /** How long a killed replica or standby stays away. A killed primary is started again as soon as there is another. */
  readonly awayMs: number;
  /** How long a replica is cut off from the database. */
  readonly cutOffMs: number;
}

interface DrillEvent {
  readonly name: string;
  /** Breaks something and restores it; PostgreSQL may still be recovering when `happen` returns. */
  happen(stage: Stage): Promise<void>;
}

export const EVENTS: readonly DrillEvent[] = [
  {
    name: "a replica is killed",
    happen: async ({ fleet, awayMs }) => {
      const [, replica] = fleet.replicas;
      await replica?.kill();
      await sleep(awayMs);
      await replica?.start();
    },
  },
  {
    name: "the primary is killed",
    happen: async ({ cluster }) => {
      const primary = await cluster.primary();
      await primary.kill();
      await cluster.untilPrimary();
      await primary.start();
    },
  },
  {
    name: "a standby is killed",
    happen: async ({ cluster, awayMs }) => {
      const [standby] = await cluster.standbys();
      await standby?.kill();
      await sleep(awayMs);
      await standby?.start();
    },
  },
  {
    name: "both standbys are killed",
    happen: async ({ cluster, awayMs }) => {
      const standbys = await cluster.standbys();
      await Promise.all(standbys.map((standby) => standby.kill()));
      await sleep(awayMs);
      await Promise.all(standbys.map((standby) => standby.start()));
    },
  },
  {
    name: "the primary freezes",
    happen: async ({ cluster }) => {
      const primary = await cluster.primary();
      primary.freeze();
      await cluster.untilPrimary();
      // The frozen machine is killed, as a watchdog would kill it. If it resumed, its Patroni 3.0.2 (Debian 12) would take the
      // lock back from the new primary: https://github.com/patroni/patroni/pull/2689.
      await primary.kill();
      await primary.start();
    },
  },
  {
    name: "a replica is cut off from the database",
    happen: async ({ fleet, cutOffMs }) => {
      fleet.cutOff();
      await sleep(cutOffMs);
      fleet.mend();
    },
  },
  { name: "PgBouncer is restarted", happen: ({ fleet }) => fleet.restartPgBouncers() },
  {
    name: "all replicas are rolled",
    happen: async ({ fleet }) => {
      for (const replica of fleet.replicas) {
        await replica.end();
        await replica.start();
      }
    },
  },
];
