// Which core a call goes to, and what becomes of it when connections come and go.
import { constants } from "node:http2";
import { connect } from "node:net";
import { Code } from "@connectrpc/connect";
import { afterEach, describe, expect, it } from "vitest";
import type { Endpoint } from "../../../src/rpc/client/core-address.ts";
import { createCoreConnections, type CoreConnections } from "../../../src/rpc/client/core-connections.ts";
import { OutgoingCall } from "../../../src/rpc/client/outgoing-call.ts";
import {
  answerWith,
  frame,
  startMisbehavingCore,
  type Answer,
  type MisbehavingCore,
  type Place,
} from "./misbehaving-core.ts";

/** An answer that says which core it is from. */
const sign = (name: string): Answer => answerWith(frame(Buffer.from(name)));

describe("connections to cores", () => {
  const cores: MisbehavingCore[] = [];
  let connections: CoreConnections | undefined;

  afterEach(async () => {
    connections?.close();
    await Promise.all(cores.splice(0).map((core) => core.close()));
  });

  const start = async (answer: Answer, place?: Place) => {
    const core = await startMisbehavingCore(answer, place);
    cores.push(core);
    return core;
  };
  const at = ({ port }: MisbehavingCore): Endpoint => ({ host: "127.0.0.1", port, noDelay: true });

  /** Finds the cores where `resolve` says they are. */
  const dial = (resolve: () => Promise<readonly Endpoint[]>) => {
    connections = createCoreConnections({
      address: { authority: "cores:1", servername: "cores", resolve },
      origin: "http://cores:1",
      openSocket: (endpoint) => connect(endpoint),
    });
  };
  /** Who has answered. */
  const call = async ({ timeoutMs = 10_000, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}) => {
    const header = [":method", "POST", ":scheme", "http", ":authority", "cores:1", ":path", "/a.B/C"];
    const outgoing = new OutgoingCall({ header, message: Buffer.alloc(0), timeoutMs, signal });
    connections?.send(outgoing);
    const { message } = await outgoing.reply;
    return Buffer.from(message).toString();
  };
  const calls = (count: number) => Promise.all(Array.from({ length: count }, () => call()));

  it("use all cores in turn", async () => {
    const [a, b] = [await start(sign("a")), await start(sign("b"))];
    dial(async () => [at(a), at(b)]);
    await expect.poll(() => calls(2)).toContain("a");
    await expect.poll(() => calls(2)).toContain("b");
    const answers = await calls(10);
    expect(answers.filter((name) => name === "a")).toHaveLength(5);
  });

  it("leave out a core that is away, and find it when it is there", async () => {
    const [a, gone] = [await start(sign("a")), await start(sign("b"))];
    await gone.close();
    dial(async () => [at(a), at(gone)]);
    expect(await calls(4)).toEqual(["a", "a", "a", "a"]);
    await start(sign("b"), { port: gone.port });
    await expect.poll(() => calls(2), { timeout: 5_000 }).toContain("b");
  });

  it("fail a call at once while no core can be reached, and are back by themselves", async () => {
    const core = await start(sign("a"));
    await core.close();
    dial(async () => [at(core)]);
    await expect(call()).rejects.toMatchObject({ code: Code.Unavailable });
    await expect(call()).rejects.toThrow(/No connection established: .*ECONNREFUSED/);
    await start(sign("a"), { port: core.port });
    await expect.poll(() => call().catch(() => "away"), { timeout: 5_000 }).toBe("a");
  });

  it("fail a call at once while the name is not known, and are back by themselves", async () => {
    const core = await start(sign("a"));
    let isKnown = false;
    dial(async () => {
      if (!isKnown) throw new Error("ENOTFOUND");
      return [at(core)];
    });
    await expect(call()).rejects.toThrow("No connection established: ENOTFOUND");
    isKnown = true;
    await expect.poll(() => call().catch(() => "away"), { timeout: 5_000 }).toBe("a");
  });

  it("look a name up again when a connection is lost, and leave what is no longer behind it", async () => {
    const [a, b, c] = [await start(sign("a")), await start(sign("b")), await start(sign("c"))];
    let found = [at(a), at(b)];
    dial(async () => found);
    await expect.poll(() => calls(2)).toContain("b");
    found = [at(a), at(c)];
    await b.close();
    await expect.poll(() => calls(2), { timeout: 5_000 }).toContain("c");
    expect((await calls(4)).toSorted()).toEqual(["a", "a", "c", "c"]);
  });

  it("answer what a core has begun before it says goodbye, and make the rest of the calls elsewhere", async () => {
    const core = await start((stream, header) => {
      // The second call is on its way when the first ends the connection.
      stream.session?.goaway(constants.NGHTTP2_NO_ERROR, stream.id);
      sign("first")(stream, header);
      core.behave(sign("second"));
    });
    dial(async () => [at(core)]);
    expect(await calls(2)).toEqual(["first", "second"]);
    expect(core.sessions).toHaveLength(2);
  });

  it("make elsewhere what a core has not begun when it breaks off with an error, and only that", async () => {
    const core = await start((begun) => {
      core.behave((stream) => {
        stream.session?.goaway(constants.NGHTTP2_INTERNAL_ERROR, begun.id);
        core.behave(sign("b"));
      });
    });
    dial(async () => [at(core)]);
    const [begun, other] = await Promise.allSettled([call(), call()]);
    expect(begun).toMatchObject({ status: "rejected", reason: { code: Code.Unavailable } });
    expect(other).toMatchObject({ status: "fulfilled", value: "b" });
  });

  it("make a call that one core refuses at another", async () => {
    const full = await start((stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM));
    const free = await start(sign("free"));
    dial(async () => [at(full), at(free)]);
    await expect.poll(() => calls(2).catch(() => [])).toEqual(["free", "free"]);
    const asked = full.calls.length;
    expect(await calls(10)).toEqual(Array.from({ length: 10 }, () => "free"));
    expect(full.calls.length).toBeGreaterThan(asked);
  });

  it("send a core no more calls at once than it takes, and the others when it has room", async () => {
    let atOnce = 0;
    let atOnceMax = 0;
    const core = await start(
      (stream, header) => {
        atOnce += 1;
        atOnceMax = Math.max(atOnceMax, atOnce);
        setImmediate(() => {
          atOnce -= 1;
          sign("a")(stream, header);
        });
      },
      { streamsMax: 3 },
    );
    dial(async () => [at(core)]);
    expect(await calls(20)).toEqual(Array.from({ length: 20 }, () => "a"));
    expect(atOnceMax).toBe(3);
  });

  it("pass by a core that has as many calls as it takes", async () => {
    const stuck = await start(() => undefined, { streamsMax: 1 });
    const free = await start(sign("free"));
    dial(async () => [at(stuck), at(free)]);
    const pending = call({ timeoutMs: 500 }).catch(() => call({ timeoutMs: 500 }));
    await expect.poll(() => calls(2).catch(() => [])).toEqual(["free", "free"]);
    await expect.poll(() => stuck.calls).toHaveLength(1);
    expect(await calls(10)).toEqual(Array.from({ length: 10 }, () => "free"));
    await pending.catch(() => undefined);
  });

  it("use the place of a call that was given up once the core has heard of that", async () => {
    const heard: string[] = [];
    const core = await start(() => heard.push("call"), { streamsMax: 1 });
    dial(async () => [at(core)]);
    const givenUp = new AbortController();
    const first = call({ signal: givenUp.signal });
    await expect.poll(() => heard).toEqual(["call"]);
    core.sessions[0]?.on("ping", () => heard.push("ping"));
    core.behave((stream, header) => {
      heard.push("call");
      sign("a")(stream, header);
    });
    givenUp.abort();
    await expect(first).rejects.toMatchObject({ code: Code.Canceled });
    expect(await call()).toBe("a");
    expect(heard).toEqual(["call", "ping", "call"]);
  });

  it("do not send a call that was given up while it waited for room", async () => {
    let answer: () => void = () => undefined;
    const core = await start(
      (stream, header) => {
        answer = () => sign("a")(stream, header);
      },
      { streamsMax: 1 },
    );
    dial(async () => [at(core)]);
    const first = call();
    await expect.poll(() => core.calls).toHaveLength(1);
    await expect(call({ timeoutMs: 1 })).rejects.toMatchObject({ code: Code.DeadlineExceeded });
    const last = call();
    core.behave(sign("b"));
    answer();
    expect([await first, await last]).toEqual(["a", "b"]);
    expect(core.calls).toHaveLength(2);
  });

  it("answer what is under way after they are closed, and nothing else", async () => {
    let answer = () => undefined as void;
    const core = await start((stream, header) => {
      answer = () => sign("late")(stream, header);
    });
    dial(async () => [at(core)]);
    const late = call();
    await expect.poll(() => core.calls).toHaveLength(1);
    connections?.close();
    await expect(call()).rejects.toMatchObject({ code: Code.Unavailable });
    answer();
    expect(await late).toBe("late");
    await expect.poll(() => core.sessions[0]?.destroyed).toBe(true);
  });
});
