// The stores alone: how many calls a second one process can count.
import { join } from "node:path";
import type { Bench, BenchCase, Finding } from "../harness/bench-case.ts";
import { finding } from "../harness/finding.ts";
import { startStoreServers, type StoreKind } from "../harness/store-servers.ts";

const STORES: readonly (readonly [name: string, kind: StoreKind])[] = [
  ["SQLite", "sqlite"],
  ["PostgreSQL", "postgres"],
  ["Redis", "redis"],
];

/** A fleet's callers, and one that is busier than all. */
const ACCOUNTS = [1_000, 1];

export const spends: BenchCase = {
  name: "spends",
  async run(bench) {
    const findings: Finding[] = [];
    for (const [name, kind] of STORES) findings.push(...(await spendsOn(name, kind, bench)));
    return { findings };
  },
};

async function spendsOn(name: string, kind: StoreKind, bench: Bench): Promise<readonly Finding[]> {
  const servers = await startStoreServers(kind, bench);
  const storeUrl = servers[0]?.url ?? `sqlite:${join(bench.folder, "spends.db")}`;
  const findings: Finding[] = [];
  for (const accounts of ACCOUNTS) {
    const order = { storeUrl, accounts, seconds: bench.seconds, rounds: bench.rounds };
    const printed = await bench.processes.run({ args: ["bench/programs/spends.ts", JSON.stringify(order)] });
    const what = `${name}, calls counted a second, of ${accounts === 1 ? "one account" : `${accounts} accounts`}`;
    findings.push(finding({ what, unit: "/s", rounds: JSON.parse(printed) as number[] }));
  }
  for (const server of servers) await server.stop();
  return findings;
}
