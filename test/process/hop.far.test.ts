// What becomes of calls on a sidecar's streams when something goes wrong with a core, a caller or a certificate: real processes.
import { copyFileSync, renameSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Pool } from "undici";
import { createAuthority, HAS_OPENSSL } from "../doors/http/tls/certificate-authority.ts";
import { folderOfTest } from "../support/programs/folder-of-test.ts";
import { freePort } from "../support/programs/free-port.ts";
import { metricOf, untilListening } from "../support/programs/program.ts";
import type { Behaviour } from "../support/fakes/misbehaving-upstream.ts";
import { upstreamOfTest } from "../support/fakes/upstream-of-test.ts";
import { openMeteoByPlace } from "../weather/providers/open-meteo/by-place.ts";
import { openPrograms, useStore } from "./open-programs.ts";

type Settings = Readonly<Record<string, string>>;

const WAIT = { timeout: 60_000, interval: 20 };
const HOSTS = ["127.0.0.1", "127.0.0.2", "127.0.0.3"] as const;
const NAME_OF_HOSTS = new URL("../support/programs/name-of-hosts.ts", import.meta.url).href;

/** Cores behind one name and a sidecar in front of them, with an account whose limits no test reaches. */
async function startSplit(
  count = 1,
  { core = {}, sidecar = {} }: { core?: Settings; sidecar?: Settings } = {},
) {
  const programs = openPrograms();
  const { folder, start, createCaller } = programs;
  const { key, accountId } = await createCaller();
  const port = await freePort();
  const startCore = async (host: string) => {
    const store = `${folder.path}/${host}.db`;
    copyFileSync(`${folder.path}/accounts.db`, store);
    const program = start(["serve", "--role", "core"], {
      STORE_URL: `sqlite:${store}`,
      WEATHER_SOURCES: "simulated",
      GRPC_LISTEN: `${host}:${port}`,
      TRUSTED_PROXIES: "loopback",
      CONCURRENT_CALLS: "internal=999999",
      ...core,
    });
    return { program, host, store, ports: await untilListening(program) };
  };
  const cores = await Promise.all(HOSTS.slice(0, count).map(startCore));
  const [first] = cores;
  if (first === undefined) throw new Error("there is no core");
  const rest = start(["serve", "--role", "rest"], {
    CORE_ADDRESS: count === 1 ? `localhost:${port}` : `dns:///cores.example:${port}`,
    NODE_OPTIONS: `--import ${NAME_OF_HOSTS}`,
    HOSTS_OF_NAME: HOSTS.slice(0, count).join(","),
    ...sidecar,
  });
  const ports = await untilListening(rest);
  const callers = openCallers(ports.http, key);
  const figure = (name: string) => metricOf(ports, `suitability_core_${name}`);
  const untilStreams = (streams = count) =>
    vi.waitFor(async () => {
      await callers.call();
      expect(await figure("streams")).toBe(streams);
    }, WAIT);
  await untilStreams();
  return { cores, first, rest, ports, accountId, startCore, figure, untilStreams, ...callers };
}

interface Outcome {
  readonly status: number;
  readonly reason: string | undefined;
}

/** Up to 9,000 calls at once. */
function openCallers(httpPort: number, key: string) {
  const pool = new Pool(`http://127.0.0.1:${httpPort}`, {
    // A port takes 10,000, and has one call at a time on each.
    connections: 9_000,
    pipelining: 1,
    headersTimeout: 60_000,
    bodyTimeout: 60_000,
  });
  onTestFinished(() => pool.destroy());
  let answered = 0;
  const call = async (
    signal?: AbortSignal,
    path = "/v1/forecast?lat=52.52&lng=13.41&days=1",
  ): Promise<Outcome> => {
    const request = {
      path,
      method: "GET",
      headers: { "x-api-key": key },
      ...(signal && { signal }),
    } as const;
    const { statusCode, body } = await pool.request(request);
    const text = await body.text();
    if (statusCode === 200) answered += 1;
    const reason = statusCode === 200 ? undefined : (JSON.parse(text) as { reason: string }).reason;
    return { status: statusCode, reason };
  };
  const calls = (count: number) => Array.from({ length: count }, () => call());
  /** Calls one after the other, at `count` callers, until it is stopped. */
  const keepCalling = (count: number) => {
    const outcomes: Outcome[] = [];
    const over = new AbortController();
    const caller = async () => {
      while (!over.signal.aborted) outcomes.push(await call());
    };
    const callers = Array.from({ length: count }, caller);
    const stop = async () => {
      over.abort();
      await Promise.all(callers);
      return outcomes;
    };
    return { outcomes, stop };
  };
  return { call, calls, keepCalling, answered: () => answered };
}

function tally(outcomes: readonly Outcome[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status, reason } of outcomes) {
    const name = reason ?? String(status);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

describe("a sidecar and its cores", { timeout: 180_000 }, () => {
  // A slow machine needs several rounds.
  const untilAllInFlight = { timeout: 300_000 };
  it(
    "a core that is killed with 5,000 calls in flight: each gets CORE_UNAVAILABLE, and later ones are answered",
    untilAllInFlight,
    async () => {
      const good = {
        kind: "reply",
        reply: (url: URL) => ({ body: openMeteoByPlace(url, { nowMs: Date.now() }) }),
      } as const satisfies Behaviour;
      const upstream = await upstreamOfTest(good);
      const { first, call, figure, startCore, untilStreams } = await startSplit(1, {
        core: { WEATHER_SOURCES: "open-meteo", OPEN_METEO_URL: upstream.url },
      });
      const callFor = (lat: number) => call(undefined, `/v1/forecast?lat=${lat}&lng=2&days=1`);
      /** In portions, because a process that gets all at once would refuse some. */
      const askForPlace = async (lat: number) => {
        const made: Promise<Outcome>[] = [];
        while (made.length < 5_000) {
          for (let i = 0; i < 500; i += 1) made.push(callFor(lat));
          await vi.waitFor(async () => expect(await figure("calls_in_flight")).toBeGreaterThan(0), WAIT);
        }
        return made;
      };
      const areAllInFlight = async () => {
        const all = async () => expect(await figure("calls_in_flight")).toBe(5_000);
        return vi.waitFor(all, { timeout: 3_000, interval: 20 }).then(
          () => true,
          () => false,
        );
      };
      /**
       * A call waits up to 8 s for a forecast. The first time opens the connections, which may take longer; a busy machine also
       * refuses some.
       */
      const holdAll = async () => {
        for (let lat = 1; ; lat += 1) {
          const held = Promise.withResolvers<void>();
          upstream.behave({ ...good, after: held.promise });
          const made = await askForPlace(lat);
          if (await areAllInFlight()) return made;
          held.resolve();
          await Promise.all(made);
          // A source that did not answer in time is left alone for a while.
          upstream.behave(good);
          await vi.waitFor(async () => expect((await callFor(-lat)).status).toBe(200), WAIT);
        }
      };
      const made = await holdAll();
      first.program.signal("SIGKILL");
      expect(tally(await Promise.all(made))).toEqual({ CORE_UNAVAILABLE: 5_000 });
      expect(await figure("calls_in_flight")).toBe(0);
      await first.program.ended;
      upstream.behave(good);
      await startCore(HOSTS[0]);
      await vi.waitFor(async () => expect((await call()).status).toBe(200), WAIT);
      await untilStreams();
    },
  );

  it("a core that hangs: its calls fail within some seconds, and calls are answered when it goes on", async () => {
    const { first, calls, call, untilStreams } = await startSplit();
    const { program } = first;
    program.signal("SIGSTOP");
    const startedMs = performance.now();
    const outcomes = await Promise.all(calls(100));
    expect(tally(outcomes)).toEqual({ CORE_UNAVAILABLE: 100 });
    // Keepalive takes 4 s; the rest is for a busy machine.
    expect(performance.now() - startedMs).toBeLessThan(8_000);
    program.signal("SIGCONT");
    await vi.waitFor(async () => expect((await call()).status).toBe(200), WAIT);
    await untilStreams();
  });

  it("20,000 calls, 9,000 of them at once: each is answered, or refused in words, and nothing stays behind", async () => {
    const { calls, call, figure, rest } = await startSplit();
    const outcomes = await Promise.all(calls(20_000));
    const { 200: answered = 0, ...refused } = tally(outcomes);
    expect(answered).toBeGreaterThan(1_000);
    expect(["OVERLOADED", "CORE_UNAVAILABLE", "DEADLINE_EXCEEDED"]).toEqual(
      expect.arrayContaining(Object.keys(refused)),
    );
    await vi.waitFor(async () => expect((await call()).status).toBe(200), WAIT);
    expect(await figure("calls_in_flight")).toBe(0);
    expect(rest.stderr).toBe("");
  });

  it("callers that give up in each phase: no other call fails, none is counted twice, and nothing stays behind", async () => {
    const { call, figure, first, accountId, answered } = await startSplit();
    let givenUp = 0;
    const outcomes: Outcome[] = [];
    const caller = async (number: number) => {
      for (let i = 0; i < 60; i += 1) {
        if ((number + i) % 2 === 0) outcomes.push(await call());
        else {
          const leaving = new AbortController();
          const made = call(leaving.signal).then(
            (outcome) => outcomes.push(outcome),
            () => (givenUp += 1),
          );
          // From before it is sent until after it is answered.
          await sleep((number * 7 + i * 3) % 25);
          leaving.abort();
          await made;
        }
      }
    };
    await Promise.all(Array.from({ length: 50 }, (_, number) => caller(number)));
    expect(tally(outcomes)).toEqual({ 200: outcomes.length });
    expect(givenUp).toBeGreaterThan(100);
    await vi.waitFor(async () => expect(await figure("calls_in_flight")).toBe(0), WAIT);
    first.program.signal("SIGTERM");
    await first.program.ended;
    const counted = await useStore(`sqlite:${first.store}`, (store) => store.monthlyTotals(accountId));
    const calls = counted.reduce((sum, month) => sum + month.calls, 0);
    expect(calls).toBeGreaterThanOrEqual(answered());
    expect(calls).toBeLessThanOrEqual(answered() + givenUp);
  });

  it("a core that drains under load: no call is lost, and the other gets them", async () => {
    const { cores, keepCalling, startCore, untilStreams } = await startSplit(2, {
      core: { DRAIN_DELAY_MS: "500" },
    });
    const { stop, outcomes } = keepCalling(100);
    for (const { program, host } of cores) {
      const before = outcomes.length;
      await vi.waitFor(() => expect(outcomes.length).toBeGreaterThan(before + 500), WAIT);
      program.signal("SIGTERM");
      expect(await program.ended).toBe(0);
      await startCore(host);
      await untilStreams();
    }
    expect(tally(await stop())).toEqual({ 200: outcomes.length });
  });

  it("three cores of which one is slow: its share falls", async () => {
    const { first, cores, keepCalling } = await startSplit(3);
    const { program: slow } = first;
    // It runs a fifth of the time.
    let isStopped = false;
    const slowing = setInterval(() => {
      slow.signal(isStopped ? "SIGCONT" : "SIGSTOP");
      isStopped = !isStopped;
    }, 40);
    onTestFinished(() => clearInterval(slowing));
    const { stop } = keepCalling(60);
    await sleep(4_000);
    clearInterval(slowing);
    slow.signal("SIGCONT");
    const outcomes = await stop();
    expect(tally(outcomes)).toEqual({ 200: outcomes.length });
    const shares = await Promise.all(cores.map(({ ports }) => metricOf(ports, "suitability_calls_total")));
    const [share = 0, ...others] = shares;
    expect(share).toBeLessThan(0.7 * Math.min(...others));
  });

  it.skipIf(!HAS_OPENSSL)(
    "certificates that are renewed: calls go on, also over the streams that are opened with the new ones",
    async () => {
      const folder = folderOfTest();
      const [old, fresh] = [createAuthority(folder, "old"), createAuthority(folder, "fresh")];
      const [oldFiles, freshFiles] = [old.issue("core-old"), fresh.issue("core-fresh")];
      const used = { ca: `${folder}/ca.pem`, certificate: `${folder}/core.pem`, key: `${folder}/core.key` };
      const use = (authority: typeof old, files: typeof oldFiles) => {
        const pairs = [
          [authority.certificate.path, used.ca],
          [files.certificate.path, used.certificate],
          [files.privateKey.path, used.key],
        ] as const;
        for (const [from, to] of pairs) {
          copyFileSync(from, `${to}.new`);
          renameSync(`${to}.new`, to);
        }
      };
      use(old, oldFiles);
      const { keepCalling, cores, rest, untilStreams } = await startSplit(1, {
        core: { GRPC_TLS_CERT_FILE: used.certificate, GRPC_TLS_KEY_FILE: used.key },
        sidecar: { CORE_TLS_CA_FILE: used.ca },
      });
      const { stop, outcomes } = keepCalling(4);
      use(fresh, freshFiles);
      await Promise.all(
        [rest, ...cores.map(({ program }) => program)].map((each) =>
          each.untilPrinted(/certificates have changed/),
        ),
      );
      await sleep(11_000);
      await untilStreams();
      expect(tally(await stop())).toEqual({ 200: outcomes.length });
    },
  );
});
