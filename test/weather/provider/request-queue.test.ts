// A queue before a provider whose requests the test ends.
import { beforeEach, describe, expect, test } from "vitest";
import { createRequestQueue, type RequestQueueOptions } from "../../../src/weather/provider/request-queue.ts";
import { WeatherError } from "../../../src/weather/weather-error.ts";
import { passMs, useTimersByHand } from "../timers-by-hand.ts";

useTimersByHand();

const NEVER = new AbortController().signal;

interface Request extends PromiseWithResolvers<string> {
  hasBegun: boolean;
  /** All that went in the same request. */
  together: readonly Request[];
  /** Of the request that it went in, once it has begun. */
  signal: AbortSignal | undefined;
}

/** Whose turn was told that its request has left. */
const sent: Request[] = [];

beforeEach(() => {
  sent.length = 0;
});

/** A queue whose requests run until the test ends them. */
function open(options: Partial<RequestQueueOptions<Request, string>>) {
  const queued = createRequestQueue({
    source: "s",
    atOnceMax: 1,
    waitMsMax: 60_000,
    send: (together, signal) => {
      for (const request of together) Object.assign(request, { hasBegun: true, together, signal });
      return Promise.race(together.map(({ promise }) => promise));
    },
    ...options,
  });
  return (signal = NEVER, owner?: string, part?: object) => {
    const ended = Promise.withResolvers<string>();
    const request: Request = { ...ended, hasBegun: false, together: [], signal: undefined };
    const turn = { owner, part, onSent: () => sent.push(request) };
    return { request, done: queued(request, signal, turn) };
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
  requests[1]?.request.reject(new Error("broken"));
  await expect(requests[1]?.done).rejects.toThrow("broken");
  await allSettled();
  expect(begun(requests)).toEqual([true, true, true, false]);
  for (const { request } of requests) request.resolve("answer");
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
  first.request.resolve("answer");
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
  first.request.resolve("answer");
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
  first.request.resolve("answer");
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
    last.request.resolve("answer");
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

describe("requests that may go together", () => {
  const together = ({ request }: Started, all: readonly Started[]) =>
    all.filter((other) => request.together.includes(other.request));

  test("do when they wait for the same place, and none waits for others to come", async () => {
    const start = open({ togetherMax: 3 });
    const first = start();
    await allSettled();
    expect(first.request.together).toEqual([first.request]);
    const waiting = Array.from({ length: 5 }, () => start());
    first.request.resolve("first");
    await allSettled();
    expect(begun(waiting)).toEqual([true, true, true, false, false]);
    expect(sent).toEqual([first, ...waiting.slice(0, 3)].map(({ request }) => request));
    waiting[1]?.request.resolve("answer");
    expect(await Promise.all(waiting.slice(0, 3).map(({ done }) => done))).toEqual(Array(3).fill("answer"));
    await allSettled();
    expect(together(waiting[3] as Started, waiting)).toEqual(waiting.slice(3));
  });

  test("are taken from accounts in turn", async () => {
    const start = open({ togetherMax: 3 });
    const running = start(NEVER, "busy");
    const busy = Array.from({ length: 9 }, () => start(NEVER, "busy"));
    const single = start(NEVER, "single");
    const nobodys = start(NEVER);
    running.request.resolve("answer");
    await allSettled();
    expect(begun([...busy.slice(0, 2), single, nobodys])).toEqual([true, false, true, true]);
  });

  test("fail together, each with what went wrong, and free one place", async () => {
    const start = open({ togetherMax: 9 });
    const first = start();
    const both = [start(), start()];
    first.request.resolve("first");
    await allSettled();
    const later = [start(), start()];
    const error = new Error("broken");
    both[0]?.request.reject(error);
    expect(await Promise.allSettled(both.map(({ done }) => done))).toEqual(
      both.map(() => ({ status: "rejected", reason: error })),
    );
    await allSettled();
    expect(begun(later)).toEqual([true, true]);
    expect(together(later[0] as Started, later)).toEqual(later);
  });

  test("go on for the others when one gives up, and end when all have", async () => {
    const start = open({ togetherMax: 9 });
    const first = start();
    const callers = [new AbortController(), new AbortController(), new AbortController()] as const;
    const [gone, ...others] = callers.map(({ signal }) => start(signal)) as [Started, Started, Started];
    callers[0].abort(new Error("gave up waiting"));
    await expect(gone.done).rejects.toThrow("gave up waiting");
    first.request.resolve("first");
    await allSettled();
    expect(begun([gone, ...others])).toEqual([false, true, true]);
    callers[1].abort(new Error("gave up its answer"));
    await expect(others[0].done).rejects.toThrow("gave up its answer");
    expect(others[1].request.signal?.aborted).toBe(false);
    callers[2].abort(new Error("gave up too"));
    await expect(others[1].done).rejects.toThrow("gave up too");
    expect(others[1].request.signal?.aborted).toBe(true);
  });

  test("pass over those that go alone, which have every other request while both wait", async () => {
    const start = open({ togetherMax: 3 });
    const first = start();
    const alone = [start(NEVER, undefined, {}), start(NEVER, undefined, {})];
    const others = Array.from({ length: 2 }, () => start());
    alone.push(start(NEVER, undefined, {}));
    others.push(start(), start());
    for (const last of [first, alone[0], others[0], alone[1], others[3]]) {
      last?.request.resolve("answer");
      await allSettled();
    }
    const all = [...alone, ...others];
    expect(all.map(({ request }) => sent.indexOf(request))).toEqual([1, 5, 7, 2, 3, 4, 6]);
    expect([...alone, others[3]].map((each) => each?.request.together.length)).toEqual([1, 1, 1, 1]);
    expect(together(others[0] as Started, all)).toEqual(others.slice(0, 3));
  });

  test("go with all of their part and nothing else, however many accounts they are of", async () => {
    const start = open({ togetherMax: 9 });
    const first = start();
    const parts = [{}, {}];
    const items = Array.from({ length: 6 }, (_, i) => start(NEVER, `account ${i % 3}`, parts[i % 2]));
    const gone = new AbortController();
    start(gone.signal, "account 1", parts[0]).done.catch(() => undefined);
    gone.abort();
    first.request.resolve("answer");
    await allSettled();
    expect(begun(items)).toEqual([true, false, true, false, true, false]);
    expect(together(items[0] as Started, items)).toHaveLength(3);
    expect(items[0]?.request.together).toHaveLength(3);
  });

  test("that go alone are taken from accounts in turn", async () => {
    const start = open({ togetherMax: 3 });
    const running = start(NEVER, "busy");
    const busy = Array.from({ length: 9 }, () => start(NEVER, "busy", {}));
    const single = start(NEVER, "single", {});
    for (const last of [running, busy[0]]) {
      last?.request.resolve("answer");
      await allSettled();
    }
    expect(begun([...busy.slice(0, 2), single])).toEqual([true, false, true]);
  });
});

// What a request waits for besides room in its own process: the turn of its replica, and the call that it counts as.
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
  requests[0]?.request.resolve("all");
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
  next.request.resolve("well");
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
  others[0]?.request.resolve("paid");
  await Promise.all(others.map(({ done }) => done));
});
