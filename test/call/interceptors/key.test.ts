import type { ConnectError } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import type { Account, CustomSport } from "../../../src/accounts/account.ts";
import { secretSha256, createApiKey } from "../../../src/accounts/api-key.ts";
import type { Caller, KeyRestrictions } from "../../../src/accounts/key.ts";
import { createFindCaller, createRefusalOf } from "../../../src/call/interceptors/key.ts";
import { reasonOf } from "../../../src/fault.ts";
import { createMetrics } from "../../../src/ops/metrics.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { CALLER, checkedCallBy } from "../made-up-call.ts";

const SPORTS: readonly CustomSport[] = [{ id: "court", definition: "{}" }];

/** A call by the account with this change, and the accounts whose sports the store was asked for. */
function callBy(change: Partial<Account>, restrictions?: KeyRestrictions) {
  const asked: string[] = [];
  const sports = async (accountId: string) => {
    asked.push(accountId);
    return SPORTS;
  };
  const caller = { ...CALLER, account: { ...CALLER.account, ...change }, restrictions };
  return Object.assign(checkedCallBy(caller, { sports }), { asked });
}

describe("who calls", () => {
  /** With one good key, and a throttle that is set by hand. */
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
      const refusal = await refusalOf({ key, address: "192.0.2.1" });
      return refusal && [reasonOf(refusal.reason), (refusal.reason as ConnectError).rawMessage];
    };
    return { good, known, throttle, told, throttled: () => metrics.throttled.get() };
  }

  it("is found from a throttled address if the key was good lately, until it is not", async () => {
    const { good, known, throttle, told } = setUp();
    expect(await told(good)).toBeUndefined();
    throttle.seconds = 7;
    expect(await told(good)).toBeUndefined();
    known.clear();
    expect(await told(good)).toEqual(["KEY_UNKNOWN", expect.stringMatching(/^This API key is unknown/)]);
    expect(await told(good)).toEqual(["TOO_MANY_WRONG_KEYS", expect.stringContaining("in 7 seconds.")]);
  });

  it("is told to wait after too many wrong keys, and the refusal is counted", async () => {
    const { throttle, told, throttled } = setUp();
    expect(await told(createApiKey())).toEqual(["KEY_UNKNOWN", expect.any(String)]);
    throttle.secondsAfter = 3;
    expect(await told(createApiKey())).toEqual([
      "TOO_MANY_WRONG_KEYS",
      expect.stringContaining("in 3 seconds."),
    ]);
    const { values } = await throttled();
    expect(values.find(({ labels }) => labels.reason === "wrong_keys")?.value).toBe(1);
  });
});

describe("a checked call", () => {
  it("tells whose sports it may name, and asks the store only when they are read", async () => {
    const { sportsOwner, asked } = callBy({});
    expect(sportsOwner).toMatchObject({ accountId: "acc_a", revision: 7, planGap: undefined });
    expect(asked).toEqual([]);
    expect(await sportsOwner?.readSports()).toBe(SPORTS);
    expect(asked).toEqual(["acc_a"]);
  });

  it("finds no owner in an account that never had a sport of its own", () => {
    expect(callBy({ sportsRevision: 0 }).sportsOwner).toBeUndefined();
  });

  it.each([
    { plan: "starter", planGap: { has: "Starter", needs: "Growth" } },
    { plan: "enterprise", planGap: undefined },
  ] as const)("tells what the $plan plan lacks", ({ plan, planGap }) => {
    expect(callBy({ plan }).sportsOwner?.planGap).toEqual(planGap);
  });

  it("with a publishable key has its forecasts fetched on that key's own budget, not on its account's", () => {
    expect(callBy({}).fetchOwner.accountId).toBe("acc_a");
    const restrictions = { origins: [], places: [], operations: [], callsADay: 1 };
    expect(callBy({}, restrictions).fetchOwner.accountId).toBe("key_a");
  });
});
