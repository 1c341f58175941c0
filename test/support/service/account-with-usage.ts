import { VERDICTS } from "../../../src/scoring/verdicts.ts";
import type { TestService } from "./test-service.ts";

/** Calls of November 2026, the current month, by day and method. Only confidence calls have verdicts. */
export const NOVEMBER = [
  ["2026-11-01", "GetForecast", 7],
  ["2026-11-03", "GetBookingConfidence", 21],
  ["2026-11-03", "GetForecast", 11],
  ["2026-11-03", "RankSafeSlots", 4],
  ["2026-11-20", "RankSafeSlots", 13],
] as const;

export const NOVEMBER_CALLS = 56;
export const SEPTEMBER_CALLS = 3;

/** A Starter account with 56 calls over three days of this month, and 3 calls two months ago. */
export async function accountWithUsage(
  service: TestService,
  { monthlyQuota = 25_000 } = {},
): Promise<{ accountId: string; key: string; keyId: string }> {
  const caller = await service.createCaller({ plan: "starter", monthlyQuota });
  const spend = async (day: string, method: string, calls: number) => {
    const spending = {
      accountId: caller.accountId,
      keyId: caller.keyId,
      month: day.slice(0, 7),
      day: Number(day.slice(8)),
      method,
    };
    const verdictOf = (i: number) => (method === "GetBookingConfidence" ? VERDICTS[i % 2] : undefined);
    await Promise.all(
      Array.from({ length: calls }, (_, i) =>
        service.store.spend({ ...spending, verdict: verdictOf(i), quota: monthlyQuota }),
      ),
    );
  };
  await spend("2026-09-30", "GetForecast", SEPTEMBER_CALLS);
  for (const [day, method, calls] of NOVEMBER) {
    await spend(day, method, calls);
  }
  return caller;
}
