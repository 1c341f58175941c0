import { describe, expect, it, onTestFinished } from "vitest";
import type { Store } from "../../../src/app/store.ts";
import type { StoreOptions } from "../../../src/accounts/store-options.ts";
import type { AccountRecord } from "../../../src/accounts/store.ts";
import { spendingOf } from "../../accounts/spending-of.ts";
import type { StoreBacking } from "../../contracts/account-store-suite.ts";
import { createPostgresBacking } from "../../contracts/postgres-backing.ts";
import { BARE, FULL, recordsIn, recordsOf } from "../../contracts/records-of.ts";
import { createSqliteBacking } from "../../contracts/sqlite-backing.ts";
import { usePostgresServer } from "../../contracts/use-postgres-server.ts";
import { createManualClock } from "../../support/fakes/manual-clock.ts";
import { isPostgresInstalled } from "../../support/programs/postgres-server.ts";
import { commandsOn } from "./use-commands.ts";
import { storeOfTest } from "../../support/service/store-of-test.ts";

const clock = createManualClock("2026-11-21T14:00:00Z");
const CALL = spendingOf(FULL.account.id);

async function urlOf(createBacking: () => Promise<StoreBacking>): Promise<string> {
  const backing = await createBacking();
  onTestFinished(() => backing.remove());
  return backing.url;
}

const open = (url: string, options: Partial<StoreOptions> = {}) => storeOfTest({ url, clock, ...options });

describe.skipIf(!isPostgresInstalled())("accounts move", { timeout: 60_000 }, () => {
  const server = usePostgresServer();

  /** An old store with two accounts, and a target with the accounts `there`. Commands open the old store anew. */
  const stores = async (...there: readonly AccountRecord[]) => {
    const oldUrl = await urlOf(createSqliteBacking);
    const newUrl = await urlOf(() => createPostgresBacking(server()));
    const old = await open(oldUrl);
    await old.addAccountRecords(recordsOf(FULL, BARE));
    const before = await recordsIn(old);
    await old.close();
    const target = await open(newUrl);
    await target.addAccountRecords(recordsOf(...there));
    const commands = async (options?: Partial<StoreOptions>) =>
      commandsOn({ store: await open(oldUrl, options), moveTo: target, clock });
    return { oldUrl, target, before, commands };
  };

  it("copies everything into a store that counts on", async () => {
    const { target, before, commands } = await stores();
    const move = await commands();
    expect(await move.runJson("accounts move")).toEqual({ moved: 2, calls: 8 });
    expect(await recordsIn(target)).toEqual(before);
    expect(await target.spend(CALL)).toMatchObject({ kind: "Spent" });
  });

  it("leaves a store that cannot be opened", async () => {
    const { oldUrl, commands } = await stores();
    await (await commands()).run("accounts move");
    await expect(open(oldUrl)).rejects.toThrow(
      /its accounts moved to another store on 2026-11-21T14:00:00\.000Z[^\n]+STORE_URL must name that one/,
    );
  });

  it("can be undone, after which the old store is as it was", async () => {
    const { oldUrl, before, commands } = await stores();
    await (await commands()).run("accounts move");
    const undo = await commands({ mayHaveMoved: true });
    expect(await undo.run("accounts move --undo")).toBe(
      "The store of STORE_URL can be used again. What was counted or changed in the other store since is not in it.",
    );
    expect(await undo.run("accounts move --undo")).toBe(
      "Nothing to undo: the accounts of STORE_URL have not moved.",
    );
    expect(await recordsIn(await open(oldUrl))).toEqual(before);
  });

  it("that was killed before it marked the old store is finished by a second move", async () => {
    const { oldUrl, target, before, commands } = await stores();
    const old = await open(oldUrl);
    await target.addAccountRecords(old.accountRecords());
    await old.close();
    const again = await commands();
    expect(await again.runJson("accounts move")).toEqual({ moved: 2, calls: 8 });
    expect(await recordsIn(target)).toEqual(before);
    await expect(open(oldUrl)).rejects.toThrow("its accounts moved");
  });

  it("overwrites no account of the target, and leaves the old store unchanged", async () => {
    const { oldUrl, target, before, commands } = await stores({ ...FULL, usage: FULL.usage.slice(1) });
    const there = await recordsIn(target);
    const move = await commands();
    expect(await move.refusal("accounts move")).toEqual({
      line: "The store of MOVE_TO_STORE_URL already has accounts, and none is overwritten.",
      exitCode: 1,
    });
    expect(await recordsIn(target)).toEqual(there);
    expect(await recordsIn(await open(oldUrl))).toEqual(before);
  });

  it("is refused if the target gets one of its accounts' references meanwhile, and leaves both stores as they were", async () => {
    const { oldUrl, target, before } = await stores();
    const raced: Store = {
      ...target,
      listAccounts: async (page) => {
        const there = await target.listAccounts(page);
        const { externalRef, name, plan, monthlyQuota } = FULL.account;
        await target.createAccountOnce({ externalRef, name, plan, monthlyQuota });
        return there;
      },
    };
    const move = commandsOn({ store: await open(oldUrl), moveTo: raced, clock });
    expect(await move.refusal("accounts move")).toEqual({
      line: "acc_abcdefghijkl cannot be added: its id or reference already exists. Nothing was added.",
      exitCode: 1,
    });
    expect(await recordsIn(target)).toHaveLength(1);
    expect(await recordsIn(await open(oldUrl))).toEqual(before);
  });

  it("without a store to move to says which setting names it", async () => {
    const store = await open(await urlOf(createSqliteBacking));
    expect(await commandsOn({ store, clock }).refusal("accounts move")).toEqual({
      line: "MOVE_TO_STORE_URL is not set: it names the store to move to.",
      exitCode: 1,
    });
  });

  it("to the old store itself is refused, even by another address", async () => {
    const url = await urlOf(() => createPostgresBacking(server()));
    const store = await open(url, { commandTimeoutMs: 1_000 });
    const same = await open(url.replace("127.0.0.1", "localhost"), { commandTimeoutMs: 1_000 });
    const { line } = await commandsOn({ store, moveTo: same, clock }).refusal("accounts move");
    expect(line).toMatch(
      /^MOVE_TO_STORE_URL names the same store as STORE_URL, or a store that cannot be written to: /,
    );
    await store.ping();
  });
});
