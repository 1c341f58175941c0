// What every account store promises, whatever it is made of.
import { afterEach, beforeEach, describe, vi } from "vitest";
import type { Account } from "../../src/accounts/account.ts";
import type { Caller } from "../../src/accounts/key.ts";
import type { AccountStore } from "../../src/accounts/store.ts";
import { issueApiKey } from "../../src/accounts/issue-api-key.ts";
import { secretSha256 } from "../../src/accounts/api-key.ts";
import { openStore } from "../../src/accounts/open-store.ts";
import type { StoreOptions } from "../../src/accounts/store-options.ts";
import { createManualClock, type ManualClock } from "../support/manual-clock.ts";
import { PATIENT_COMMANDS } from "../support/patient-commands.ts";
import { describeAccounts } from "./accounts-suite.ts";
import { describeDailyQuota } from "./daily-quota-suite.ts";
import { describeExternalRefs } from "./external-refs-suite.ts";
import { describeProviderCalls } from "./provider-calls-suite.ts";
import { describeHistory } from "./history-suite.ts";
import { describeRetention } from "./retention-suite.ts";
import { describeSpending } from "./spending-suite.ts";
import { describeSports } from "./sports-suite.ts";
import { describeTotals } from "./totals-suite.ts";
import { describeTrackRecord } from "./track-record-suite.ts";
import { describeTransfer } from "./transfer-suite.ts";

/** What a store keeps everything in: a new file or server, which several stores may open. */
export interface StoreBacking {
  /** As STORE_URL names it. */
  readonly url: string;
  /** Makes it impossible to count calls, until the returned function is called, once or more often. */
  makeUnavailable(): Promise<() => Promise<void>>;
  remove(): Promise<void>;
}

/** What a test has at hand. */
export interface StoreUnderTest {
  readonly clock: ManualClock;
  readonly store: AccountStore;
  readonly backing: StoreBacking;
  /** Another store on the same backing, which waits for commands for long, unless told otherwise; closed with the test. */
  openAnother(options?: Omit<StoreOptions, "clock">): Promise<AccountStore>;
  /** Closes all stores, and returns one that nobody else shares the backing with. */
  closeAll(): Promise<AccountStore>;
  /** Makes an account with a key, and returns it with all of the above, and as the key finds it in November. */
  createAccount(): Promise<
    StoreUnderTest & { account: Account; keyId: string; sha256: string; caller: Caller }
  >;
}

/** Describes the promises for one kind of store; each test has a backing of its own. */
export function describeAccountStore(kind: string, createBacking: () => Promise<StoreBacking>): void {
  describe(`account store · ${kind}`, () => {
    let current: StoreUnderTest;
    let opened: AccountStore[] = [];
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
        const account = await store.createAccount({ name: "Courts", plan: "free", monthlyQuota: 500 });
        const issued = await issueApiKey({ store, accountId: account.id });
        if (issued === undefined) {
          throw new Error("a new account cannot be given a key");
        }
        const { id: keyId } = issued.key;
        const caller = { account, keyId, restrictions: undefined, used: 0, month: "2026-11" };
        return { ...current, account, keyId, sha256: secretSha256(issued.apiKey), caller };
      };
      const closeAll = async () => {
        await Promise.all(opened.splice(0).map((each) => each.close()));
        return openAnother();
      };
      current = { clock, store, backing, openAnother, closeAll, createAccount };
    }, 30_000);

    afterEach(async () => {
      // What the tests share, such as a server, would go on hanging where one of them failed before its end.
      for (const repair of repairs) await repair();
      repairs = [];
      await Promise.all(opened.map((store) => store.close()));
      opened = [];
      await current.backing.remove();
    }, 30_000);

    describeAccounts(() => current);
    describeExternalRefs(() => current);
    describeHistory(() => current);
    describeSports(() => current);
    describeSpending(() => current);
    describeDailyQuota(() => current);
    describeTotals(() => current);
    describeRetention(() => current);
    describeTransfer(() => current);
    describeTrackRecord(() => current);
    describeProviderCalls(() => current, { areTurnsShared: kind !== "SQLite" });
  });
}
