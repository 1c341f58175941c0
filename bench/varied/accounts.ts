import type { Bench } from "../harness/bench-case.ts";

interface Order {
  readonly storeUrl: string;
  readonly count: number;
  /** Of each, in calls a month. */
  readonly quota: number;
  /** The checkout whose store it is; this one when absent. */
  readonly dir?: string | undefined;
}

/** Adds accounts to a store that may be in use, and returns a key of each. */
export async function createAccounts(
  { dir, ...order }: Order,
  { processes }: Bench,
): Promise<[string, ...string[]]> {
  const args = ["bench/programs/create-accounts.ts", JSON.stringify(order)];
  return JSON.parse(await processes.run({ dir, args })) as [string, ...string[]];
}
