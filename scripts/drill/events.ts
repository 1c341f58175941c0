// The failures of the drill, one at a time.
import { setTimeout as sleep } from "node:timers/promises";
import { canMountDisks } from "../../test/support/fakes/small-disk.ts";
import type { Fleet } from "./fleet.ts";
import type { PostgresCluster } from "./postgres-cluster.ts";

interface Stage {
  readonly cluster: PostgresCluster;
  readonly fleet: Fleet;
  /** How long something that is killed or full stays so, and how long a dead primary has no successor. */
  readonly awayMs: number;
  /** How long a replica is cut off from the database. */
  readonly cutOffMs: number;
}

interface DrillEvent {
  readonly name: string;
  /** Breaks something and restores it; PostgreSQL may still be recovering when `happen` returns. */
  happen(stage: Stage): Promise<void>;
}

/** For disks that this user may fill. */
const ON_DISKS: readonly DrillEvent[] = [
  {
    name: "the primary's disk is full",
    happen: async ({ cluster, awayMs }) => {
      const primary = cluster.primary();
      await primary.fillDisk();
      await sleep(awayMs);
      await primary.freeDisk();
    },
  },
];

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
    happen: async ({ cluster, awayMs }) => {
      const primary = cluster.primary();
      await primary.kill();
      await sleep(awayMs);
      await cluster.promote();
      await cluster.rejoin(primary);
    },
  },
  {
    name: "the primary freezes",
    happen: async ({ cluster, awayMs }) => {
      const primary = cluster.primary();
      primary.hang();
      await sleep(awayMs);
      await cluster.promote();
      await cluster.untilFollowedBy(1);
      // Reset only when callers are answered again.
      await sleep(awayMs);
      await primary.kill();
      await cluster.rejoin(primary);
    },
  },
  {
    name: "the primary is demoted",
    happen: async ({ cluster }) => {
      const primary = cluster.primary();
      await primary.shutDown();
      await cluster.promote();
      await cluster.rejoin(primary, { isClean: true });
    },
  },
  {
    name: "a standby is killed",
    happen: async ({ cluster, awayMs }) => {
      const [standby] = cluster.standbys();
      await standby?.kill();
      await sleep(awayMs);
      await standby?.start();
    },
  },
  {
    name: "both standbys are killed",
    happen: async ({ cluster, awayMs }) => {
      const standbys = cluster.standbys();
      await Promise.all(standbys.map((standby) => standby.kill()));
      await sleep(awayMs);
      await Promise.all(standbys.map((standby) => standby.start()));
    },
  },
  ...(canMountDisks() ? ON_DISKS : []),
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
