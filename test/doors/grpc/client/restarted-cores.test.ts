// Cores come and go while a sidecar keeps calling: no call fails.
import { promises as dns } from "node:dns";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HOUR_MS } from "../../../../src/lib/time/clock.ts";
import { createManualClock } from "../../../support/fakes/manual-clock.ts";
import { dial, type Dialled, startBareServer } from "../bare-server.ts";

const CALLERS = 20;
const TIMEOUT_MS = 5_000;
const WAIT = { timeout: 15_000, interval: 5 };
/** Addresses of this machine. The DNS name of the cores resolves to some of them (`found`). */
const HOSTS = ["127.0.0.1", "127.0.0.2", "127.0.0.3"] as const;

describe("no call of a sidecar fails", { timeout: 60_000 }, () => {
  const cores = new Map<string, Awaited<ReturnType<typeof startBareServer>>>();
  const answers = new Map<string, number>();
  const failures: string[] = [];
  const clock = createManualClock(0);
  let found: readonly string[];
  let port: number;
  let transport: Dialled;
  let stopCalling: () => Promise<unknown>;

  beforeEach(() => {
    port = 0;
    found = HOSTS.slice(0, 2);
    answers.clear();
    failures.length = 0;
    vi.spyOn(dns, "lookup").mockImplementation((async () =>
      found.map((address) => ({ address, family: 4 }))) as unknown as typeof dns.lookup);
  });
  afterEach(async () => {
    await stopCalling();
    await Promise.all([...cores.values()].map((core) => core.close()));
    cores.clear();
    vi.restoreAllMocks();
  });

  /** Takes a moment over each call, so that some are always under way. */
  const answerAt = (host: string) => async () => {
    for (let turns = 0; turns < 5; turns += 1) await turn();
    answers.set(host, (answers.get(host) ?? 0) + 1);
    return { plan: "growth" };
  };
  const start = async (host: string) => {
    const core = await startBareServer(answerAt(host), { host, port });
    port = core.port;
    cores.set(host, core);
  };
  const startCalling = async () => {
    transport = await dial(`dns:///cores.example:${port}`, { clock });
    const over = new AbortController();
    const keepCalling = async () => {
      while (!over.signal.aborted) {
        await transport
          .ask({}, { timeoutMs: TIMEOUT_MS })
          .catch((error: unknown) => failures.push(String(error)));
      }
    };
    const callers = Array.from({ length: CALLERS }, keepCalling);
    stopCalling = () => {
      over.abort();
      return Promise.all(callers);
    };
  };
  const untilAnsweredBy = async (host: string) => {
    const before = answers.get(host) ?? 0;
    await vi.waitFor(() => expect(answers.get(host)).toBeGreaterThan(before), WAIT);
  };

  it("while cores are restarted in turn", async () => {
    await start(HOSTS[0]);
    await start(HOSTS[1]);
    await startCalling();
    for (const host of [HOSTS[0], HOSTS[1], HOSTS[0], HOSTS[1]]) {
      await untilAnsweredBy(host);
      await cores.get(host)?.close();
      await start(host);
      await untilAnsweredBy(host);
    }
    await stopCalling();
    expect(failures).toEqual([]);
  });

  it.each([
    { when: "within 15 s", setMs: 0 },
    { when: "within 15 s though the clock is set back by an hour", setMs: -HOUR_MS },
  ])(
    "when the DNS name has one core more and one less: the new one gets calls $when, and the old one none",
    async ({ setMs }) => {
      await start(HOSTS[0]);
      await start(HOSTS[1]);
      await startCalling();
      await untilAnsweredBy(HOSTS[1]);
      await start(HOSTS[2]);
      found = [HOSTS[0], HOSTS[2]];
      clock.advance(15_000);
      clock.moveWall(setMs);
      await untilAnsweredBy(HOSTS[2]);
      await vi.waitFor(async () => {
        const before = answers.get(HOSTS[1]);
        await untilAnsweredBy(HOSTS[0]);
        await untilAnsweredBy(HOSTS[2]);
        expect(answers.get(HOSTS[1])).toBe(before);
      }, WAIT);
      await stopCalling();
      expect(failures).toEqual([]);
    },
  );
});
