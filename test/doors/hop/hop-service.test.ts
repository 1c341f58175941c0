// A core's end of the hop, asked by a sidecar that the test plays.
import { create, toBinary } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { Metadata, status } from "@grpc/grpc-js";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { GetUsageRequestSchema, UsageService } from "#gen/suitability/v1/usage_pb.ts";
import type { AnswerCall, Call } from "../../../src/call/call.ts";
import { CONNECTION_LIMITS } from "../../../src/doors/hardening/http2/connection-limits.ts";
import { createHopService } from "../../../src/doors/hop/hop-service.ts";
import { fault } from "../../../src/errors/fault.ts";
import { createGrpcServer } from "../../../src/doors/grpc/door.ts";
import { ALONE } from "../grpc/bare-server.ts";
import { openScriptedStream, WAIT } from "./scripted-ends.ts";

const REQUEST = toBinary(GetUsageRequestSchema, create(GetUsageRequestSchema));
const METHOD = "suitability.v1.UsageService/GetUsage";
const KEY = "wsk_key";
const call = (id: number, given = {}) => ({
  id,
  method: METHOD,
  request: REQUEST,
  timeoutMs: 60_000,
  key: KEY,
  ...given,
});

type Options = Partial<Parameters<typeof createHopService>[0]>;
type Answering = (call: Call) => Promise<unknown> | unknown;

/** A core that serves GetUsage over streams. */
async function startCore(
  answering: Answering = () => undefined,
  options: Options = {},
  limits = CONNECTION_LIMITS,
) {
  const calls: Call[] = [];
  const answerCall: AnswerCall = async (made) => {
    calls.push(made);
    await answering(made);
    made.throwIfOver();
    const headers = { "weather-source": "simulated" };
    return { body: made.write({ plan: "growth" }, headers), headers };
  };
  const services = [UsageService];
  const shared = { ...ALONE, services, answerCall, isTrusted: () => true, ...options };
  const streamService = createHopService(shared);
  const server = createGrpcServer({ ...shared, streamService, limits });
  const port = await server.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => server.close(500));
  return { server, port, calls };
}

/** Calls that wait until the test lets them go. */
function holdCalls() {
  const { promise, resolve } = Promise.withResolvers<void>();
  onTestFinished(() => resolve());
  return { held: () => promise, release: resolve };
}

describe("a core", () => {
  it("answers each call of a message with the JSON of /v1, its ETag and its headers", async () => {
    const { port } = await startCore();
    const { send, answers, untilAnswered } = openScriptedStream(port);
    send({ calls: [call(7), call(8)] });
    await untilAnswered(2);
    expect(answers.map(({ id }) => id)).toEqual([7, 8]);
    expect(answers[0]?.refusal).toBeUndefined();
    expect(JSON.parse(Buffer.from(answers[0]?.json ?? []).toString())).toMatchObject({ plan: "growth" });
    expect(answers[0]?.etag).toMatch(/^W\/"[\w-]+"$/);
    expect(answers[0]?.headers).toEqual({ "weather-source": "simulated" });
  });

  it("sends the answers of a turn in one message", async () => {
    const { held, release } = holdCalls();
    const { port, calls } = await startCore(held);
    const { send, seen, untilAnswered } = openScriptedStream(port);
    send({ calls: [call(1), call(2), call(3)] });
    await vi.waitFor(() => expect(calls.length).toBe(3), WAIT);
    release();
    await untilAnswered(3);
    expect(seen.messages).toBe(1);
  });

  it("makes the call that metadata would have made", async () => {
    const { port, calls } = await startCore(undefined, {
      callerAddress: (peer, forwarded) => `${peer} ${forwarded}`,
    });
    const { send, untilAnswered } = openScriptedStream(port);
    const head = {
      origin: "https://a.example",
      traceparent: "00-a-b-00",
      tracestate: "c=d",
      requestId: "order-4711",
    };
    send({ calls: [call(1, { ...head, address: "192.0.2.7" }), call(2)] });
    await untilAnswered(2);
    const [full, bare] = calls;
    expect(full?.head).toEqual({ ...head, key: KEY, otherKey: undefined, address: "127.0.0.1 192.0.2.7" });
    expect(full?.timeoutMs).toBe(60_000);
    expect(bare?.head).toMatchObject({
      origin: undefined,
      traceparent: undefined,
      tracestate: undefined,
      address: "127.0.0.1 undefined",
      requestId: expect.stringMatching(/^[\w-]{16,}$/),
    });
  });

  it("sends refusals with their details and headers", async () => {
    const refuse = () => {
      const error = fault({ reason: "DAILY_LIMIT", sentence: "Used up." });
      error.metadata.set("ratelimit", "r=0");
      throw error;
    };
    const { port } = await startCore(refuse);
    const { send, answers, untilAnswered } = openScriptedStream(port);
    send({ calls: [call(1)] });
    await untilAnswered(1);
    expect(answers[0]).toMatchObject({
      json: Buffer.alloc(0),
      headers: { ratelimit: "r=0" },
      refusal: {
        code: Code.ResourceExhausted,
        message: "Used up.",
        details: [{ typeUrl: "type.googleapis.com/google.rpc.ErrorInfo" }],
      },
    });
  });

  it("hides a bug and reports it with its call", async () => {
    const bugs: unknown[] = [];
    const onBug = (error: unknown, { requestId }: { requestId: string }) =>
      bugs.push([String(error), requestId]);
    const { port } = await startCore(() => Promise.reject(new Error("a secret")), { onBug });
    const { send, answers, untilAnswered } = openScriptedStream(port);
    send({ calls: [call(1, { requestId: "order-4711" })] });
    await untilAnswered(1);
    expect(answers[0]?.refusal).toMatchObject({
      code: Code.Internal,
      message: expect.not.stringContaining("secret"),
    });
    expect(bugs).toEqual([["Error: a secret", "order-4711"]]);
  });

  it("refuses calls while it is overloaded", async () => {
    const overloadRefusal = async () => fault({ reason: "OVERLOADED", sentence: "Too much." });
    const { port, calls } = await startCore(undefined, { overloadRefusal });
    const { send, answers, untilAnswered } = openScriptedStream(port);
    send({ calls: [call(1)] });
    await untilAnswered(1);
    expect(answers[0]?.refusal).toMatchObject({ code: Code.Unavailable, message: "Too much." });
    expect(calls).toEqual([]);
  });

  it("has as much room for calls as before once it has refused one for overload", async () => {
    const refusals = [fault({ reason: "OVERLOADED", sentence: "Too much." })];
    const { port } = await startCore(undefined, {
      overloadRefusal: () => {
        const refusal = refusals.pop();
        return refusal && Promise.resolve(refusal);
      },
      limits: { callsMax: 1, pausedAtBytes: 1_000_000, unreadBytesMax: 1_000_000 },
    });
    const { send, answers, untilAnswered } = openScriptedStream(port);
    send({ calls: [call(1)] });
    await untilAnswered(1);
    send({ calls: [call(2)] });
    await untilAnswered(2);
    expect(answers.map(({ refusal }) => refusal?.message)).toEqual(["Too much.", undefined]);
  });

  it("says without a reason that it does not know a method, and answers the others", async () => {
    const { port } = await startCore();
    const { send, answers, untilAnswered } = openScriptedStream(port);
    send({ calls: [call(1, { method: "suitability.v9.NewService/New" }), call(2)] });
    await untilAnswered(2);
    expect(answers[0]?.refusal).toMatchObject({ code: Code.Unimplemented, details: [] });
    expect(answers[1]?.refusal).toBeUndefined();
  });

  it("refuses a message that is too large for its method, and nothing else", async () => {
    const { port } = await startCore((made) => {
      if (made.request.unreadable !== undefined) throw made.request.unreadable;
    });
    const { send, answers, untilAnswered } = openScriptedStream(port);
    send({ calls: [call(1, { request: Buffer.alloc(5_000) }), call(2)] });
    await untilAnswered(2);
    expect(answers.map(({ refusal }) => refusal?.code)).toEqual([Code.ResourceExhausted, undefined]);
  });

  it("gives a cancelled call up, and answers it no more", async () => {
    const { held, release } = holdCalls();
    const { port, calls } = await startCore(held);
    const { send, answers, untilAnswered } = openScriptedStream(port);
    send({ calls: [call(1), call(2)] });
    await vi.waitFor(() => expect(calls.length).toBe(2), WAIT);
    send({ cancelled: [1, 99] });
    await vi.waitFor(() => expect(calls[0]?.over).toMatchObject({ code: Code.Canceled }), WAIT);
    expect(calls[1]?.over).toBeUndefined();
    release();
    await untilAnswered(1);
    expect(answers[0]?.id).toBe(2);
    // The id may be used again.
    send({ calls: [call(1)] });
    await untilAnswered(2);
  });

  it("gives up all calls of a stream that its sidecar has lost", async () => {
    const { held } = holdCalls();
    const { port, calls } = await startCore(held);
    const { send, stream } = openScriptedStream(port);
    send({ calls: [call(1), call(2)] });
    await vi.waitFor(() => expect(calls.length).toBe(2), WAIT);
    stream.cancel();
    await vi.waitFor(
      () => expect(calls.map(({ over }) => over?.code)).toEqual([Code.Canceled, Code.Canceled]),
      WAIT,
    );
  });

  it.each([
    { what: "a message that is not a CallsRequest", message: Buffer.from([0xff, 0xff]) },
    { what: "a second call with the id of one in flight", message: undefined },
  ])("ends a stream with $what, gives up its calls, and answers others", async ({ message }) => {
    const { held, release } = holdCalls();
    const { port, calls } = await startCore(held);
    const { send, stream, ended } = openScriptedStream(port);
    send({ calls: [call(1)] });
    await vi.waitFor(() => expect(calls.length).toBe(1), WAIT);
    if (message === undefined) send({ calls: [call(1)] });
    else stream.write(message);
    expect(await ended).toMatchObject({ code: status.INVALID_ARGUMENT });
    expect(calls[0]?.over).toMatchObject({ code: Code.Canceled });
    release();
    const other = openScriptedStream(port);
    other.send({ calls: [call(1)] });
    await other.untilAnswered(1);
  });

  it("refuses calls beyond those that all streams may have in flight, and takes more when some are answered", async () => {
    const { held, release } = holdCalls();
    const limits = { callsMax: 2, pausedAtBytes: 1_000_000, unreadBytesMax: 1_000_000 };
    const { port } = await startCore(held, { limits });
    const [first, second] = [openScriptedStream(port), openScriptedStream(port)];
    first.send({ calls: [call(1), call(2), call(3)] });
    await first.untilAnswered(1);
    expect(first.answers[0]).toMatchObject({ id: 3, refusal: { code: Code.Unavailable } });
    second.send({ calls: [call(1)] });
    await second.untilAnswered(1);
    expect(second.answers[0]?.refusal?.code).toBe(Code.Unavailable);
    release();
    await first.untilAnswered(3);
    second.send({ calls: [call(2)] });
    await second.untilAnswered(2);
    expect(second.answers[1]?.refusal).toBeUndefined();
  });

  it("reads no more calls from a sidecar that reads no answers, and goes on when it reads", async () => {
    const limits = { callsMax: 100_000, pausedAtBytes: 100_000, unreadBytesMax: 50_000_000 };
    const { port, calls } = await startCore(undefined, { limits });
    const { send, stream, untilAnswered } = openScriptedStream(port);
    send({ calls: [call(0)] });
    await untilAnswered(1);
    stream.pause();
    const COUNT = 40_000;
    for (let sent = 0; sent < COUNT; sent += 200) {
      send({ calls: Array.from({ length: 200 }, (_, i) => call(1 + sent + i)) });
    }
    await vi.waitFor(() => expect(calls.length).toBeGreaterThan(200), WAIT);
    let before = -1;
    // Until it has stopped.
    await vi.waitFor(
      () => {
        const now = calls.length;
        const isSteady = now === before;
        before = now;
        expect(isSteady).toBe(true);
      },
      { timeout: 15_000, interval: 300 },
    );
    expect(calls.length).toBeLessThan(COUNT);
    stream.resume();
    await untilAnswered(COUNT + 1);
  });

  it("drops a stream when more bytes of answers wait than may, and gives up its calls", async () => {
    const { held, release } = holdCalls();
    const limits = { callsMax: 100_000, pausedAtBytes: 100_000, unreadBytesMax: 1_000_000 };
    const { port, calls } = await startCore((made) => (made.head.requestId === "held" ? held() : undefined), {
      limits,
    });
    const { send, stream, ended, untilAnswered } = openScriptedStream(port);
    send({ calls: [call(0)] });
    await untilAnswered(1);
    stream.pause();
    send({ calls: [call(1, { requestId: "held" })] });
    const first = await vi.waitUntil(() => calls[1], WAIT);
    for (let sent = 2; sent < 40_000 && !stream.destroyed; sent += 500) {
      send({ calls: Array.from({ length: 500 }, (_, i) => call(sent + i)) });
    }
    await vi.waitFor(() => expect(first.over).toMatchObject({ code: Code.Canceled }), WAIT);
    stream.resume();
    expect((await ended).code).not.toBe(status.OK);
    release();
  });

  it("has no such method for peers that it does not trust", async () => {
    for (const isTrusted of [undefined, () => false]) {
      const { port } = await startCore(undefined, { isTrusted });
      expect(await openScriptedStream(port).ended).toMatchObject({ code: status.UNIMPLEMENTED });
    }
  });

  it("has no such method for a stranger whose stream a trusted proxy passes on", async () => {
    const { port } = await startCore();
    const metadata = new Metadata();
    metadata.set("x-forwarded-for", "203.0.113.9");
    const { ended } = openScriptedStream(port, metadata);
    expect(await ended).toMatchObject({ code: status.UNIMPLEMENTED });
  });

  it("ends its side once the sidecar has ended and all calls are answered", async () => {
    const { held, release } = holdCalls();
    const { port, calls } = await startCore(held);
    const { send, stream, ended, untilAnswered } = openScriptedStream(port);
    send({ calls: [call(1)] });
    stream.end();
    await vi.waitFor(() => expect(calls.length).toBe(1), WAIT);
    release();
    await untilAnswered(1);
    expect(await ended).toMatchObject({ code: status.OK });
  });

  it("ends its side only after answers that wait to be sent", async () => {
    const { port } = await startCore();
    const { send, stream, ended, untilAnswered } = openScriptedStream(port);
    send({ calls: Array.from({ length: 500 }, (_, id) => call(id)) });
    stream.end();
    expect(await ended).toMatchObject({ code: status.OK });
    await untilAnswered(500);
  });

  it("tells open streams that it drains, answers their calls, and takes no new streams until it serves again", async () => {
    const { server, port } = await startCore();
    const { send, seen, untilAnswered } = openScriptedStream(port);
    await vi.waitFor(() => expect(seen.isOpen).toBe(true), WAIT);
    expect(seen.isDraining).toBe(false);
    server.setServing(false);
    await vi.waitFor(() => expect(seen.isDraining).toBe(true), WAIT);
    send({ calls: [call(1)] });
    await untilAnswered(1);
    expect(await openScriptedStream(port).ended).toMatchObject({ code: status.UNAVAILABLE });
    server.setServing(true);
    const next = openScriptedStream(port);
    next.send({ calls: [call(1)] });
    await next.untilAnswered(1);
    expect(next.seen.isDraining).toBe(false);
  });
});
