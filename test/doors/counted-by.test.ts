// What a call is counted by, at every door: the key it was made with, and what its answer said.
import { expect, it } from "vitest";
import { issueApiKey } from "../../src/accounts/issue-api-key.ts";
import { VERDICTS, type Verdict } from "../../src/accounts/usage.ts";
import { answerOf } from "./answer-of.ts";
import { LONDON, METHODS } from "./methods.ts";
import { startWithDoors } from "./start-with-doors.ts";

interface Verdicts {
  readonly recommendation?: Verdict;
  readonly slots?: readonly { readonly recommendation: Verdict }[];
}

/** Starts over six days: the simulated weather is good, fair and bad in them. */
const STARTS = Array.from(
  { length: 12 },
  (_, i) => `2026-11-${22 + (i >> 1)}T${i % 2 === 0 ? "04" : "13"}:00:00Z`,
);

it("a call is counted by its key, and by its verdict or that of the best slot; a forecast has none", async () => {
  const { doors, store, createCaller } = await startWithDoors();
  const { accountId, key, keyId } = await createCaller();
  const second = await issueApiKey({ store, accountId });
  const told: (Verdict | undefined)[] = [];
  for (const [i, door] of doors.entries()) {
    for (const start_time of STARTS) {
      const request = { ...LONDON, start_time, duration_minutes: 60, sport: "tennis" };
      const { body } = await answerOf(door, { method: METHODS.getBookingConfidence, request, key });
      told.push((body as Verdicts).recommendation);
    }
    const request = { ...LONDON, slots: STARTS.slice(i % 6, (i % 6) + 3) };
    const { body } = await answerOf(door, { method: METHODS.rankSafeSlots, request, key });
    told.push((body as Verdicts).slots?.[0]?.recommendation);
    const call = { method: METHODS.getForecast, request: { ...LONDON, days: 1 } };
    await answerOf(door, { ...call, key: second?.apiKey });
  }
  const counts = VERDICTS.map((verdict) => [verdict, told.filter((each) => each === verdict).length]);
  // Each of them has to be there, or nothing is proved.
  expect(counts.filter(([, count]) => count === 0)).toEqual([]);
  const [total] = await store.monthlyTotals(accountId);
  const { length } = doors;
  const verdicts = Object.fromEntries(counts);
  expect(total).toEqual({ month: "2026-11", calls: told.length + length, verdicts });
  const rows = await store.usage(accountId, "2026-11");
  expect(rows.map((row) => [row.method, row.keyId, row.calls]).toSorted()).toEqual([
    ["GetBookingConfidence", keyId, STARTS.length * length],
    ["GetForecast", second?.key.id, length],
    ["RankSafeSlots", keyId, length],
  ]);
});
