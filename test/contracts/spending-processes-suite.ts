// What every account store promises to several processes that count calls concurrently, and if one of them is killed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { openStore } from "../../src/app/open-store.ts";
import type { AccountStore } from "../../src/accounts/store.ts";
import type { SpendResult, Spending } from "../../src/accounts/spending.ts";
import { totalCalls } from "../../src/accounts/usage.ts";
import { createFreeAccount } from "../accounts/create-free-account.ts";
import { spendingOf } from "../accounts/spending-of.ts";
import { createManualClock } from "../support/fakes/manual-clock.ts";
import { PATIENT_COMMANDS } from "../support/fakes/patient-commands.ts";
import type { StoreBacking } from "./account-store-suite.ts";

const PROGRAM = new URL("../support/programs/spender.ts", import.meta.url).pathname;
const METHODS = ["GetBookingConfidence", "GetForecast", "RankSafeSlots"];
/** How many calls each process has in flight at once. */
const WIDTH = 8;

/** Describes these promises for one kind of store. */
export function describeSpendingProcesses(kind: string, createBacking: () => Promise<StoreBacking>): void {
  describe(`processes that count calls · ${kind}`, { timeout: 60_000 }, () => {
    let backing: StoreBacking;
    let store: AccountStore;

    beforeAll(async () => {
      backing = await createBacking();
      const clock = createManualClock("2026-11-21T14:00:00Z");
      store = await openStore(backing.url, { clock, ...PATIENT_COMMANDS });
      await vi.waitFor(() => store.findAccount("acc_nobody"), { timeout: 15_000 });
      return async () => {
        await store.close();
        await backing.remove();
      };
    }, 60_000);

    /** A call with a new account's key and these limits. */
    const createSpending = async (limits: Pick<Spending, "quota" | "dailyQuota">): Promise<Spending> => {
      const { id: accountId } = await createFreeAccount(store);
      const key = await store.addKey({ accountId, prefix: "wpk_Ab12", sha256: `of ${accountId}` });
      return spendingOf(accountId, { keyId: key?.id, ...limits });
    };

    /** The results of three processes that begin together. Each spends until it is refused. */
    const raceFor = async (spending: Spending) => {
      const { url } = backing;
      const spenders = await Promise.all(
        METHODS.map((method) => startSpender({ url, spending: { ...spending, method } })),
      );
      for (const spender of spenders) spender.go();
      return (await Promise.all(spenders.map(({ outcomes }) => outcomes))).flat();
    };

    const countedOf = async ({ accountId }: Spending) => totalCalls(await store.usage(accountId, "2026-11"));

    it.each([
      { limits: { quota: 600 }, answered: 600, refusal: "Exhausted" },
      { limits: { quota: 1e9, dailyQuota: 300 }, answered: 300, refusal: "DayExhausted" },
    ])(
      "that race for $limits answer exactly $answered calls, each of them once",
      async ({ limits, answered, refusal }) => {
        const spending = await createSpending(limits);
        const told = await raceFor(spending);
        const spent = told.filter(({ kind }) => kind === "Spent").map(({ used }) => used);
        expect(spent.toSorted((a, b) => a - b)).toEqual(Array.from({ length: answered }, (_, n) => n + 1));
        expect(told.filter(({ kind }) => kind === refusal)).toHaveLength(METHODS.length * WIDTH);
        expect(await countedOf(spending)).toBe(answered);
      },
    );

    it("have counted every call that they reported when they are killed under load", async () => {
      const spending = await createSpending({ quota: 1e9 });
      const spender = await startSpender({ url: backing.url, spending, outcomesMax: 400 });
      spender.go();
      const told = await spender.outcomes;
      expect(told.length).toBeGreaterThanOrEqual(400);
      // A server may still commit what the process sent last.
      const counted = await vi.waitFor(async () => {
        const calls = await countedOf(spending);
        expect(await store.monthlyTotals(spending.accountId)).toMatchObject([{ calls }]);
        return calls;
      }, 5_000);
      expect(counted).toBeGreaterThanOrEqual(told.length);
      // At most the calls in flight when the process was killed were counted too.
      expect(counted).toBeLessThanOrEqual(told.length + WIDTH);
    });
  });
}

/** Starts a process that spends, and returns when it has opened the store. */
async function startSpender({
  url,
  spending,
  outcomesMax = Infinity,
}: {
  readonly url: string;
  readonly spending: Spending;
  /** The process is killed with SIGKILL after this many reported outcomes. */
  readonly outcomesMax?: number;
}) {
  const child = spawn(process.execPath, [PROGRAM, url, JSON.stringify(spending), String(WIDTH)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  const reported: SpendResult[] = [];
  lines.on("line", (line) => {
    const [kind, used] = line.split(" ");
    if (kind === "Spent" || kind === "Exhausted" || kind === "DayExhausted") {
      reported.push({ kind, used: Number(used) });
    }
    if (reported.length >= outcomesMax) child.kill("SIGKILL");
  });
  const ended = Promise.all([once(child, "exit"), once(lines, "close")]);
  await once(lines, "line");
  return {
    /** Lets the process begin. */
    go: () => child.stdin.write("go\n"),
    /** Everything that the process reported. Resolves when it has ended. */
    outcomes: ended.then(() => reported),
  };
}
