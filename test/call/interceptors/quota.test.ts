// The check before a call cannot see concurrent calls: the count decides whether quota is left. test/contracts tests that.
import { describe, expect, it } from "vitest";
import type { KeyRestrictions } from "../../../src/accounts/key.ts";
import type { SpendResult } from "../../../src/accounts/spending.ts";
import { StoreUnavailable } from "../../../src/accounts/store.ts";
import { createQuota } from "../../../src/call/interceptors/quota.ts";
import { plainFault, reasonOf } from "../../../src/errors/fault.ts";
import { createMetrics } from "../../../src/observability/metrics.ts";
import { issueKey } from "../../accounts/issue-key.ts";
import { useSqliteStore } from "../../accounts/sqlite/use-sqlite-store.ts";
import { CALLER, checkedCaller, madeUpCall } from "../made-up-call.ts";

/** A publishable key with one call a day. */
const RESTRICTIONS: KeyRestrictions = { origins: [], places: [], operations: [], callsADay: 1 };

const CALL_TIMEOUT_MS = 5_000;

describe("the quota of one call", () => {
  const current = useSqliteStore();

  /** A caller of an account with this quota, and the check and count of its calls. */
  const setUp = async ({
    time = "2026-11-21T12:00:00Z",
    quota: monthlyQuota = 10,
    restrictions,
    /** Called when the store has answered, before anybody reads the answer. */
    whenAnswered = () => {},
  }: {
    readonly time?: string;
    readonly quota?: number;
    readonly restrictions?: KeyRestrictions;
    readonly whenAnswered?: (result: SpendResult) => void;
  } = {}) => {
    const { store, clock } = current();
    clock.goTo(time);
    const account = await store.createAccount({ name: "Courts", plan: "growth", monthlyQuota });
    const { key } = await issueKey(store, account.id);
    const metrics = createMetrics({ version: "test" });
    const spend: typeof store.spend = async (spending) => {
      const result = await store.spend(spending);
      whenAnswered(result);
      return result;
    };
    const quota = createQuota({ store: { spend }, clock, metrics, callTimeoutMs: CALL_TIMEOUT_MS });
    const callBy = (used = 0, month = time.slice(0, "2026-11".length)) => {
      const call = madeUpCall();
      const found = { ...CALLER, account, keyId: key?.id ?? "", restrictions, used, month };
      return { call, caller: checkedCaller(found, { call }) };
    };
    return {
      clock,
      metrics,
      quota,
      callBy,
      /** "goes on", or the reason why the call is refused before the operation. */
      look: (...who: Parameters<typeof callBy>) => {
        const { caller } = callBy(...who);
        return outcomeOf(() => quota.refuseUsedUp(caller));
      },
      /** The call's `ratelimit` header, or the reason why the call is refused. */
      count: async () => {
        const { call, caller } = callBy();
        return quota.spend(call, caller, undefined).then(({ ratelimit }) => ratelimit, reasonOrText);
      },
      counted: async () => (await store.monthlyTotals(account.id)).map(({ month, calls }) => [month, calls]),
    };
  };

  const reasonOrText = (error: unknown) => reasonOf(error) ?? String(error);

  const outcomeOf = <Result>(act: () => Result) => {
    try {
      const done = act();
      return done instanceof Promise ? done.then(() => "goes on", reasonOrText) : "goes on";
    } catch (error) {
      return reasonOrText(error);
    }
  };

  const valuesOf = async (metric: { get(): Promise<{ values: readonly { value: number }[] }> }) =>
    (await metric.get()).values.filter(({ value }) => value > 0);

  it("is looked at before the operation: a call that is known to be beyond the quota is refused", async () => {
    const { look, metrics } = await setUp();
    expect(look(9)).toBe("goes on");
    expect(await valuesOf(metrics.quotaRefusals)).toEqual([]);
    expect(look(10)).toBe("MONTHLY_QUOTA_EXHAUSTED");
    expect(await valuesOf(metrics.quotaRefusals)).toEqual([{ labels: { plan: "growth" }, value: 1 }]);
  });

  it("is decided by the count if the call's caller was read in another month", async () => {
    const { look } = await setUp();
    expect(look(10, "2026-10")).toBe("goes on");
  });

  it("is decided by the count if the call may end in the next month", async () => {
    const { look, clock } = await setUp();
    clock.goTo("2026-11-30T23:59:54.999Z");
    expect(look(10)).toBe("MONTHLY_QUOTA_EXHAUSTED");
    clock.goTo("2026-11-30T23:59:55Z");
    expect(look(10)).toBe("goes on");
  });

  it("with a publishable key has a daily limit, which the count finds used up, and then the look before the operation", async () => {
    const { look, count, counted } = await setUp({ restrictions: RESTRICTIONS });
    expect(look()).toBe("goes on");
    expect(await count()).toBe('"day";r=0;t=43200');
    expect(look()).toBe("goes on");
    expect(await count()).toBe("DAILY_LIMIT");
    expect(look()).toBe("DAILY_LIMIT");
    expect(await counted()).toEqual([["2026-11", 1]]);
  });

  it("is in the headers after every count", async () => {
    const { count } = await setUp();
    for (let used = 1; used <= 10; used += 1) expect(await count()).toBe(`"month";r=${10 - used};t=820800`);
  });

  it("is near its limit from eight tenths on, as the metrics report", async () => {
    const { count, metrics } = await setUp();
    for (let used = 1; used <= 7; used += 1) await count();
    expect(await valuesOf(metrics.quotaNearLimit)).toEqual([]);
    for (let used = 8; used <= 10; used += 1) await count();
    expect(await valuesOf(metrics.quotaNearLimit)).toEqual([{ labels: { plan: "growth" }, value: 3 }]);
  });

  it("is refused by the count when it is used up, as the metrics report", async () => {
    const { count, metrics } = await setUp({ quota: 1 });
    await count();
    expect(await count()).toBe("MONTHLY_QUOTA_EXHAUSTED");
    expect(await valuesOf(metrics.quotaRefusals)).toEqual([{ labels: { plan: "growth" }, value: 1 }]);
  });

  it("is not used by a call that is over", async () => {
    const { callBy, quota, counted } = await setUp();
    const { call, caller } = callBy();
    call.end(plainFault("DEADLINE_EXCEEDED"));
    expect(await outcomeOf(() => quota.spend(call, caller, undefined))).toBe("DEADLINE_EXCEEDED");
    expect(await counted()).toEqual([]);
  });

  it("shows in the metrics how many calls were counted although nobody waited for them any more", async () => {
    let leave = () => undefined as void;
    const { callBy, quota, metrics } = await setUp({ quota: 2, whenAnswered: () => leave() });
    const spend = async (isOver: boolean) => {
      const { call, caller } = callBy();
      leave = () => (isOver ? call.end(plainFault("CANCELED")) : undefined);
      await outcomeOf(() => quota.spend(call, caller, undefined));
      return valuesOf(metrics.unansweredSpends);
    };
    expect(await spend(false)).toEqual([]);
    const one = [{ labels: { fate: "counted" }, value: 1 }];
    expect(await spend(true)).toEqual(one);
    // This call is beyond the quota, so it is not counted.
    expect(await spend(true)).toEqual(one);
  });

  it("shows in the metrics how many calls the store may have counted before it fell silent", async () => {
    const gone = new StoreUnavailable("gone", { mayHaveChanged: true });
    const unreached = new StoreUnavailable("unreached");
    const bug = Object.assign(new Error("a bug"), { mayHaveChanged: true });
    const failures: Error[] = [];
    const whenAnswered = () => {
      throw failures.shift();
    };
    const { count, metrics } = await setUp({ whenAnswered });
    for (const failure of [gone, unreached, bug]) {
      failures.push(failure);
      expect(await count()).toContain(failure.message);
    }
    expect(await valuesOf(metrics.unansweredSpends)).toEqual([{ labels: { fate: "unknown" }, value: 1 }]);
  });

  describe("when time passes while the store counts", () => {
    const passing = async (time: string, restrictions?: KeyRestrictions) => {
      let asked = 0;
      const { count, counted, clock } = await setUp({
        time,
        quota: restrictions === undefined ? 1 : 10,
        ...(restrictions && { restrictions }),
        whenAnswered: ({ kind }) => {
          asked += 1;
          if (kind !== "Spent") clock.advance(1);
        },
      });
      await count();
      return { second: await count(), asked, counted: await counted() };
    };

    it.each([
      ["counts in the next month if the month ends", "2026-11-30T23:59:59.999Z", '"month";r=0;t=2678400', 3],
      ["is refused if no month ends", "2026-11-30T23:59:59.998Z", "MONTHLY_QUOTA_EXHAUSTED", 2],
      ["is refused if only a day ends", "2026-11-29T23:59:59.999Z", "MONTHLY_QUOTA_EXHAUSTED", 2],
    ])("a call beyond its monthly quota %s", async (_, time, second, asked) => {
      const found = await passing(time);
      expect(found).toMatchObject({ second, asked });
      const december = asked === 3 ? [["2026-12", 1]] : [];
      expect(found.counted.toSorted()).toEqual([["2026-11", 1], ...december]);
    });

    it("a call that is over is not counted in the next month", async () => {
      let leave = () => undefined as void;
      const { callBy, quota, count, counted, clock } = await setUp({
        time: "2026-11-30T23:59:59.999Z",
        quota: 1,
        whenAnswered: () => leave(),
      });
      await count();
      const { call, caller } = callBy();
      leave = () => {
        clock.advance(1);
        call.end(plainFault("CANCELED"));
      };
      expect(await outcomeOf(() => quota.spend(call, caller, undefined))).toBe("CANCELED");
      expect(await counted()).toEqual([["2026-11", 1]]);
    });

    it("a call that was counted in the month that ends is not counted again", async () => {
      const { count, counted, clock } = await setUp({
        time: "2026-11-30T23:59:59.999Z",
        whenAnswered: () => clock.advance(1),
      });
      await count();
      expect(await counted()).toEqual([["2026-11", 1]]);
    });

    it.each([
      ["counts in the next day if the day ends", "2026-11-29T23:59:59.999Z", '"day";r=0;t=86400', 3],
      ["is refused if the day does not end", "2026-11-29T23:59:59.998Z", "DAILY_LIMIT", 2],
    ])("a call beyond a key's daily limit %s", async (_, time, second, asked) => {
      expect(await passing(time, RESTRICTIONS)).toMatchObject({ second, asked });
    });
  });

  it("is in the headers of a free call as last known", async () => {
    const { quota, callBy } = await setUp();
    expect(quota.left(callBy(3).caller)?.ratelimit).toBe('"month";r=7;t=820800');
  });

  it("is in the headers of a free call as unused in a new month", async () => {
    const { quota, callBy, clock } = await setUp();
    clock.goTo("2026-12-01T00:00:00Z");
    expect(quota.left(callBy(3).caller)?.ratelimit).toBe('"month";r=10;t=2678400');
  });

  it("is not in the headers of a free call with a publishable key", async () => {
    const { quota } = await setUp();
    const { caller } = (await setUp({ restrictions: RESTRICTIONS })).callBy(3);
    expect(quota.left(caller)).toBe(undefined);
  });
});
