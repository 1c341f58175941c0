// The copy of one store's accounts in another, brought up to date by passes over all of them.
import type { AccountRecord, AccountStore } from "../../accounts/account-store.ts";
import { recordDigest } from "./record-digest.ts";

/** How many accounts are written at once. */
const BATCH = 100;

export interface CopyPass {
  readonly accounts: number;
  /** Answered calls of all their months. */
  readonly calls: number;
  /** How many accounts had to be written or removed. */
  readonly changed: number;
  readonly seconds: number;
}

export interface AccountCopy {
  /** Copies what is not yet there as it is here. */
  pass(): Promise<CopyPass>;
  /** Reads all that has been copied, and throws where it is not what the last pass read. */
  verify(): Promise<void>;
}

interface CopyOptions {
  readonly from: AccountStore;
  readonly to: AccountStore;
  /** Whose seal is on the store that is copied to. */
  readonly move: string;
  /** Older ones may be forgotten at any time. */
  readonly oldestMonth: string;
  /** Throws when there is no more time. */
  readonly checkTime: () => void;
}

/** What is there already, of an attempt that was broken off, is not copied again. */
export async function createAccountCopy(options: CopyOptions): Promise<AccountCopy> {
  const { from, to, move, oldestMonth, checkTime } = options;
  let copied = await digestsOf(to, options);

  return {
    pass: async () => {
      const startedMs = performance.now();
      const seen = new Map<string, string>();
      let [calls, changed] = [0, 0];
      let batch: AccountRecord[] = [];
      const write = async () => {
        await to.replaceAccounts(batch, move);
        changed += batch.length;
        batch = [];
      };
      for await (const record of from.exportAccounts()) {
        checkTime();
        const { id } = record.account;
        const digest = recordDigest(record, oldestMonth);
        seen.set(id, digest);
        calls += record.usage.reduce((sum, row) => sum + row.calls, 0);
        if (copied.get(id) !== digest) batch.push(record);
        if (batch.length === BATCH) await write();
      }
      if (batch.length > 0) await write();
      const gone = [...copied.keys()].filter((id) => !seen.has(id));
      if (gone.length > 0) await to.removeAccounts(gone, move);
      copied = seen;
      const seconds = (performance.now() - startedMs) / 1000;
      return { accounts: seen.size, calls, changed: changed + gone.length, seconds };
    },
    verify: async () => {
      const different = differences(copied, await digestsOf(to, options));
      if (different.length > 0) throw new Error(`${different.join(", ")} did not arrive as it left`);
    },
  };
}

/** By account id. */
export async function digestsOf(
  store: AccountStore,
  { oldestMonth, checkTime }: Pick<CopyOptions, "oldestMonth" | "checkTime">,
): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  for await (const record of store.exportAccounts()) {
    checkTime();
    digests.set(record.account.id, recordDigest(record, oldestMonth));
  }
  return digests;
}

/** The accounts that are not the same in both. */
export function differences(
  some: ReadonlyMap<string, string>,
  others: ReadonlyMap<string, string>,
): readonly string[] {
  return [...new Set([...some.keys(), ...others.keys()])].filter((id) => some.get(id) !== others.get(id));
}
