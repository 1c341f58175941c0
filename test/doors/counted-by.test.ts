// What a call is counted by, at every door: the key it was made with, and what its answer said.
import { beforeAll, describe, expect, it } from "vitest";
import { issueApiKey } from "../../src/accounts/issue-api-key.ts";
import { VERDICTS, type Verdict } from "../../src/accounts/usage.ts";
import { answerOf } from "./answer-of.ts";
import { LONDON, METHODS } from "./methods.ts";
import { startDoors, type ServiceWithDoors } from "./start-with-doors.ts";

interface Verdicts {
  readonly recommendation?: Verdict;
  readonly slots?: readonly { readonly recommendation: Verdict }[];
}

/** Starts over six days: the simulated weather is good, fair and bad in them. */
const STARTS = Array.from(
  { length: 12 },
  (_, i) => `2026-11-${22 + (i >> 1)}T${i % 2 === 0 ? "04" : "13"}:00:00Z`,
);

describe("a call that is answered", () => {
  let service: ServiceWithDoors;

  beforeAll(async () => {
    service = await startDoors();
    return service.stop;
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
