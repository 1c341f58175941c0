// What every account store promises, whichever database it uses.
import { afterEach, beforeEach, describe, vi } from "vitest";
import type { Account } from "../../src/accounts/account.ts";
import type { Caller } from "../../src/accounts/key.ts";
import { secretSha256 } from "../../src/accounts/api-key.ts";
import { openStore } from "../../src/app/open-store.ts";
import type { Store } from "../../src/app/store.ts";
import type { StoreOptions } from "../../src/accounts/store-options.ts";
import { createFreeAccount } from "../accounts/create-free-account.ts";
import { issueKey } from "../accounts/issue-key.ts";
import { createManualClock, type ManualClock } from "../support/fakes/manual-clock.ts";
import { PATIENT_COMMANDS } from "../support/fakes/patient-commands.ts";
import { describeAccounts } from "./accounts-suite.ts";
import { describeDailyQuota } from "./daily-quota-suite.ts";
import { describeExternalRefs } from "./external-refs-suite.ts";
import { describeProviderCalls } from "./provider-calls-suite.ts";
import { describeHistory } from "./history-suite.ts";
import { describeRetention } from "./retention-suite.ts";
import { describeSpending } from "./spending-suite.ts";
import { describeSports } from "./sports-suite.ts";
import { describeTotals } from "./totals-suite.ts";
import { describeAccountRecords } from "./account-records-suite.ts";

/** The data behind a store: a new file or an empty database, which several stores may open. */
export interface StoreBacking {
  /** As STORE_URL names it. */
  readonly url: string;
  /** Makes counting impossible until the returned function is called; calling it again does nothing. */
  makeUnavailable(): Promise<() => Promise<void>>;
  remove(): Promise<void>;
}

/** What each test gets. */
export interface StoreUnderTest {
  readonly clock: ManualClock;
  readonly store: Store;
  readonly backing: StoreBacking;
  /** Another store on the same backing, by default with a long command timeout; closed after the test. */
  openAnother(options?: Omit<StoreOptions, "clock">): Promise<Store>;
  /** Closes all stores, and returns a new one, the only open one on the backing. */
  closeAll(): Promise<Store>;
  /** Makes an account with a key. Returns both, all of the above, and the caller that the key finds in November. */
  createAccount(): Promise<
    StoreUnderTest & { account: Account; keyId: string; sha256: string; caller: Caller }
  >;
}

/** Gives each test of a block a store on a backing of its own. */
export function useStores(createBacking: () => Promise<StoreBacking>): () => StoreUnderTest {
  let current: StoreUnderTest;
  let opened: Store[] = [];
  let repairs: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    const created = await createBacking();
    const makeUnavailable = async () => {
      const repair = await created.makeUnavailable();
      repairs.push(repair);
      return repair;
    };
    const backing: StoreBacking = { ...created, makeUnavailable };
    const clock = createManualClock("2026-11-21T14:00:00Z");
    const openAnother = async (options: Omit<StoreOptions, "clock"> = PATIENT_COMMANDS) => {
      const store = await openStore(backing.url, {
        clock,
        operator: "anna@höhe",
        ...options,
      });
      opened.push(store);
      // A busy machine may need longer to connect than a use of the store waits.
      await vi.waitFor(() => store.findAccount("acc_nobody"), { timeout: 15_000 });
      return store;
    };
    const store = await openAnother();
    const createAccount = async () => {
      const account = await createFreeAccount(store);
      const { key, apiKey } = await issueKey(store, account.id);
      const { id: keyId } = key;
      const caller = { account, keyId, restrictions: undefined, used: 0, month: "2026-11" };
      return { ...current, account, keyId, sha256: secretSha256(apiKey), caller };
    };
    const closeAll = async () => {
      await Promise.all(opened.splice(0).map((each) => each.close()));
      return openAnother();
    };
    current = { clock, store, backing, openAnother, closeAll, createAccount };
  }, 30_000);

  afterEach(async () => {
    // After a test that failed before its repair, a server that the tests share would go on hanging.
    for (const repair of repairs) await repair();
    repairs = [];
    await Promise.all(opened.map((store) => store.close()));
    opened = [];
    await current.backing.remove();
  }, 30_000);

  return () => current;
}

/** Describes the promises for one kind of store. */
export function describeAccountStore(kind: string, createBacking: () => Promise<StoreBacking>): void {
  describe(`account store · ${kind}`, () => {
    const current = useStores(createBacking);

    describeAccounts(current);
    describeExternalRefs(current);
    describeHistory(current);
    describeSports(current);
    describeSpending(current);
    describeDailyQuota(current);
    describeTotals(current);
    describeRetention(current);
    describeAccountRecords(current);
    describeProviderCalls(current, { arePermitsShared: kind !== "SQLite" });
  });
}
