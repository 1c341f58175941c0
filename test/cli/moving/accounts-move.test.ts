// `accounts move` as an operator runs it, and what it refuses.
import { describe, expect, it } from "vitest";
import type { AccountStore } from "../../../src/accounts/account-store.ts";
import { BARE, exported, FULL, recordsOf } from "../../contracts/records-of.ts";
import { openNewStore } from "../open-new-store.ts";
import { commandsOn } from "../use-commands.ts";
import { clock, spendOn, twoStores } from "./two-stores.ts";

const ARRIVING = { kind: "arriving", move: "move_killed" } as const;
const LEFT = { kind: "left", move: "move_killed" } as const;

describe("accounts move", () => {
  it("moves all there is, says how far it has come and what to do next; the old store refuses from then on", async () => {
    const { from, to, commands } = await twoStores();
    const told = await commands.run("accounts move");
    expect(told.split("\n")).toEqual([
      expect.stringMatching(/^Copied 2 of 2 accounts in \d+\.\d s$/),
      "Calls are refused from now on",
      expect.stringMatching(/^Copied 0 of 2 accounts in \d+\.\d s$/),
      expect.stringMatching(
        /^Moved, and compared: 2 accounts with 8 calls, in \d+\.\d s without either store\.$/,
      ),
      "Replicas on the new store are ready now. Those on the old one refuse every call: give them the new STORE_URL.",
    ]);
    expect(await exported(to)).toEqual([BARE, FULL]);
    expect(await spendOn(to)).toEqual({ kind: "Spent", used: 7 });
    await expect(spendOn(from)).rejects.toThrow("its accounts are moving, or have moved, to another store");
    expect(await exported(from)).toEqual([BARE, FULL]);
  });

  it("--json is one document", async () => {
    const { commands } = await twoStores();
    expect(await commands.runJson("accounts move")).toEqual({
      moved: 2,
      calls: 8,
      refused_seconds: expect.any(Number),
    });
    expect(await commands.runJson("accounts move --cancel")).toEqual({ cancelled: true });
  });

  it("--copy-only refuses nothing in the old store and everything in the new one, until the rest has come", async () => {
    const { from, to, commands } = await twoStores();
    expect(await commands.run("accounts move --copy-only")).toContain("takes calls as before");
    expect(await exported(to)).toEqual([BARE, FULL]);
    expect((await spendOn(from)).kind).toBe("Spent");
    await expect(to.ping()).rejects.toThrow("accounts are still being moved into it");
    expect(await commands.run("accounts move")).toContain("Copied 1 of 2 accounts");
    expect(await spendOn(to)).toEqual({ kind: "Spent", used: 8 });
  });

  it("goes on where an attempt was killed, before the seal or after it", async () => {
    for (const seal of [undefined, LEFT]) {
      const { from, to, commands } = await twoStores();
      await to.seal(ARRIVING, undefined);
      const old = { ...FULL, sports: [], account: { ...FULL.account, name: "Earlier" } };
      const gone = { ...BARE, account: { ...BARE.account, id: "acc_gonegonegone" } };
      await to.replaceAccounts([old, gone], ARRIVING.move);
      if (seal !== undefined) await from.seal(seal, undefined);
      await commands.run("accounts move");
      expect(await exported(to)).toEqual([BARE, FULL]);
      expect((await spendOn(to)).kind).toBe("Spent");
    }
  });

  it("refuses a new store that has accounts, and leaves it as it is", async () => {
    const { from, to, commands } = await twoStores();
    await to.importAccounts(recordsOf(BARE));
    expect(await commands.refusal("accounts move")).toEqual({
      line: "There are accounts already where MOVE_TO_STORE_URL leads, and none is overwritten.",
      exitCode: 1,
    });
    expect([await from.sealed(), await to.sealed()]).toEqual([undefined, undefined]);
  });

  it("refuses one store under two names, a store that is not yet full, and a move that is done", async () => {
    const { from, to, commands } = await twoStores();
    const same = commandsOn({ store: from, moveTo: from, clock });
    expect((await same.refusal("accounts move")).line).toContain("name the same store");
    expect(await from.sealed()).toBeUndefined();
    const nowhere = commandsOn({ store: from, clock });
    expect((await nowhere.refusal("accounts move")).line).toContain("MOVE_TO_STORE_URL is not set");
    await to.seal(ARRIVING, undefined);
    const early = commandsOn({ store: to, moveTo: from, clock });
    expect((await early.refusal("accounts move")).line).toContain("have not all arrived");
    await commands.run("accounts move");
    expect((await commands.refusal("accounts move")).line).toContain("have moved already");
  });

  it("that breaks off, at any step, leaves the old store in use and whole; another attempt brings it to its end", async () => {
    const steps = ["exportAccounts", "seal", "replaceAccounts", "removeAccounts", "sealed"] as const;
    for (const side of ["from", "to"] as const) {
      for (const step of steps) {
        for (let times = 0; times < 5; times += 1) {
          const { from, to } = await twoStores();
          const stores = { from, to };
          const broken = breaking(stores[side], step, times);
          const failing = commandsOn({
            store: side === "from" ? broken : from,
            moveTo: side === "to" ? broken : to,
            clock,
          });
          const failed = await failing.refusal("accounts move --json").catch(() => undefined);
          if (failed === undefined) break;
          expect(await from.sealed(), `${side} ${step} ${times}`).toBeUndefined();
          expect((await spendOn(from)).kind).toBe("Spent");
          await commandsOn({ store: from, moveTo: to, clock }).run("accounts move");
          expect((await to.monthlyTotals(FULL.account.id))[0]?.calls).toBe(7);
        }
      }
    }
  });

  it("that would take longer than calls may be refused is broken off, and the old store is in use again", async () => {
    const { from, to } = await twoStores();
    const slow: AccountStore = {
      ...from,
      seal: async (seal, previous) => {
        await from.seal(seal, previous);
        await new Promise((resolve) => setTimeout(resolve, 1_100));
      },
    };
    const commands = commandsOn({ store: slow, moveTo: to, clock });
    const { line } = await commands.refusal("accounts move --json --refuse-at-most 1");
    expect(line).toBe("The move broke off, and the old store takes calls again: it took longer than 1 s");
    expect((await spendOn(from)).kind).toBe("Spent");
  });
});

describe("accounts move --cancel", () => {
  it("has the old store take calls again; nothing to take back is said, and no harm", async () => {
    const { from, to, commands } = await twoStores();
    expect(await commands.run("accounts move --cancel")).toContain("Nothing to take back");
    await commands.run("accounts move");
    expect(await commands.run("accounts move --cancel")).toBe(
      "Taken back: the store of STORE_URL takes calls again.",
    );
    expect((await spendOn(from)).kind).toBe("Spent");
    await expect(spendOn(to)).rejects.toThrow("accounts are still being moved into it");
    // And there again, with what was counted meanwhile.
    await commands.run("accounts move");
    expect(await spendOn(to)).toEqual({ kind: "Spent", used: 8 });
  });

  it("is refused where the new store has counted, which goes on; moving back takes all along", async () => {
    const { from, to, commands } = await twoStores();
    await commands.run("accounts move");
    await spendOn(to);
    const { line } = await commands.refusal("accounts move --cancel");
    expect(line).toContain(`The new store has been in use: ${FULL.account.id} has changed there, one of 1.`);
    await spendOn(to);
    await commandsOn({ store: to, moveTo: from, clock }).run("accounts move");
    expect(await spendOn(from)).toEqual({ kind: "Spent", used: 9 });
    await expect(spendOn(to)).rejects.toThrow("have moved, to another store");
  });

  it("is refused where the accounts have moved on from the new store", async () => {
    const { from, to, commands } = await twoStores();
    await commands.run("accounts move");
    await commandsOn({ store: to, moveTo: await openNewStore(), clock }).run("accounts move");
    expect((await commands.refusal("accounts move --cancel")).line).toContain("have left MOVE_TO_STORE_URL");
    await expect(spendOn(from)).rejects.toThrow("have moved, to another store");
  });

  it("does without a new store that is lost", async () => {
    const { from, commands } = await twoStores();
    await commands.run("accounts move");
    await commandsOn({ store: from, clock }).run("accounts move --cancel");
    expect((await spendOn(from)).kind).toBe("Spent");
  });
});

/** The store, except that one of its methods fails after so many times. */
function breaking(
  store: AccountStore,
  step: "exportAccounts" | "seal" | "replaceAccounts" | "removeAccounts" | "sealed",
  times: number,
): AccountStore {
  let left = times;
  const run = store[step] as (...args: unknown[]) => unknown;
  return {
    ...store,
    [step]: (...args: unknown[]) => {
      if (left === 0) throw new Error("the disk is full");
      left -= 1;
      return run(...args);
    },
  };
}
