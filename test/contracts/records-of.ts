import type { AccountRecord } from "../../src/accounts/account-store.ts";

/** Records as an import reads them. */
export async function* recordsOf(...records: readonly AccountRecord[]): AsyncGenerator<AccountRecord> {
  yield* records;
}
