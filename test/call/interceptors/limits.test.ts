// The places among an account's calls at once: each is given back, whatever becomes of its call.
import { describe, expect, it } from "vitest";
import { plainFault } from "../../../src/fault.ts";
import { useTestService } from "../../support/use-test-service.ts";
import { madeUpCall } from "../made-up-call.ts";

/** More than any plan allows at once, and more than are refused without being held back. */
const CALLS = 250;

describe("calls at once with a quota that is used up", () => {
  const current = useTestService();

  it("are told of the quota, each of them: those that are held back take no place", async () => {
    const { createCaller, ports } = current().service;
    const { key } = await createCaller({ monthlyQuota: 0 });
    const url = `http://127.0.0.1:${ports.http}/v1/forecast?lat=51.5&lng=0&days=1`;
    const ask = async () => {
      const answer = await fetch(url, { headers: { "x-api-key": key } });
      return ((await answer.json()) as { reason?: string }).reason;
    };
    const reasons = await Promise.all(Array.from({ length: CALLS }, ask));
    expect(new Set(reasons)).toEqual(new Set(["MONTHLY_QUOTA_EXHAUSTED"]));
  });
});

describe("a call that has ended", () => {
  it("runs what is to happen at its end at once, so that nothing taken later is kept", () => {
    const open = madeUpCall();
    open.end(plainFault("DEADLINE_EXCEEDED"));
    let places = 1;
    open.whenOver(() => (places -= 1));
    expect(places).toBe(0);
  });
});
