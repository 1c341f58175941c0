// When a call ends, and what its caller is told then.
import { Code } from "@connectrpc/connect";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createEndInTime } from "../../src/call/end-in-time.ts";
import type { Call } from "../../src/call/call.ts";
import { fault, plainFault, reasonOf } from "../../src/errors/fault.ts";
import { madeUpCall } from "./made-up-call.ts";

const CALL_TIMEOUT_MS = 5_000;
/** Deadlines are checked every 50 ms. */
const LOOK_MS = 50;

const openCall = (parts?: Parameters<typeof madeUpCall>[1]) => madeUpCall(undefined, parts);
const never = () => new Promise<never>(() => {});
const canceled = () => fault({ reason: "CANCELED", sentence: "The connection was lost." });

describe("a call in flight", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const setUp = () => {
    const endInTime = createEndInTime({ callTimeoutMs: CALL_TIMEOUT_MS });
    /** The answer, or why there is none. */
    const outcome = (call: Call, work: () => Promise<string> = never) =>
      endInTime(call, work).catch(reasonOf);
    return { endInTime, outcome };
  };

  it("ends at its deadline, or at its caller's deadline if that is earlier", async () => {
    const { outcome } = setUp();
    const calls = [openCall(), openCall({ timeoutMs: 1_000 }), openCall({ timeoutMs: 60_000 })];
    const outcomes = calls.map((call) => outcome(call));
    const areOver = () => calls.map(({ over }) => over !== undefined);
    vi.advanceTimersByTime(1_000 - 1);
    expect(areOver()).toEqual([false, false, false]);
    vi.advanceTimersByTime(1);
    expect(areOver()).toEqual([false, true, false]);
    vi.advanceTimersByTime(CALL_TIMEOUT_MS - 1_000);
    expect(areOver()).toEqual([true, true, true]);
    expect(await Promise.all(outcomes)).toEqual(Array.from(calls, () => "DEADLINE_EXCEEDED"));
  });

  it("is answered by its work in time, and leaves no timer behind", async () => {
    const { outcome } = setUp();
    const call = openCall();
    const late = outcome(openCall());
    expect(await outcome(call, async () => "answer")).toBe("answer");
    call.giveUp(canceled());
    expect(call.over).toBe(undefined);
    vi.advanceTimersByTime(CALL_TIMEOUT_MS);
    expect(await late).toBe("DEADLINE_EXCEEDED");
    vi.advanceTimersByTime(LOOK_MS);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([0, -1, Number.NaN])("does no work when its caller's deadline is %d ms away", async (timeoutMs) => {
    const { outcome } = setUp();
    const work = vi.fn<() => Promise<never>>(never);
    expect(await outcome(openCall({ timeoutMs }), work)).toBe("DEADLINE_EXCEEDED");
    expect(work).not.toHaveBeenCalled();
  });

  it("does no work when its caller left before the work began", async () => {
    const { endInTime } = setUp();
    const call = openCall();
    call.giveUp(canceled());
    const work = vi.fn<() => Promise<never>>(never);
    await expect(endInTime(call, work)).rejects.toMatchObject({
      code: Code.Canceled,
      rawMessage: "The call was cancelled before it was answered.",
    });
    expect(work).not.toHaveBeenCalled();
  });

  it.each([
    { after: 1_000, told: "CANCELED" },
    { after: CALL_TIMEOUT_MS - 51, told: "CANCELED" },
    // The caller's deadline began earlier than ours, by the time that the call took to arrive.
    { after: CALL_TIMEOUT_MS - 50, told: "DEADLINE_EXCEEDED" },
  ])("whose caller leaves after $after ms ends as $told", async ({ after, told }) => {
    const { outcome } = setUp();
    const call = openCall();
    const ended = outcome(call);
    vi.advanceTimersByTime(after);
    call.giveUp(canceled());
    expect(await ended).toBe(told);
  });

  it("ends as DEADLINE_EXCEEDED if its door gives that as the reason why the caller left", async () => {
    const { outcome } = setUp();
    const call = openCall();
    const ended = outcome(call);
    call.giveUp(plainFault("DEADLINE_EXCEEDED"));
    expect(await ended).toBe("DEADLINE_EXCEEDED");
  });
});

describe("the end of a call", () => {
  it("has the first reason if there are several", () => {
    const call = openCall();
    call.end(canceled());
    call.end(plainFault("DEADLINE_EXCEEDED"));
    expect(reasonOf(call.over)).toBe("CANCELED");
    call.giveUp(plainFault("DEADLINE_EXCEEDED"));
    expect(reasonOf(call.over)).toBe("CANCELED");
  });

  it("before a slot is taken gives the slot back at once", () => {
    const call = openCall();
    call.end(canceled());
    let places = 1;
    call.takePermit(() => (places -= 1));
    expect(places).toBe(0);
  });

  it("aborts the call's signal with the reason, whether the signal was created before or after", () => {
    const [before, after] = [openCall(), openCall()];
    const { signal } = before;
    for (const call of [before, after]) call.end(canceled());
    expect(reasonOf(signal.reason)).toBe("CANCELED");
    expect(reasonOf(after.signal.reason)).toBe("CANCELED");
  });

  it("while its message is being read is noticed after the reading", async () => {
    const { message } = openCall().request;
    const left = openCall({
      read: async () => {
        left.end(canceled());
        return { message };
      },
    });
    await expect(left.read()).rejects.toThrow("The connection was lost.");
  });
});

it("a message that needs no reading is kept", async () => {
  const call = openCall();
  const { message } = call.request;
  await call.read();
  expect(call.request.message).toBe(message);
});
