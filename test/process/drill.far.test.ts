// `npm run drill`: what each event costs the callers of a fleet on a primary with two standbys.
import { beforeAll, describe, expect, it } from "vitest";
import { EVENTS } from "../../scripts/drill/events.ts";
import { BATCH_MAX, missingPrograms, runDrill, type EventResult } from "../../scripts/drill/run-drill.ts";

const TIMEOUT_MS = 300_000;
const missing = missingPrograms();

describe.skipIf(missing.length > 0)(
  `a fleet drill (skipped without ${missing.join(", ") || "PostgreSQL and PgBouncer"})`,
  () => {
    let results: readonly EventResult[] = [];
    beforeAll(async () => {
      results = await runDrill(() => undefined);
    }, TIMEOUT_MS);
    const resultOf = (name: string) => results.find(({ event }) => event === name);

    it.each(EVENTS)(
      "answers 200 or 503 and nothing else, and counts every answer and at most one batch more, when $name",
      ({ name }) => {
        const { answered = 0, counted = 0, failed } = resultOf(name) ?? {};
        expect(failed).toBe(0);
        expect(answered).toBeGreaterThan(0);
        expect(counted - answered).toBeGreaterThanOrEqual(0);
        expect(counted - answered).toBeLessThanOrEqual(BATCH_MAX);
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
