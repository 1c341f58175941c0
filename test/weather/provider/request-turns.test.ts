// What a request waits for besides room in its own process: the turn of its replica, and the call that it counts as.
import { expect, test } from "vitest";
import { WeatherError } from "../../../src/weather/weather-error.ts";
import { useTimersByHand } from "../timers-by-hand.ts";
import { allSettled, begun, open, sent } from "./queue-by-hand.ts";

useTimersByHand();

test("a turn is waited for once, those who come meanwhile go along, and it is given back when their request ends", async () => {
  const turns: PromiseWithResolvers<() => void>[] = [];
  let left = 0;
  const start = open({
    togetherMax: 20,
    enterTurn: () => {
      const turn = Promise.withResolvers<() => void>();
      turns.push(turn);
      return turn.promise;
    },
  });
  const requests = [start(), start()];
  await allSettled();
  expect([begun(requests), turns.length]).toEqual([[false, false], 1]);
  requests.push(start());
  turns[0]?.resolve(() => (left += 1));
  await allSettled();
  expect(begun(requests)).toEqual([true, true, true]);
  expect(requests[0]?.request.together).toHaveLength(3);
  expect(left).toBe(0);
  requests[0]?.request.end("all");
  await Promise.all(requests.map(({ done }) => done));
  expect([left, turns.length]).toEqual([1, 1]);
});

test("a turn that nobody can be asked for fails those who wait, and the next are tried anew", async () => {
  const away = new WeatherError("uncounted", "s: not asked");
  let isAway = true;
  const start = open({ enterTurn: () => (isAway ? Promise.reject(away) : Promise.resolve(() => undefined)) });
  const requests = [start(), start()];
  for (const { done } of requests) await expect(done).rejects.toBe(away);
  expect(sent).toEqual([]);
  isAway = false;
  const next = start();
  await allSettled();
  next.request.end("well");
  expect(await next.done).toBe("well");
});

test("a turn that comes when all have left is given back", async () => {
  const turn = Promise.withResolvers<() => void>();
  let left = 0;
  const start = open({ enterTurn: () => turn.promise });
  const gone = new AbortController();
  const request = start(gone.signal);
  gone.abort(new Error("gone"));
  await expect(request.done).rejects.toThrow("gone");
  turn.resolve(() => (left += 1));
  await allSettled();
  expect([left, begun([request])]).toEqual([1, [false]]);
});

test("what is not paid for is not sent, and nobody is told that it was", async () => {
  const refused = new WeatherError("used_up", "s: used up");
  const charged: number[] = [];
  const start = open({
    togetherMax: 20,
    charge: async (count) => {
      charged.push(count);
      if (charged.length === 1) throw refused;
    },
  });
  const first = start();
  const others = [start(), start()];
  await expect(first.done).rejects.toBe(refused);
  await allSettled();
  expect([charged, sent]).toEqual([[1, 2], others.map(({ request }) => request)]);
  others[0]?.request.end("paid");
  await Promise.all(others.map(({ done }) => done));
});
