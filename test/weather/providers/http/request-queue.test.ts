// A queue in front of a provider; the test ends each request.
import { beforeEach, describe, expect, test } from "vitest";
import {
  createRequestQueue,
  type RequestQueueOptions,
} from "../../../../src/weather/providers/http/request-queue.ts";
import { WeatherError } from "../../../../src/weather/weather-error.ts";
import { allSettled, passMs, useTimersByHand } from "../../timers-by-hand.ts";

useTimersByHand();

/** One place that is asked for. */
interface Asked extends PromiseWithResolvers<string> {
  hasBegun: boolean;
  /** The places of its request, itself included. */
  together: readonly Asked[];
  /** The signal of its request; undefined before the request begins. */
  signal: AbortSignal | undefined;
  /** What its caller gets. */
  done: Promise<string>;
}

/** The places that were reported as sent, in order. */
const sent: Asked[] = [];

beforeEach(() => {
  sent.length = 0;
});

/** A queue whose requests run until the test ends them, and functions that ask it. */
function open(options: Partial<RequestQueueOptions<Asked, string>>) {
  const queued = createRequestQueue<Asked, string>({
    source: "s",
    atOnceMax: 1,
    waitMsMax: 60_000,
    send: (together, signal) => {
      for (const asked of together) Object.assign(asked, { hasBegun: true, together, signal });
      return Promise.race(together.map(({ promise }) => promise));
    },
    ...options,
  });
  const ask = (by: { signal?: AbortSignal; owner?: string; part?: object } = {}): Asked => {
    const { signal = new AbortController().signal, owner, part } = by;
    const ended = Promise.withResolvers<string>();
    const asked: Asked = { ...ended, hasBegun: false, together: [], signal: undefined, done: ended.promise };
    const onNotSent = () => sent.splice(sent.indexOf(asked), 1);
    asked.done = queued(asked, signal, { owner, part, onSent: () => sent.push(asked), onNotSent });
    return asked;
  };
  const askTimes = (times: number, by?: Parameters<typeof ask>[0]) =>
    Array.from({ length: times }, () => ask(by));
  return { ask, askTimes };
}

const begun = (asked: readonly Asked[]) => asked.map(({ hasBegun }) => hasBegun);

/** Ends the request of this place, and waits for what follows. */
async function end(asked: Asked | undefined): Promise<void> {
  asked?.resolve("answer");
  await allSettled();
}

test("requests beyond the limit wait, and begin in order of arrival as others end or fail", async () => {
  const [first, second, third, fourth] = open({ atOnceMax: 2 }).askTimes(4) as [Asked, Asked, Asked, Asked];
  await allSettled();
  expect(begun([first, second, third, fourth])).toEqual([true, true, false, false]);
  second.reject(new Error("broken"));
  await expect(second.done).rejects.toThrow("broken");
  await allSettled();
  expect(begun([third, fourth])).toEqual([true, false]);
  for (const asked of [first, third, fourth]) await end(asked);
  const answers = await Promise.all([first, third, fourth].map(({ done }) => done));
  expect(answers).toEqual(Array(3).fill("answer"));
});

test("a request that waits too long fails with a time to retry, and is never sent", async () => {
  const { ask } = open({ waitMsMax: 100 });
  const first = ask();
  const late = ask();
  await Promise.all([
    expect(late.done).rejects.toMatchObject({ kind: "limited", retryAfterSeconds: 1 }),
    passMs(100),
  ]);
  await end(first);
  const next = ask();
  await allSettled();
  expect(begun([late, next])).toEqual([false, true]);
});

test("a caller who gives up waiting gets its own reason, and its request is never sent", async () => {
  const { ask } = open({});
  const first = ask();
  const caller = new AbortController();
  const gone = ask(caller);
  const next = ask();
  const reason = new Error("the caller hung up");
  caller.abort(reason);
  await expect(gone.done).rejects.toBe(reason);
  await expect(ask(caller).done).rejects.toBe(reason);
  await end(first);
  expect(begun([gone, next])).toEqual([false, true]);
});

test("if a request ends just as the next in turn gives up, the one after that is sent", async () => {
  const { ask } = open({});
  const first = ask();
  const caller = new AbortController();
  const gone = ask(caller);
  const next = ask();
  await allSettled();
  first.resolve("answer");
  caller.abort();
  await expect(gone.done).rejects.toThrow("aborted");
  await allSettled();
  expect(begun([gone, next])).toEqual([false, true]);
});

test("accounts take turns, and refetches, which belong to no account, take turns like one more account", async () => {
  const { ask, askTimes } = open({});
  const running = ask({ owner: "busy" });
  const busy = askTimes(100, { owner: "busy" });
  const nobodys = askTimes(3);
  const single = ask({ owner: "single" });
  await end(running);
  for (let i = 0; i < 4; i += 1) await end(sent.at(-1));
  expect(sent.slice(1)).toEqual([busy[0], nobodys[0], single, busy[1], nobodys[1]]);
});

test("requests are sent at the rate that the provider allows, the first at once", async () => {
  const { ask, askTimes } = open({ atOnceMax: 9, perSecond: 10, waitMsMax: 250 });
  const asked = askTimes(4);
  const outcome = Promise.allSettled([asked[3]?.done]);
  for (const [ms, count] of [
    [0, 1],
    [100, 2],
    [100, 3],
  ] as const) {
    await passMs(ms);
    expect(begun(asked)).toEqual([0, 1, 2, 3].map((i) => i < count));
  }
  await passMs(100);
  expect(await outcome).toMatchObject([{ reason: { kind: "limited", retryAfterSeconds: 1 } }]);
  const next = ask();
  await allSettled();
  expect(begun([next])).toEqual([true]);
});

test("a deadline that passes while a request waits is a limit, not a timeout of the source", async () => {
  const { ask } = open({});
  ask();
  const deadline = new AbortController();
  const late = ask(deadline);
  deadline.abort(new WeatherError("timeout", "s: no answer in 4000 ms"));
  await expect(late.done).rejects.toMatchObject({ kind: "limited" });
});

describe("requests that may go together", () => {
  test("are joined while they wait, and none waits for others to come", async () => {
    const { ask, askTimes } = open({ togetherMax: 3 });
    const first = ask();
    await allSettled();
    expect(first.together).toEqual([first]);
    const waiting = askTimes(5);
    await end(first);
    expect(begun(waiting)).toEqual([true, true, true, false, false]);
    expect(sent).toEqual([first, ...waiting.slice(0, 3)]);
    await end(waiting[1]);
    const answers = await Promise.all(waiting.slice(0, 3).map(({ done }) => done));
    expect(answers).toEqual(Array(3).fill("answer"));
    expect(waiting[3]?.together).toEqual(waiting.slice(3));
  });

  test("fail together with the same error, and make room for one request", async () => {
    const { ask, askTimes } = open({ togetherMax: 9 });
    const first = ask();
    const both = askTimes(2);
    await end(first);
    const later = askTimes(2);
    const error = new Error("broken");
    both[0]?.reject(error);
    expect(await Promise.allSettled(both.map(({ done }) => done))).toEqual(
      both.map(() => ({ status: "rejected", reason: error })),
    );
    await allSettled();
    expect(begun(later)).toEqual([true, true]);
    expect(later[0]?.together).toEqual(later);
  });

  test("go on for the others when one caller gives up, and are aborted when all have", async () => {
    const { ask } = open({ togetherMax: 9 });
    const first = ask();
    const callers = [new AbortController(), new AbortController(), new AbortController()] as const;
    const [gone, second, third] = callers.map((caller) => ask(caller)) as [Asked, Asked, Asked];
    callers[0].abort(new Error("gave up waiting"));
    await expect(gone.done).rejects.toThrow("gave up waiting");
    await end(first);
    expect(begun([gone, second, third])).toEqual([false, true, true]);
    callers[1].abort(new Error("gave up its answer"));
    await expect(second.done).rejects.toThrow("gave up its answer");
    expect(third.signal?.aborted).toBe(false);
    callers[2].abort(new Error("gave up too"));
    await expect(third.done).rejects.toThrow("gave up too");
    expect(third.signal?.aborted).toBe(true);
  });

  test("alternate with requests that have to go alone", async () => {
    const { ask, askTimes } = open({ togetherMax: 3 });
    const first = ask();
    const alone = [ask({ part: {} }), ask({ part: {} })];
    const others = askTimes(2);
    alone.push(ask({ part: {} }));
    others.push(...askTimes(2));
    for (const last of [first, alone[0], others[0], alone[1], others[3]]) await end(last);
    expect([...alone, ...others].map((asked) => sent.indexOf(asked))).toEqual([1, 5, 7, 2, 3, 4, 6]);
    expect([...alone, others[3]].map((asked) => asked?.together)).toEqual(
      [...alone, others[3]].map((asked) => [asked]),
    );
    expect(others[0]?.together).toEqual(others.slice(0, 3));
  });

  test("go with all others of the same `part` and nothing else, whichever accounts they belong to", async () => {
    const { ask } = open({ togetherMax: 9 });
    const first = ask();
    const parts = [{}, {}] as const;
    const asked = [0, 1, 2, 3, 4, 5].map((i) => ask({ owner: `account ${i % 3}`, part: parts[i % 2] ?? {} }));
    const gone = new AbortController();
    ask({ signal: gone.signal, owner: "account 1", part: parts[0] }).done.catch(() => undefined);
    gone.abort();
    await end(first);
    expect(begun(asked)).toEqual([true, false, true, false, true, false]);
    expect(new Set(asked[0]?.together)).toEqual(new Set([asked[0], asked[2], asked[4]]));
  });
});

describe("the permit of a replica", () => {
  test("is asked for once, used by all requests that arrive meanwhile, and given back when they end", async () => {
    const permits: PromiseWithResolvers<() => void>[] = [];
    let left = 0;
    const { ask, askTimes } = open({
      togetherMax: 20,
      acquirePermit: () => {
        const permit = Promise.withResolvers<() => void>();
        permits.push(permit);
        return permit.promise;
      },
    });
    const asked = askTimes(2);
    await allSettled();
    expect([begun(asked), permits.length]).toEqual([[false, false], 1]);
    asked.push(ask());
    permits[0]?.resolve(() => (left += 1));
    await allSettled();
    expect(begun(asked)).toEqual([true, true, true]);
    expect([asked[0]?.together, left]).toEqual([asked, 0]);
    await end(asked[0]);
    await Promise.all(asked.map(({ done }) => done));
    expect([left, permits.length]).toEqual([1, 1]);
  });

  test("fails the waiting requests if it cannot be asked for, and is asked for again by the next request", async () => {
    const away = new WeatherError("uncounted", "s: not asked");
    let isAway = true;
    const { ask, askTimes } = open({
      acquirePermit: () => (isAway ? Promise.reject(away) : Promise.resolve(() => undefined)),
    });
    for (const { done } of askTimes(2)) await expect(done).rejects.toBe(away);
    expect(sent).toEqual([]);
    isAway = false;
    const next = ask();
    await allSettled();
    await end(next);
    expect(await next.done).toBe("answer");
  });

  test("is given back if it comes after all callers have left", async () => {
    const permit = Promise.withResolvers<() => void>();
    let left = 0;
    const { ask } = open({ acquirePermit: () => permit.promise });
    const caller = new AbortController();
    const gone = ask(caller);
    caller.abort(new Error("gone"));
    await expect(gone.done).rejects.toThrow("gone");
    permit.resolve(() => (left += 1));
    await allSettled();
    expect([left, begun([gone])]).toEqual([1, [false]]);
  });
});

test("a request that the budget refuses is not sent, and no caller is told that it was", async () => {
  const refused = new WeatherError("used_up", "s: used up");
  const charged: number[] = [];
  const { ask, askTimes } = open({
    togetherMax: 20,
    charge: async (count) => {
      charged.push(count);
      if (charged.length === 1) throw refused;
    },
  });
  const first = ask();
  const others = askTimes(2);
  await expect(first.done).rejects.toBe(refused);
  await allSettled();
  expect([charged, sent]).toEqual([[1, 2], others]);
  await end(others[0]);
  await Promise.all(others.map(({ done }) => done));
});

test("a request counts as sent while its calls are being counted, so that nobody leaves then at no cost", async () => {
  const charge = Promise.withResolvers<void>();
  const { ask } = open({ charge: () => charge.promise });
  const caller = new AbortController();
  const gone = ask(caller);
  await allSettled();
  expect([begun([gone]), sent]).toEqual([[false], [gone]]);
  caller.abort(new Error("gone"));
  await expect(gone.done).rejects.toThrow("gone");
  charge.resolve();
  await allSettled();
  expect(sent).toEqual([gone]);
});
