// Which core gets a call, and when streams are opened, replaced and ended. The cores are played by the test.
import { create } from "@bufbuild/protobuf";
import { promises as dns } from "node:dns";
import { Client, credentials, status, type ChannelOptions } from "@grpc/grpc-js";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { CallSchema } from "#gen/suitability/internal/v1/calls_pb.ts";
import { createCoreStreams } from "../../../src/doors/hop/core-streams.ts";
import { createManualClock } from "../../support/fakes/manual-clock.ts";
import { type SeenStream, startScriptedCore, WAIT } from "./scripted-ends.ts";

const HOSTS = ["127.0.0.1", "127.0.0.2", "127.0.0.3"] as const;

afterEach(() => void vi.restoreAllMocks());

type ScriptedCore = Awaited<ReturnType<typeof startScriptedCore>>;

/** A sidecar's streams to cores behind a name, which stands for `found`. */
async function openStreams(count: number, behave?: (seen: SeenStream, host: string) => status | void) {
  const clock = createManualClock(0);
  const cores = new Map<string, ScriptedCore>();
  const start = async (host: string, port: number) => {
    const core = await startScriptedCore((seen) => behave?.(seen, host), { host, port });
    cores.set(host, core);
    return core.port;
  };
  let port = 0;
  for (const host of HOSTS.slice(0, count)) port = await start(host, port);
  const found = { hosts: HOSTS.slice(0, count) as readonly string[] };
  const lookup = vi.spyOn(dns, "lookup").mockImplementation((async () => {
    if (found.hosts.length === 0) throw new Error("no such name");
    return found.hosts.map((address) => ({ address, family: 4 }));
  }) as unknown as typeof dns.lookup);
  const dialled: { target: string; options: ChannelOptions | undefined }[] = [];
  const open = (target: string, options?: ChannelOptions) => {
    dialled.push({ target, options });
    const client = new Client(target, credentials.createInsecure(), options);
    onTestFinished(() => client.close());
    return client;
  };
  const streams = createCoreStreams({ target: `dns:///cores.example:${port}`, open, clock });
  onTestFinished(() => streams.close());
  const streamsTo = (host: string) => cores.get(host)?.streams ?? [];
  const figure = (name: "streams" | "calls") => streams.figures().map((figures) => figures[name]);
  /** Asks until the cores have these numbers of streams. */
  const untilStreams = (...numbers: readonly number[]) =>
    vi.waitFor(() => {
      streams.choose();
      expect(figure("streams")).toEqual(numbers);
      expect(streams.choose()).toBeDefined();
    }, WAIT);
  const untilSeen = (host: string, number: number) =>
    vi.waitFor(() => {
      streams.choose();
      expect(streamsTo(host).length).toBe(number);
    }, WAIT);
  const ask = (signal?: AbortSignal) => {
    const stream = streams.choose();
    if (stream === undefined) throw new Error("no stream");
    return stream.ask(create(CallSchema, { method: "a/B" }), { timeoutMs: 60_000, signal });
  };
  return {
    clock,
    cores,
    start,
    port,
    found,
    lookup,
    dialled,
    streams,
    streamsTo,
    figure,
    untilStreams,
    untilSeen,
    ask,
  };
}

/** Answers every call. */
const answerAll = ({ stream, answer, calls }: SeenStream) => {
  let answered = 0;
  stream.on("data", () => {
    const fresh = calls.slice(answered);
    answered = calls.length;
    answer({ answers: fresh.map(({ id }) => ({ id })) });
  });
};

describe("a sidecar's streams", () => {
  it("are one to each core, opened with the first calls, for the name of the certificate", async () => {
    const { untilStreams, streams, dialled, port, lookup } = await openStreams(3);
    expect(lookup).not.toHaveBeenCalled();
    expect(streams.choose()).toBeUndefined();
    await untilStreams(1, 1, 1);
    expect(lookup).toHaveBeenCalledOnce();
    expect(dialled).toEqual(
      HOSTS.map((host) => ({
        target: `ipv4:${host}:${port}`,
        options: {
          "grpc.default_authority": `cores.example:${port}`,
          "grpc.ssl_target_name_override": "cores.example",
        },
      })),
    );
    expect(streams.figures()).toEqual(
      HOSTS.map((host) => ({ core: `ipv4:${host}:${port}`, streams: 1, calls: 0 })),
    );
  });

  it("get calls in turn while they are idle", async () => {
    const { untilStreams, streamsTo, ask } = await openStreams(3, answerAll);
    await untilStreams(1, 1, 1);
    await vi.waitFor(async () => {
      for (let i = 0; i < 3; i += 1) await ask();
      for (const host of HOSTS) expect(streamsTo(host)[0]?.calls.length).toBeGreaterThan(0);
    }, WAIT);
    const before = HOSTS.map((host) => streamsTo(host)[0]?.calls.length ?? 0);
    for (let i = 0; i < 30; i += 1) await ask();
    expect(HOSTS.map((host) => streamsTo(host)[0]?.calls.length)).toEqual(before.map((count) => count + 10));
  });

  it("get calls by the fewest in flight, so that a slow core gets few", async () => {
    const { untilStreams, streamsTo, ask, figure } = await openStreams(3, (seen, host) => {
      if (host !== HOSTS[0]) answerAll(seen);
    });
    await untilStreams(1, 1, 1);
    const gone = new AbortController();
    onTestFinished(() => gone.abort());
    const slow: Promise<unknown>[] = [];
    for (let i = 0; i < 100; i += 1) {
      const made = ask(gone.signal).catch(() => undefined);
      if (figure("calls")[0] === slow.length + 1) slow.push(made);
      else await made;
    }
    expect(streamsTo(HOSTS[0])[0]?.calls.length).toBeLessThan(5);
    expect(figure("calls")).toEqual([slow.length, 0, 0]);
  });

  it("are replaced after 10 s, and end once their calls are answered", async () => {
    const { clock, untilStreams, untilSeen, streamsTo, ask, figure, streams } = await openStreams(1);
    await untilStreams(1);
    const made = ask();
    await vi.waitFor(() => expect(streamsTo(HOSTS[0])[0]?.calls.length).toBe(1), WAIT);
    clock.advance(9_999);
    streams.choose();
    expect(figure("streams")).toEqual([1]);
    clock.advance(1);
    await untilSeen(HOSTS[0], 2);
    const [old, fresh] = streamsTo(HOSTS[0]) as [SeenStream, SeenStream];
    // The new one is in use once its headers are here.
    await vi.waitFor(() => {
      void ask().catch(() => undefined);
      expect(fresh.calls.length).toBeGreaterThan(0);
    }, WAIT);
    const ofOld = old.calls.length;
    expect(old.hasEnded).toBe(false);
    expect(figure("streams")).toEqual([2]);
    old.answer({ answers: old.calls.map(({ id }) => ({ id })) });
    await made;
    await vi.waitFor(() => expect(figure("streams")).toEqual([1]), WAIT);
    expect(old.calls.length).toBe(ofOld);
    expect(old.hasEnded).toBe(true);
  });

  it("stay in use until the next is open, but no longer than a minute", async () => {
    const { clock, untilStreams, streams, cores, streamsTo } = await openStreams(1);
    await untilStreams(1);
    clock.advance(59_999);
    expect(streams.choose()).toBeDefined();
    await vi.waitFor(() => expect(streamsTo(HOSTS[0]).length).toBe(2), WAIT);
    await vi.waitFor(() => expect(streams.figures()[0]?.streams).toBe(1), WAIT);
    clock.advance(9_999);
    expect(streams.choose()).toBeDefined();
    clock.advance(50_001);
    expect(streams.choose()).toBeUndefined();
    cores.get(HOSTS[0])?.stop();
  });

  it("are looked up every 10 s: a new core gets calls, and one that is gone gets none", async () => {
    const { clock, untilStreams, found, start, port, figure, streamsTo, streams } = await openStreams(2);
    await untilStreams(1, 1);
    await start(HOSTS[2], port);
    found.hosts = [HOSTS[0], HOSTS[2]];
    streams.choose();
    expect(streams.figures().map(({ core }) => core)).toEqual(
      [HOSTS[0], HOSTS[1]].map((host) => `ipv4:${host}:${port}`),
    );
    clock.advance(10_000);
    await vi.waitFor(() => {
      streams.choose();
      expect(streamsTo(HOSTS[2]).length).toBe(1);
      expect(streamsTo(HOSTS[1]).map(({ hasEnded }) => hasEnded)).not.toContain(false);
    }, WAIT);
    expect(figure("streams").length).toBe(2);
  });

  it("are used on while the name cannot be looked up, which is tried again after a second", async () => {
    const { clock, untilStreams, found, lookup, streams } = await openStreams(1);
    await untilStreams(1);
    found.hosts = [];
    clock.advance(10_000);
    expect(streams.choose()).toBeDefined();
    await vi.waitFor(() => expect(lookup).toHaveBeenCalledTimes(2), WAIT);
    await vi.waitFor(() => {
      clock.advance(999);
      expect(streams.choose()).toBeDefined();
      clock.advance(1);
      streams.choose();
      expect(lookup.mock.calls.length).toBeGreaterThan(2);
    }, WAIT);
    expect(streams.choose()).toBeDefined();
  });

  it("that are lost are opened again: after 100 ms, then 200, 400, 800, and then every second", async () => {
    const { clock, untilStreams, dialled, cores, streams, start, port } = await openStreams(1);
    await untilStreams(1);
    cores.get(HOSTS[0])?.stop();
    await vi.waitFor(() => expect(streams.choose()).toBeUndefined(), WAIT);
    await vi.waitFor(() => expect(streams.figures()[0]?.streams).toBe(0), WAIT);
    for (const waitMs of [100, 100, 200, 400, 800, 1_000, 1_000]) {
      const before = dialled.length;
      clock.advance(waitMs - 1);
      streams.choose();
      expect(dialled.length).toBe(before);
      clock.advance(1);
      streams.choose();
      expect(dialled.length).toBe(before + 1);
      await vi.waitFor(() => expect(streams.figures()[0]?.streams).toBe(0), WAIT);
    }
    await start(HOSTS[0], port);
    clock.advance(1_000);
    await untilStreams(1);
    // The next loss begins with short waits again.
    cores.get(HOSTS[0])?.stop();
    await vi.waitFor(() => expect(streams.figures()[0]?.streams).toBe(0), WAIT);
    for (const waitMs of [100, 100]) {
      const before = dialled.length;
      clock.advance(waitMs);
      streams.choose();
      expect(dialled.length).toBe(before + 1);
      await vi.waitFor(() => expect(streams.figures()[0]?.streams).toBe(0), WAIT);
    }
  });

  it("are not opened once the sidecar is closed, though the name was being looked up", async () => {
    const { streams, lookup, dialled } = await openStreams(1);
    streams.choose();
    streams.close();
    await lookup.mock.results[0]?.value;
    expect(streams.choose()).toBeUndefined();
    expect(dialled).toEqual([]);
  });

  it("of a core that drains get no more calls and end; the next is opened after 100 ms", async () => {
    const { clock, untilStreams, streamsTo, ask, streams } = await openStreams(1);
    await untilStreams(1);
    const made = ask();
    const [old] = streamsTo(HOSTS[0]) as [SeenStream];
    await vi.waitFor(() => expect(old.calls.length).toBe(1), WAIT);
    old.answer({ draining: true });
    await vi.waitFor(() => expect(streams.choose()).toBeUndefined(), WAIT);
    old.answer({ answers: [{ id: old.calls[0]?.id ?? 0 }] });
    await made;
    await vi.waitFor(() => expect(old.hasEnded).toBe(true), WAIT);
    expect(streamsTo(HOSTS[0]).length).toBe(1);
    clock.advance(100);
    await untilStreams(1);
    expect(streamsTo(HOSTS[0]).length).toBe(2);
  });

  it("are not used while a core refuses them, which is tried again after 10 s", async () => {
    let isOld = true;
    const { clock, dialled, streamsTo, streams, figure, untilSeen, untilStreams } = await openStreams(
      2,
      (_, host) => (host === HOSTS[1] && isOld ? status.UNIMPLEMENTED : undefined),
    );
    await untilSeen(HOSTS[1], 1);
    await vi.waitFor(() => expect(figure("streams")).toEqual([1, 0]), WAIT);
    expect(streams.choose()).toBeUndefined();
    isOld = false;
    clock.advance(9_999);
    expect(streams.choose()).toBeUndefined();
    expect(dialled.length).toBe(2);
    clock.advance(1);
    await untilStreams(1, 1);
    expect(streamsTo(HOSTS[1]).length).toBe(2);
  });

  it("that were being opened when the sidecar closed end as well", async () => {
    const { streams, streamsTo, dialled } = await openStreams(1);
    await vi.waitFor(() => {
      streams.choose();
      expect(dialled.length).toBe(1);
    }, WAIT);
    streams.close();
    await vi.waitFor(() => expect(streamsTo(HOSTS[0])[0]?.hasEnded).toBe(true), WAIT);
    expect(streams.choose()).toBeUndefined();
  });
});
