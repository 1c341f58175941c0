// Refusals: every door tells the same fault, in its own shape, and none of them counts.
import { beforeAll, describe, expect, it } from "vitest";
import type { AccountChange } from "../../src/accounts/account.ts";
import type { FieldViolation } from "../../src/fault.ts";
import { createApiKey } from "../../src/accounts/api-key.ts";
import type { TestService } from "../support/test-service.ts";
import { faultOf } from "./faults-of.ts";
import { LONDON, METHODS } from "./methods.ts";
import { REFUSALS, type KeyName } from "./refusal-table.ts";
import { startDoors, type ServiceWithDoors } from "./start-with-doors.ts";

const { getForecast } = METHODS;

describe("refusals", () => {
  let service: ServiceWithDoors;
  let keys: Record<Exclude<KeyName, "good">, string | undefined>;

  beforeAll(async () => {
    // Each refusal comes from an address of its own, or the wrong keys among them would be throttled.
    service = await startDoors({ trustedProxies: ["loopback"] });
    const good = await service.createCaller();
    keys = {
      none: undefined,
      malformed: good.key.slice(0, -1),
      unknown: createApiKey(),
      revoked: await revokedKey(service),
      suspended: await keyOfAccount(service, { isSuspended: true }),
      // One that is suspended besides is closed all the same.
      closed: await keyOfAccount(service, { isSuspended: true, isClosed: true }),
      "used up": await usedUpKey(service),
    };
    return service.stop;
  });

  describe.each(Object.entries(REFUSALS))("%s", (name, refusal) => {
    const { method = getForecast, request = LONDON, key: whose = "good" } = refusal;

    it("is the same fault at every door, says what to change, reveals nothing, and does not count", async () => {
      // Of an account of its own: refusals beyond so many a second to one account are held back.
      const good = await service.createCaller();
      const key = whose === "good" ? good.key : keys[whose];
      const headers = { "x-forwarded-for": `2001:db8:0:${Object.keys(REFUSALS).indexOf(name)}::1` };
      const fault = await faultOf(service.doors, { method, request, key, headers });
      const { code, status, reason, retryAfterSeconds } = refusal;
      expect(fault).toMatchObject({ code, status, reason });
      expect(fault.retryAfterSeconds).toBe(retryAfterSeconds);
      expect(fault.sentence).toMatch(refusal.sentence);
      expect(fault.violations.map(({ field }) => field)).toEqual(refusal.fields ?? []);
      expect(await service.callsOf(good.accountId)).toBe(0);
    });
  });

  it("what a query's text, its rules, its sport and the clock are at fault for is told at once", async () => {
    const { key } = await service.createCaller();
    const query =
      "lat=north&lng=181&start_time=2026-11-20T10:00:00Z&durration_minutes=60&sport=tenis&lang=zh&explain=yes";
    const response = await service.get(`/v1/booking-confidence?${query}`, { key });
    const { reason, violations } = (await response.json()) as {
      reason: string;
      violations: FieldViolation[];
    };
    expect([response.status, reason]).toEqual([400, "INVALID_PARAMETER"]);
    // That duration_minutes is missing is the same mistake as durration_minutes.
    expect(violations.map(({ field, reason: why }) => `${field} ${why}`)).toEqual([
      "lat INVALID_PARAMETER",
      "durration_minutes UNKNOWN_PARAMETER",
      "explain INVALID_PARAMETER",
      "lng INVALID_PARAMETER",
      "sport UNKNOWN_SPORT",
      "lang INVALID_PARAMETER",
      "start_time START_IN_PAST",
    ]);
    expect(violations.every((violation) => Object.keys(violation).length === 3)).toBe(true);
  });

  it("a refusal for quota says so in the quota headers", async () => {
    const call = { method: getForecast, request: LONDON, key: keys["used up"] };
    const { headers } = await faultOf(service.doors, call);
    expect(headers.get("ratelimit")).toBe('"month";r=0;t=819600');
    expect(headers.get("ratelimit-policy")).toBe('"month";q=1;w=2592000');
  });
});

async function revokedKey(service: TestService): Promise<string> {
  const { key, keyId } = await service.createCaller();
  await service.store.revokeKey(keyId);
  return key;
}

async function keyOfAccount(service: TestService, change: AccountChange): Promise<string> {
  const { accountId, key } = await service.createCaller();
  await service.store.updateAccount(accountId, change);
  return key;
}

async function usedUpKey(service: TestService): Promise<string> {
  const { accountId, key } = await service.createCaller({ plan: "free", monthlyQuota: 1 });
  await service.store.spend({ accountId, month: "2026-11", day: 20, method: "GetForecast", quota: 1 });
  return key;
}
