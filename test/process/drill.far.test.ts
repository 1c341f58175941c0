// A fleet on a database that fails over by itself, in short what `npm run drill` does at length: what each event costs callers.
import { beforeAll, describe, expect, it } from "vitest";
import { EVENTS } from "../../scripts/drill/events.ts";
import { missingPrograms } from "../../scripts/drill/patroni-cluster.ts";
import { batchMax, runDrill, type EventResult } from "../../scripts/drill/run-drill.ts";
import { SHORT } from "../../scripts/drill/short.ts";

const TIMEOUT_MS = 300_000;
const missing = missingPrograms();

describe.skipIf(missing.length > 0)(
  `a fleet drill (skipped without ${missing.join(", ") || "Patroni"})`,
  () => {
    let results: readonly EventResult[] = [];
    beforeAll(async () => {
      results = await runDrill({ ...SHORT, onProgress: () => undefined });
    }, TIMEOUT_MS);

    it.each(EVENTS)(
      "counts every call that is answered, and at most one batch more, when $name",
      ({ name }) => {
        const result = results.find(({ event }) => event === name);
        expect(result?.answered).toBeGreaterThan(0);
        const unanswered = (result?.counted ?? 0) - (result?.answered ?? 0);
        expect(unanswered).toBeGreaterThanOrEqual(0);
        expect(unanswered).toBeLessThanOrEqual(batchMax(SHORT.callsPerSecond));
        // Those of a process that dies have nobody who could refuse them.
        if (name !== "a replica is killed") expect(result?.cutOff).toBe(0);
      },
    );
  },
);
