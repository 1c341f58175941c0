// `accounts move` while something else moves the same accounts, or takes the move back.
import { describe, expect, it } from "vitest";
import type { AccountStore } from "../../../src/accounts/account-store.ts";
import { commandsOn } from "../use-commands.ts";
import { clock, spendOn, twoStores } from "./two-stores.ts";

describe("accounts move that is held up while something else is run", () => {
  /** The steps of a whole move between which it may be held up, in either store. */
  const STEPS = ["sealed", "seal", "exportAccounts", "replaceAccounts", "unseal", "listAccounts"] as const;

  it.each(["accounts move", "accounts move --cancel", "accounts move --copy-only"])(
    "by %s, at any step, ends with one store that takes calls, or with none until it is run again",
    async (other) => {
      for (const side of ["from", "to"] as const) {
        for (const step of STEPS) {
          for (const when of ["before", "after"] as const) {
            for (let times = 0; times < 4; times += 1) {
              const { from, to, commands } = await twoStores();
              // What the first has copied is old by then.
              const meanwhile = async () => {
                await spendOn(from).catch(() => undefined);
                await commands.run(other).catch(() => undefined);
                await spendOn(to).catch(() => undefined);
              };
              const stores = { from, to };
              const held = holding(stores[side], { step, when, times }, meanwhile);
              const first = commandsOn({
                store: side === "from" ? held.store : from,
                moveTo: side === "to" ? held.store : to,
                clock,
              });
              await first.run("accounts move").catch(() => undefined);
              if (!held.wasHeld()) break;
              const title = `${side} ${step} ${when} ${times}`;
              expect(await takingCalls(stores), title).toBeOneOf([0, 1]);
              await commands.run("accounts move").catch(() => undefined);
              expect(await takingCalls(stores), title).toBe(1);
            }
          }
        }
      }
    },
    60_000,
  );

  it("says in a line that another has begun", async () => {
    const { from, to, commands } = await twoStores();
    const held = holding(from, { step: "seal", when: "after", times: 0 }, async () => {
      await commands.run("accounts move --cancel");
    });
    const { line } = await commandsOn({ store: held.store, moveTo: to, clock }).refusal(
      "accounts move --json",
    );
    expect(line).toBe(
      "The move broke off: Another accounts move, or accounts move --cancel, has begun since: this one can do no more.",
    );
    expect((await spendOn(from)).kind).toBe("Spent");
    await expect(spendOn(to)).rejects.toThrow("still being moved into it");
  });

  it("is ended by --cancel while it copies, too", async () => {
    const { from, to, commands } = await twoStores();
    const held = holding(from, { step: "exportAccounts", when: "before", times: 0 }, async () => {
      expect(await commands.run("accounts move --cancel")).toContain("Nothing to take back");
    });
    const { line } = await commandsOn({ store: held.store, moveTo: to, clock }).refusal(
      "accounts move --json",
    );
    expect(line).toContain("accounts move --cancel, has begun since");
    expect((await spendOn(from)).kind).toBe("Spent");
  });

  async function takingCalls(stores: Readonly<Record<"from" | "to", AccountStore>>): Promise<number> {
    const spent = await Promise.allSettled([spendOn(stores.from), spendOn(stores.to)]);
    return spent.filter((result) => result.status === "fulfilled").length;
  }
});

/** The store, except that something is done before or after one of its methods is used, once, after so many times. */
function holding(
  store: AccountStore,
  {
    step,
    when,
    times,
  }: { readonly step: keyof AccountStore; readonly when: "before" | "after"; readonly times: number },
  meanwhile: () => Promise<void>,
): { readonly store: AccountStore; readonly wasHeld: () => boolean } {
  let left = times;
  const run = store[step] as (...args: unknown[]) => unknown;
  const isHeld = () => {
    left -= 1;
    return left === -1;
  };
  const held = async (...args: unknown[]) => {
    const isNow = isHeld();
    if (isNow && when === "before") await meanwhile();
    const result = await run(...args);
    if (isNow && when === "after") await meanwhile();
    return result;
  };
  async function* heldList(...args: unknown[]) {
    const isNow = isHeld();
    if (isNow && when === "before") await meanwhile();
    yield* run(...args) as AsyncIterable<unknown>;
    if (isNow && when === "after") await meanwhile();
  }
  return {
    store: { ...store, [step]: step === "exportAccounts" ? heldList : held },
    wasHeld: () => left < 0,
  };
}
