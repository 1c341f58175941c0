// What happens to calls when cores are down, silent or busy.
import { Code } from "@connectrpc/connect";
import { describe, expect, it, vi } from "vitest";
import { createManualClock } from "../../../support/fakes/manual-clock.ts";
import { takenAddress } from "../../../support/fakes/taken-address.ts";
import { dial, type Dialled, startBareServer } from "../bare-server.ts";

/** Longer than a call may take here: a call that waits for a host would end in DEADLINE_EXCEEDED. */
const NEVER_MS = 60_000;
/** The error has no details, because only a core adds them. */
const UNAVAILABLE = { code: Code.Unavailable, details: [] };
const WAIT = { timeout: 15_000, interval: 5 };

describe("calls to cores", () => {
  const clock = createManualClock(0);
  let transport: Dialled;

  const dialCore = async (address: string, connectTimeoutMs = NEVER_MS) => {
    transport = await dial(address, { clock, connectTimeoutMs });
  };
  const call = () => transport.ask();
  /** Dials a core whose calls wait until `answer` is called. */
  const dialWaitingCore = async () => {
    const calls: unknown[] = [];
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const core = await startBareServer(async (request) => {
      calls.push(request);
      await answered;
      return { plan: "growth" };
    });
    await dialCore(`127.0.0.1:${core.port}`);
    return { core, calls, answer };
  };

  it("fail at once while no core can be reached, and are answered again as soon as one is back", async () => {
    const { port, close } = await startBareServer(() => ({}));
    await close();
    await dialCore(`127.0.0.1:${port}`);
    await expect(call()).rejects.toMatchObject(UNAVAILABLE);
    await expect(call()).rejects.toThrow(/No connection established.*ECONNREFUSED/);
    const core = await startBareServer(() => ({}), { port });
    await vi.waitFor(call, WAIT);
    transport.close();
    await core.close();
  });

  it("wait for a silent host until the connect timeout, and later calls do not wait", async () => {
    const silence = 1_500;
    await dialCore(await takenAddress(), silence);
    const startedMs = performance.now();
    await expect(call()).rejects.toMatchObject(UNAVAILABLE);
    const waitedMs = performance.now();
    // Timers may be a millisecond early.
    expect(waitedMs - startedMs).toBeGreaterThanOrEqual(silence - 1);
    await expect(call()).rejects.toMatchObject(UNAVAILABLE);
    expect(performance.now() - waitedMs).toBeLessThan(silence);
  });

  it("use further connections while there are more calls than one connection takes", async () => {
    const { core, calls: underWay, answer } = await dialWaitingCore();
    const calls = Array.from({ length: 250 }, call);
    await vi.waitFor(() => expect(underWay).toHaveLength(250), WAIT);
    answer();
    expect(await Promise.all(calls)).toHaveLength(250);
    transport.close();
    await core.close();
  });

  it("are not made after the transport was closed", async () => {
    const { core, calls: underWay, answer } = await dialWaitingCore();
    const first = call();
    await vi.waitFor(() => expect(underWay).toHaveLength(1), WAIT);
    transport.close();
    await expect(call()).rejects.toMatchObject(UNAVAILABLE);
    answer();
    await first;
    await core.close();
    expect(underWay).toHaveLength(1);
  });

  it("are answered if they are under way when the transport is closed", async () => {
    const { core, calls: underWay, answer } = await dialWaitingCore();
    const late = call();
    await vi.waitFor(() => expect(underWay).toHaveLength(1), WAIT);
    transport.close();
    answer();
    expect(await late).toMatchObject({ message: { plan: "growth" } });
    await core.close();
  });
});
