// A sidecar's stream to a core that the test plays.
import { create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { Client, credentials, status, type StatusObject } from "@grpc/grpc-js";
import { getEventListeners } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { CallSchema } from "#gen/suitability/internal/v1/calls_pb.ts";
import { CallStream, LostStream } from "../../../src/doors/hop/call-stream.ts";
import { portServedBy } from "../../support/fakes/tcp-server.ts";
import { type SeenStream, startScriptedCore, WAIT } from "./scripted-ends.ts";

const TIMES = { timeoutMs: 60_000 };
const call = (requestId = "a") => create(CallSchema, { requestId, method: "a/B" });
/** grpc-js takes a megabyte for a core that reads nothing. */
const tooLargeToBuffer = () => create(CallSchema, { request: Buffer.alloc(2_000_000) });
const json = (text: string) => Buffer.from(text);

function openStream(port: number) {
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  const heard = { isOpen: false, isDraining: false, over: [] as StatusObject[] };
  const stream = new CallStream(client, {
    onOpen: () => (heard.isOpen = true),
    onDraining: () => (heard.isDraining = true),
    onOver: (ended) => heard.over.push(ended),
  });
  onTestFinished(() => client.close());
  return { stream, heard };
}

/** An open stream to a core that does nothing by itself. */
async function openToScriptedCore(behave?: (seen: SeenStream) => void) {
  const core = await startScriptedCore(behave);
  const { stream, heard } = openStream(core.port);
  await vi.waitFor(() => expect(heard.isOpen).toBe(true), WAIT);
  const [seen] = core.streams as [SeenStream];
  const untilCalls = (count: number) => vi.waitFor(() => expect(seen.calls.length).toBe(count), WAIT);
  return { core, stream, heard, seen, untilCalls };
}

const failure = (made: Promise<unknown>): Promise<unknown> =>
  made.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("a stream to a core", () => {
  it("sends the calls of a turn in one message, each with an id of its own", async () => {
    const { stream, seen, untilCalls } = await openToScriptedCore();
    const made = ["a", "b", "c"].map((id) => failure(stream.ask(call(id), TIMES)));
    await untilCalls(3);
    expect(seen.messages).toBe(1);
    expect(seen.calls.map(({ requestId }) => requestId)).toEqual(["a", "b", "c"]);
    expect(new Set(seen.calls.map(({ id }) => id)).size).toBe(3);
    seen.stream.end();
    await Promise.all(made);
  });

  it("gives each call its own answer, in whichever order they come", async () => {
    const { stream, seen, untilCalls } = await openToScriptedCore();
    const made = ["a", "b"].map((id) => stream.ask(call(id), TIMES));
    await untilCalls(2);
    const answers = seen.calls.map(({ id, requestId }) => ({ id, json: json(requestId) }));
    seen.answer({ answers: answers.toReversed() });
    const texts = (await Promise.all(made)).map((answer) => Buffer.from(answer.json).toString());
    expect(texts).toEqual(["a", "b"]);
    expect(stream.inFlight).toBe(0);
  });

  it("listens to a caller no longer than its call takes", async () => {
    const { stream, seen, untilCalls } = await openToScriptedCore();
    const { signal } = new AbortController();
    const made = stream.ask(call(), { ...TIMES, signal });
    await untilCalls(1);
    expect(getEventListeners(signal, "abort").length).toBe(1);
    seen.answer({ answers: [{ id: seen.calls[0]?.id ?? 0 }] });
    await made;
    expect(getEventListeners(signal, "abort").length).toBe(0);
  });

  it("ignores an answer that comes late, twice or for nobody", async () => {
    const { stream, seen, untilCalls } = await openToScriptedCore();
    const gone = new AbortController();
    const late = failure(stream.ask(call(), { ...TIMES, signal: gone.signal }));
    await untilCalls(1);
    gone.abort();
    await late;
    const answered = stream.ask(call(), TIMES);
    const other = stream.ask(call(), TIMES);
    await untilCalls(3);
    const [first = 0, second = 0, third = 0] = seen.calls.map(({ id }) => id);
    const twice = { id: second, json: json("once") };
    seen.answer({
      answers: [{ id: first }, twice, twice, { id: 4_711 }, { id: third, json: json("other") }],
    });
    expect((await answered).json).toEqual(json("once"));
    expect((await other).json).toEqual(json("other"));
    expect(stream.inFlight).toBe(0);
  });

  it("does not send a call that is given up before the turn ends", async () => {
    const { stream, seen, untilCalls } = await openToScriptedCore();
    const gone = new AbortController();
    const made = failure(stream.ask(call("gone"), { ...TIMES, signal: gone.signal }));
    gone.abort();
    expect(await made).toMatchObject({ code: Code.Canceled });
    const kept = failure(stream.ask(call("kept"), TIMES));
    await untilCalls(1);
    expect(seen.calls[0]?.requestId).toBe("kept");
    expect(seen.cancelled).toEqual([]);
    seen.stream.end();
    await kept;
  });

  it("tells the core of a call that is given up after it was sent", async () => {
    const { stream, seen, untilCalls } = await openToScriptedCore();
    const gone = new AbortController();
    const made = failure(stream.ask(call(), { ...TIMES, signal: gone.signal }));
    await untilCalls(1);
    gone.abort();
    expect(await made).toMatchObject({ code: Code.Canceled });
    await vi.waitFor(() => expect(seen.cancelled).toEqual([seen.calls[0]?.id]), WAIT);
  });

  it("tells the core of a call that is given up while it is being sent", async () => {
    const { stream, seen } = await openToScriptedCore(({ stream: served }) => void served.pause());
    const gone = new AbortController();
    const made = failure(stream.ask(tooLargeToBuffer(), { ...TIMES, signal: gone.signal }));
    await turn();
    gone.abort();
    await made;
    seen.stream.resume();
    await vi.waitFor(() => expect(seen.cancelled).toEqual([seen.calls[0]?.id]), WAIT);
  });

  it("says nothing of a call that is given up after its answer", async () => {
    const { stream, seen, untilCalls } = await openToScriptedCore();
    const gone = new AbortController();
    const made = stream.ask(call(), { ...TIMES, signal: gone.signal });
    await untilCalls(1);
    seen.answer({ answers: [{ id: seen.calls[0]?.id ?? 0 }] });
    await made;
    gone.abort();
    const next = failure(stream.ask(call(), TIMES));
    await untilCalls(2);
    expect(seen.cancelled).toEqual([]);
    seen.stream.end();
    await next;
  });

  it("does not take a call whose caller has left, or whose time is up", async () => {
    const { stream } = await openToScriptedCore();
    expect(await failure(stream.ask(call(), { ...TIMES, signal: AbortSignal.abort() }))).toMatchObject({
      code: Code.Canceled,
    });
    expect(await failure(stream.ask(call(), { timeoutMs: 0 }))).toMatchObject({
      code: Code.DeadlineExceeded,
    });
    expect(stream.inFlight).toBe(0);
  });

  it.each([0.01, 30])(
    "ends a call of %s ms at its deadline, also at the core, and no other",
    async (timeoutMs) => {
      const { stream, seen, untilCalls } = await openToScriptedCore();
      const patient = stream.ask(call("patient"), TIMES);
      expect(await failure(stream.ask(call("hasty"), { timeoutMs }))).toMatchObject({
        code: Code.DeadlineExceeded,
        details: [],
      });
      await untilCalls(2);
      await vi.waitFor(() => expect(seen.cancelled).toEqual([seen.calls[1]?.id]), WAIT);
      seen.answer({ answers: [{ id: seen.calls[0]?.id ?? 0 }] });
      await patient;
    },
  );

  it.each([
    { what: "a message that is not a CallsResponse", bytes: Buffer.of(0xff, 0xff) },
    // An answer of five bytes of JSON, and one byte.
    { what: "less JSON than its answers have", bytes: Buffer.of(0x0a, 2, 0x10, 5, 0x1a, 1, 0x7b) },
    { what: "more JSON than its answers have", bytes: Buffer.of(0x0a, 2, 0x08, 1, 0x1a, 1, 0x7b) },
  ])("is lost with $what, and says which calls the core may have begun", async ({ bytes }) => {
    const { stream, heard, seen, untilCalls } = await openToScriptedCore();
    const sent = failure(stream.ask(call(), TIMES));
    await untilCalls(1);
    seen.stream.write(bytes);
    expect(await sent).toMatchObject({ mayHaveBegun: true });
    expect(heard.over).toHaveLength(1);
  });

  it("says of a call that was being sent when it was lost that the core may have begun it", async () => {
    const { stream, seen } = await openToScriptedCore(({ stream: served }) => void served.pause());
    const made = failure(stream.ask(tooLargeToBuffer(), TIMES));
    await turn();
    seen.stream.emit("error", { code: status.UNAVAILABLE });
    expect(await made).toMatchObject({ mayHaveBegun: true });
  });

  it("says that a call which it has not sent has not begun", async () => {
    const { stream, heard, core } = await openToScriptedCore();
    core.stop();
    const made: Promise<unknown>[] = [];
    // Whoever asks between the loss and its news.
    while (heard.over.length === 0) {
      made.push(failure(stream.ask(call(), TIMES)));
      await turn();
    }
    const lost = (await Promise.all(made)) as LostStream[];
    expect(lost.every((error) => error instanceof LostStream)).toBe(true);
    expect(lost.at(-1)?.mayHaveBegun).toBe(false);
    expect(lost.at(-1)?.message).toMatch(/^The stream to the core is lost: [A-Z]+ ./);
  });

  it("has no room beyond 10,000 calls in flight", async () => {
    const { stream, seen } = await openToScriptedCore();
    const made = Array.from({ length: 10_000 }, () => {
      expect(stream.hasRoom).toBe(true);
      return failure(stream.ask(call(), TIMES));
    });
    expect(stream.hasRoom).toBe(false);
    seen.stream.emit("error", { code: status.UNAVAILABLE });
    await Promise.all(made);
  });

  it("has no room while 16 MB of calls wait for a core that reads nothing", async () => {
    const { stream, seen } = await openToScriptedCore(({ stream: served }) => void served.pause());
    const large = () => create(CallSchema, { request: Buffer.alloc(4_000) });
    const made: Promise<unknown>[] = [];
    while (stream.hasRoom) {
      made.push(failure(stream.ask(large(), TIMES)));
      if (made.length % 100 === 0) await turn();
    }
    expect(made.length).toBeGreaterThan(4_000);
    expect(made.length).toBeLessThan(5_000);
    seen.stream.emit("error", { code: status.UNAVAILABLE });
    await Promise.all(made);
  });

  it("hands on that the core is draining, and still gets its answers", async () => {
    const { stream, heard, seen, untilCalls } = await openToScriptedCore();
    const made = stream.ask(call(), TIMES);
    await untilCalls(1);
    seen.answer({ draining: true });
    await vi.waitFor(() => expect(heard.isDraining).toBe(true), WAIT);
    seen.answer({ answers: [{ id: seen.calls[0]?.id ?? 0 }] });
    await made;
  });

  it("that is to finish ends once its calls are answered, and not before", async () => {
    const { stream, heard, seen, untilCalls } = await openToScriptedCore();
    const made = stream.ask(call(), TIMES);
    stream.finish();
    await untilCalls(1);
    expect(seen.hasEnded).toBe(false);
    seen.answer({ answers: [{ id: seen.calls[0]?.id ?? 0 }] });
    await made;
    await vi.waitFor(() => expect(heard.over).toMatchObject([{ code: status.OK }]), WAIT);
    expect(seen.hasEnded).toBe(true);
  });

  it("that is to finish tells the core of its last given-up call before it ends", async () => {
    const { stream, heard, seen, untilCalls } = await openToScriptedCore();
    const gone = new AbortController();
    const made = failure(stream.ask(call(), { ...TIMES, signal: gone.signal }));
    await untilCalls(1);
    stream.finish();
    gone.abort();
    await made;
    await vi.waitFor(() => expect(heard.over).toMatchObject([{ code: status.OK }]), WAIT);
    expect(seen.cancelled).toEqual([seen.calls[0]?.id]);
  });

  it("is given up after 3 s if a host accepts the connection and says nothing", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { heard } = openStream(await portServedBy(() => undefined));
    vi.advanceTimersByTime(2_999);
    await turn();
    expect(heard.over).toEqual([]);
    vi.advanceTimersByTime(1);
    await vi.waitFor(() => expect(heard.over).toMatchObject([{ code: status.CANCELLED }]), WAIT);
    expect(heard.isOpen).toBe(false);
  });
});
