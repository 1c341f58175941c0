import { expect, test } from "vitest";
import { createRequestLimit, type RequestLimit } from "../../../src/weather/provider/request-limit.ts";
import { passMs, useTimersByHand } from "../timers-by-hand.ts";

useTimersByHand();

const NEVER = new AbortController().signal;

/** A request that runs until the test ends it. */
function startRequest(limited: RequestLimit, signal = NEVER) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const request = { hasBegun: false, end: resolve, fail: reject };
  const done = limited(signal, () => {
    request.hasBegun = true;
    return promise;
  });
  return { request, done };
}

const begun = (requests: readonly ReturnType<typeof startRequest>[]) =>
  requests.map(({ request }) => request.hasBegun);

/** Ends after everything that only waits for promises already settled. */
const allSettled = () => new Promise((resolve) => setImmediate(resolve));

test("requests beyond the limit wait, and begin in the order they came as others end, also in failure", async () => {
  const limited = createRequestLimit({ source: "s", atOnceMax: 2, waitMsMax: 60_000 });
  const requests = Array.from({ length: 4 }, () => startRequest(limited));
  await allSettled();
  expect(begun(requests)).toEqual([true, true, false, false]);
  requests[1]?.request.fail(new Error("broken"));
  await expect(requests[1]?.done).rejects.toThrow("broken");
  await allSettled();
  expect(begun(requests)).toEqual([true, true, true, false]);
  for (const { request } of requests) request.end("answer");
  expect(await Promise.all([requests[0]?.done, requests[2]?.done, requests[3]?.done])).toEqual(
    Array(3).fill("answer"),
  );
});

test("whoever waits too long is told to come back, and takes nobody's place", async () => {
  const limited = createRequestLimit({ source: "s", atOnceMax: 1, waitMsMax: 100 });
  const first = startRequest(limited);
  const late = startRequest(limited);
  await Promise.all([
    expect(late.done).rejects.toMatchObject({ kind: "limited", retryAfterSeconds: 1 }),
    passMs(100),
  ]);
  first.request.end("answer");
  await first.done;
  const next = startRequest(limited);
  await allSettled();
  expect(begun([late, next])).toEqual([false, true]);
});

test("whoever gives up waiting is told its own reason, and takes nobody's place", async () => {
  const limited = createRequestLimit({ source: "s", atOnceMax: 1, waitMsMax: 60_000 });
  const first = startRequest(limited);
  const caller = new AbortController();
  const gone = startRequest(limited, caller.signal);
  const next = startRequest(limited);
  const reason = new Error("the caller hung up");
  caller.abort(reason);
  await expect(gone.done).rejects.toBe(reason);
  await expect(limited(caller.signal, async () => "answer")).rejects.toBe(reason);
  first.request.end("answer");
  await allSettled();
  expect(begun([gone, next])).toEqual([false, true]);
});

test("a place that is freed in the moment in which the next in turn gives up goes to the one after it", async () => {
  const limited = createRequestLimit({ source: "s", atOnceMax: 1, waitMsMax: 60_000 });
  const first = startRequest(limited);
  const caller = new AbortController();
  const gone = startRequest(limited, caller.signal);
  const next = startRequest(limited);
  await allSettled();
  first.request.end("answer");
  caller.abort();
  await expect(gone.done).rejects.toThrow("aborted");
  await allSettled();
  expect(begun([gone, next])).toEqual([false, true]);
});
