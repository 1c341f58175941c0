import type { Bench } from "../harness/bench-case.ts";

/** Adds accounts to a store that may be in use, and returns a key of each. */
export async function createAccounts(
  order: { readonly storeUrl: string; readonly count: number; readonly quota: number },
  { processes }: Bench,
): Promise<[string, ...string[]]> {
  const args = ["bench/programs/create-accounts.ts", JSON.stringify(order)];
  return JSON.parse(await processes.run({ args })) as [string, ...string[]];
}
