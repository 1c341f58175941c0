// A short `npm run drill`: what each event costs the callers of a fleet whose database fails over by itself.
import { beforeAll, describe, expect, it } from "vitest";
import { EVENTS } from "../../scripts/drill/events.ts";
import { missingPrograms } from "../../scripts/drill/patroni-cluster.ts";
import { batchMax, runDrill, SHORT, type EventResult } from "../../scripts/drill/run-drill.ts";

const TIMEOUT_MS = 300_000;
const missing = missingPrograms();

describe.skipIf(missing.length > 0)(
  `a fleet drill (skipped without ${missing.join(", ") || "Patroni"})`,
  () => {
    let results: readonly EventResult[] = [];
    beforeAll(async () => {
      results = await runDrill({ ...SHORT, onProgress: () => undefined });
    }, TIMEOUT_MS);
    const resultOf = (name: string) => results.find(({ event }) => event === name);

    it.each(EVENTS)(
      "answers 200 or 503 and nothing else, and counts every answer and at most one batch more, when $name",
      ({ name }) => {
        const { answered = 0, counted = 0, failed } = resultOf(name) ?? {};
        expect(failed).toBe(0);
        expect(answered).toBeGreaterThan(0);
        expect(counted - answered).toBeGreaterThanOrEqual(0);
        expect(counted - answered).toBeLessThanOrEqual(batchMax(SHORT.callsPerSecond));
      },
    );

    // Nothing can refuse the calls in flight at a replica that is killed.
    it.each(EVENTS.filter(({ name }) => name !== "a replica is killed"))(
      "cuts off no call when $name",
      ({ name }) => {
        expect(resultOf(name)?.cutOff).toBe(0);
      },
    );
  },
);
