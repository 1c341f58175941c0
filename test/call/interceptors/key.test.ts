import type { ConnectError } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import type { Account, CustomSport } from "../../../src/accounts/account.ts";
import { secretSha256, createApiKey } from "../../../src/accounts/api-key.ts";
import type { Caller, KeyRestrictions } from "../../../src/accounts/key.ts";
import { createFindCaller, createRefusalOf } from "../../../src/call/interceptors/key.ts";
import { reasonOf } from "../../../src/errors/fault.ts";
import { createMetrics } from "../../../src/observability/metrics.ts";
import { throttledCalls } from "./throttled-calls.ts";
import { createManualClock } from "../../support/fakes/manual-clock.ts";
import { CALLER, checkedCaller, madeUpCall } from "../made-up-call.ts";

const SPORTS: readonly CustomSport[] = [{ id: "court", definition: "{}" }];

/** CALLER with an account changed like this. `asked` lists the accounts whose sports were read from the store. */
function callerWith(change: Partial<Account>, restrictions?: KeyRestrictions) {
  const asked: string[] = [];
  const sports = async (accountId: string) => {
    asked.push(accountId);
    return SPORTS;
  };
  const caller = { ...CALLER, account: { ...CALLER.account, ...change }, restrictions };
  return Object.assign(checkedCaller(caller, { sports }), { asked });
}

describe("looking up a caller", () => {
  /** A store with one good key, and a throttle that the test sets. */
  function setUp() {
    const good = createApiKey();
    const known = new Map<string, Caller>([[secretSha256(good), CALLER]]);
    const throttle = { seconds: 0, secondsAfter: 0 };
    const metrics = createMetrics({ version: "1" });
    const findCaller = createFindCaller({
      store: { findCaller: async (sha256) => known.get(sha256), cachedCaller: () => undefined },
      clock: createManualClock("2026-11-21T12:00:00Z"),
      metrics,
      throttle: { waitSeconds: () => throttle.seconds, noteWrongKey: () => throttle.secondsAfter },
    });
    const refusalOf = createRefusalOf(findCaller);
    const told = async (key: string) => {
      const { head, method } = madeUpCall(undefined, { key, address: "192.0.2.1" });
      const refusal = await refusalOf(head, method);
      return refusal && [reasonOf(refusal.reason), (refusal.reason as ConnectError).rawMessage];
    };
    return { good, known, throttle, told, throttled: () => throttledCalls(metrics, "wrong_keys") };
  }

  it("bypasses the throttle for a recently valid key, until the store no longer knows that key", async () => {
    const { good, known, throttle, told } = setUp();
    expect(await told(good)).toBeUndefined();
    throttle.seconds = 7;
    expect(await told(good)).toBeUndefined();
    known.clear();
    expect(await told(good)).toEqual(["KEY_UNKNOWN", expect.any(String)]);
    expect(await told(good)).toEqual(["TOO_MANY_WRONG_KEYS", expect.stringContaining("in 7 seconds.")]);
  });

  it("refuses with a wait time after too many wrong keys, and counts the refusal in the metrics", async () => {
    const { throttle, told, throttled } = setUp();
    expect(await told(createApiKey())).toEqual(["KEY_UNKNOWN", expect.any(String)]);
    throttle.secondsAfter = 3;
    expect(await told(createApiKey())).toEqual([
      "TOO_MANY_WRONG_KEYS",
      expect.stringContaining("in 3 seconds."),
    ]);
    expect(await throttled()).toBe(1);
  });
});

describe("a checked caller", () => {
  it("knows which account's own sports it may name, and reads these sports from the store only on demand", async () => {
    const { sportsOwner, asked } = callerWith({});
    expect(sportsOwner).toMatchObject({ accountId: "acc_a", revision: 7, planGap: undefined });
    expect(asked).toEqual([]);
    expect(await sportsOwner?.readSports()).toBe(SPORTS);
    expect(asked).toEqual(["acc_a"]);
  });

  it("has no owner of sports if its account never had a sport of its own", () => {
    expect(callerWith({ sportsRevision: 0 }).sportsOwner).toBeUndefined();
  });

  it.each([
    { plan: "starter", planGap: { has: "Starter", needs: "Growth" } },
    { plan: "enterprise", planGap: undefined },
  ] as const)("says if the $plan plan lacks own sports, and which plan has them", ({ plan, planGap }) => {
    expect(callerWith({ plan }).sportsOwner?.planGap).toEqual(planGap);
  });

  it("with a publishable key fetches forecasts on the key's own budget, not on its account's", () => {
    expect(callerWith({}).fetchOwner.accountId).toBe("acc_a");
    const restrictions = { origins: [], places: [], operations: [], callsADay: 1 };
    expect(callerWith({}, restrictions).fetchOwner.accountId).toBe("key_a");
  });
});
