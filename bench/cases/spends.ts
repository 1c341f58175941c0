// Measures how many calls a second one process can count in each store.
import { join } from "node:path";
import { checkoutsOf, type Bench, type BenchCase, type Finding } from "../harness/bench-case.ts";
import { finding } from "../harness/finding.ts";
import { startPostgres } from "../harness/postgres.ts";

/** The accounts of a fleet, and a single busy account. */
const ACCOUNTS = [1_000, 1];

export const spends: BenchCase = {
  name: "spends",
  async run(bench) {
    const findings: Finding[] = [];
    for (const { name, dir, prefix } of checkoutsOf(bench)) {
      const sqliteUrl = `sqlite:${join(bench.folder, `spends-${name}.db`)}`;
      findings.push(...(await spendsOn({ name: `${prefix}SQLite`, storeUrl: sqliteUrl, dir }, bench)));
      const postgres = await startPostgres(bench);
      const onPostgres = { name: `${prefix}PostgreSQL`, storeUrl: postgres.url, dir };
      findings.push(...(await spendsOn(onPostgres, bench)));
      await postgres.stop();
    }
    return { findings };
  },
};

/** Runs the program of the checkout whose store is measured. */
async function spendsOn(
  { name, storeUrl, dir }: { name: string; storeUrl: string; dir?: string | undefined },
  { processes, seconds, rounds }: Bench,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const accounts of ACCOUNTS) {
    const order = { storeUrl, accounts, seconds, rounds };
    const printed = await processes.run({ dir, args: ["bench/programs/spends.ts", JSON.stringify(order)] });
    const what = `${name}, calls counted a second, of ${accounts === 1 ? "one account" : `${accounts} accounts`}`;
    findings.push(finding({ what, unit: "/s", rounds: JSON.parse(printed) as number[] }));
  }
  return findings;
}
