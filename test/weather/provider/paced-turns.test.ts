import { expect, test } from "vitest";
import { createPacedTurns } from "../../../src/weather/provider/paced-turns.ts";
import { passMs, useTimersByHand } from "../timers-by-hand.ts";

const NEVER = new AbortController().signal;

useTimersByHand();

test("turns come at their pace, the first at once, and whoever would wait too long gets none", async () => {
  const untilTurn = createPacedTurns({ source: "s", perSecond: 10, waitMsMax: 250 });
  const startedMs = performance.now();
  const turnsMs: number[] = [];
  const turns = Array.from({ length: 3 }, () =>
    untilTurn(NEVER).then(() => turnsMs.push(performance.now() - startedMs)),
  );
  await expect(untilTurn(NEVER)).rejects.toMatchObject({ kind: "limited", retryAfterSeconds: 1 });
  await passMs(300);
  await Promise.all(turns);
  expect(turnsMs).toEqual([0, 100, 200]);
  await untilTurn(NEVER);
});

test("the signal ends a wait with its reason", async () => {
  const untilTurn = createPacedTurns({ source: "s", perSecond: 10, waitMsMax: 250 });
  await untilTurn(NEVER);
  const caller = new AbortController();
  const reason = new Error("the caller hung up");
  const turn = untilTurn(caller.signal);
  caller.abort(reason);
  await expect(turn).rejects.toBe(reason);
});
