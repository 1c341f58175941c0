import { expect, test } from "vitest";
import { createRequestQueue, type RequestQueueOptions } from "../../../src/weather/provider/request-queue.ts";
import { WeatherError } from "../../../src/weather/weather-error.ts";
import { passMs, useTimersByHand } from "../timers-by-hand.ts";

useTimersByHand();

const NEVER = new AbortController().signal;

interface Request {
  hasBegun: boolean;
  readonly end: (answer: string) => void;
  readonly fail: (error: Error) => void;
  readonly promise: Promise<string>;
}

type Options = Partial<RequestQueueOptions<Request, string>>;

/** A queue whose requests run until the test ends them. */
function open(options: Options) {
  const queued = createRequestQueue({
    source: "s",
    atOnceMax: 1,
    waitMsMax: 60_000,
    send: (request: Request) => {
      request.hasBegun = true;
      return request.promise;
    },
    ...options,
  });
  return (signal = NEVER, owner?: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const request: Request = { hasBegun: false, end: resolve, fail: reject, promise };
    return { request, done: queued(request, signal, { owner, onSent: () => undefined }) };
  };
}

type Started = ReturnType<ReturnType<typeof open>>;

const begun = (requests: readonly Started[]) => requests.map(({ request }) => request.hasBegun);

/** Ends after everything that only waits for promises already settled. */
const allSettled = () => new Promise((resolve) => setImmediate(resolve));

test("requests beyond the limit wait, and begin in the order they came as others end, also in failure", async () => {
  const start = open({ atOnceMax: 2, waitMsMax: 60_000 });
  const requests = Array.from({ length: 4 }, () => start());
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
  const start = open({ atOnceMax: 1, waitMsMax: 100 });
  const first = start();
  const late = start();
  await Promise.all([
    expect(late.done).rejects.toMatchObject({ kind: "limited", retryAfterSeconds: 1 }),
    passMs(100),
  ]);
  first.request.end("answer");
  await first.done;
  const next = start();
  await allSettled();
  expect(begun([late, next])).toEqual([false, true]);
});

test("whoever gives up waiting is told its own reason, and takes nobody's place", async () => {
  const start = open({ atOnceMax: 1, waitMsMax: 60_000 });
  const first = start();
  const caller = new AbortController();
  const gone = start(caller.signal);
  const next = start();
  const reason = new Error("the caller hung up");
  caller.abort(reason);
  await expect(gone.done).rejects.toBe(reason);
  await expect(start(caller.signal).done).rejects.toBe(reason);
  first.request.end("answer");
  await allSettled();
  expect(begun([gone, next])).toEqual([false, true]);
});

test("a place that is freed in the moment in which the next in turn gives up goes to the one after it", async () => {
  const start = open({ atOnceMax: 1, waitMsMax: 60_000 });
  const first = start();
  const caller = new AbortController();
  const gone = start(caller.signal);
  const next = start();
  await allSettled();
  first.request.end("answer");
  caller.abort();
  await expect(gone.done).rejects.toThrow("aborted");
  await allSettled();
  expect(begun([gone, next])).toEqual([false, true]);
});

test("requests are taken from accounts in turn, and what nobody asked for in turn with them", async () => {
  const start = open({});
  const running = start(NEVER, "busy");
  const busy = Array.from({ length: 100 }, () => start(NEVER, "busy"));
  const nobodys = Array.from({ length: 3 }, () => start(NEVER));
  const single = start(NEVER, "single");
  const order: Started[] = [];
  let last = running;
  for (let i = 0; i < 5; i += 1) {
    last.request.end("answer");
    await last.done;
    await allSettled();
    const next = [...busy, ...nobodys, single].find(
      (request) => request.request.hasBegun && !order.includes(request),
    );
    if (next === undefined) break;
    order.push(next);
    last = next;
  }
  expect(order).toEqual([busy[0], nobodys[0], single, busy[1], nobodys[1]]);
});

test("requests follow each other at the pace the provider bears, the first at once", async () => {
  const start = open({ atOnceMax: 9, perSecond: 10, waitMsMax: 250 });
  const requests = Array.from({ length: 4 }, () => start());
  const outcomes = Promise.allSettled(requests.slice(3).map(({ done }) => done));
  await passMs(0);
  expect(begun(requests)).toEqual([true, false, false, false]);
  await passMs(100);
  expect(begun(requests)).toEqual([true, true, false, false]);
  await passMs(100);
  expect(begun(requests)).toEqual([true, true, true, false]);
  await passMs(100);
  expect(await outcomes).toMatchObject([{ reason: { kind: "limited", retryAfterSeconds: 1 } }]);
  const next = start();
  await allSettled();
  expect(begun([next])).toEqual([true]);
});

test("a deadline that passes while a request waits is no failure of the source", async () => {
  const start = open({});
  start();
  const deadline = new AbortController();
  const late = start(deadline.signal);
  deadline.abort(new WeatherError("timeout", "s: no answer in 4000 ms"));
  await expect(late.done).rejects.toMatchObject({ kind: "limited" });
});
