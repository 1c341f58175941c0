// What a call is counted by, at every door: the key it was made with, and what its answer said.
import { describe, expect, it } from "vitest";
import { issueApiKey } from "../../src/accounts/issue-api-key.ts";
import { VERDICTS, type Verdict } from "../../src/accounts/usage.ts";
import { answerOf } from "./answer-of.ts";
import { LONDON, METHODS } from "./methods.ts";
import { useDoors } from "./start-with-doors.ts";

interface Verdicts {
  readonly recommendation?: Verdict;
  readonly slots?: readonly { readonly recommendation: Verdict }[];
}

/** Starts over six days: the simulated weather is good, fair and bad in them. */
const STARTS = Array.from(
  { length: 12 },
  (_, i) => `2026-11-${22 + (i >> 1)}T${i % 2 === 0 ? "04" : "13"}:00:00Z`,
);

const service = await useDoors();

describe("a call that is answered", () => {
  it("is counted exactly: 16 callers racing through all doors for the last 5 calls of a month get exactly 5 answers", async () => {
    const { doors, createCaller, store } = service;
    const { key, keyId, accountId } = await createCaller({ plan: "free", monthlyQuota: 5 });
    const call = { method: METHODS.getForecast, request: { ...LONDON, days: 1 }, key };
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, (_, i) => (doors[i % doors.length] ?? doors[0]).call(call)),
    );
    const codes = outcomes.map((outcome) => (outcome.kind === "fault" ? outcome.code : "answer"));
    expect(codes.filter((code) => code === "answer")).toHaveLength(5);
    expect(codes.filter((code) => code === "resource_exhausted")).toHaveLength(11);
    const rows = await store.usage(accountId, "2026-11");
    expect(rows).toEqual([{ day: "2026-11-21", method: "GetForecast", keyId, calls: 5 }]);
    const left = outcomes.flatMap(({ headers }) => headers.get("ratelimit")?.split(";")[1] ?? []);
    expect(new Set(left)).toEqual(new Set(["r=4", "r=3", "r=2", "r=1", "r=0"]));
  });

  it("is counted by its key, whichever of the account's it is", async () => {
    const { accountId, key, keyId } = await service.createCaller();
    const second = await issueApiKey({ store: service.store, accountId });
    const call = { method: METHODS.getForecast, request: { ...LONDON, days: 1 } };
    for (const door of service.doors) {
      await answerOf(door, { ...call, key });
      await answerOf(door, { ...call, key: second?.apiKey });
      await answerOf(door, { ...call, key });
    }
    const rows = await service.store.usage(accountId, "2026-11");
    const { length } = service.doors;
    expect(new Map(rows.map((row) => [row.keyId, row.calls]))).toEqual(
      new Map([
        [keyId, 2 * length],
        [second?.key.id, length],
      ]),
    );
  });

  it("is counted by its verdict, or by that of the best slot; a forecast has none", async () => {
    const { accountId, key } = await service.createCaller();
    const told: (Verdict | undefined)[] = [];
    for (const [i, door] of service.doors.entries()) {
      for (const start_time of STARTS) {
        const request = { ...LONDON, start_time, duration_minutes: 60, sport: "tennis" };
        const { body } = await answerOf(door, { method: METHODS.getBookingConfidence, request, key });
        told.push((body as Verdicts).recommendation);
      }
      const slots = STARTS.slice(i % 6, (i % 6) + 3);
      const { body } = await answerOf(door, {
        method: METHODS.rankSafeSlots,
        request: { ...LONDON, slots },
        key,
      });
      told.push((body as Verdicts).slots?.[0]?.recommendation);
      await answerOf(door, { method: METHODS.getForecast, request: { ...LONDON, days: 1 }, key });
    }
    const counts = VERDICTS.map((verdict) => [verdict, told.filter((each) => each === verdict).length]);
    // Each of them has to be there, or nothing is proved.
    expect(counts.filter(([, count]) => count === 0)).toEqual([]);
    const [total] = await service.store.monthlyTotals(accountId);
    expect(total).toEqual({
      month: "2026-11",
      calls: told.length + service.doors.length,
      verdicts: Object.fromEntries(counts),
    });
  });
});
