import type { Bench } from "../harness/bench-case.ts";
import type { Order } from "../programs/create-accounts.ts";
import type { Keys } from "./load-traffic.ts";

/** Adds accounts to a store, which may be in use, with the code of the checkout in `dir`. Returns one key for each account. */
export async function createAccounts(
  { dir, ...order }: Order & { readonly dir?: string | undefined },
  { processes }: Bench,
): Promise<Keys> {
  const args = ["bench/programs/create-accounts.ts", JSON.stringify(order)];
  return JSON.parse(await processes.run({ dir, args })) as Keys;
}
