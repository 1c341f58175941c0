// When a caller gives up, its call ends at the core, and no other caller's call fails.
import { connect } from "node:net";
import { Code } from "@connectrpc/connect";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { portServedBy } from "../../../support/fakes/tcp-server.ts";
import { dial, type Dialled, startBareServer } from "../bare-server.ts";

/** All rounds together reset more than 1,000 calls. A Node server ends a connection after 1,000 resets. */
const CALLS = 90;
const ROUNDS = 14;
/** How many calls one caller gives up in a row while the next connection is being made. */
const IN_A_ROW = 30;
const WAIT = { timeout: 15_000, interval: 5 };

describe("calls that are given up", () => {
  let core: Awaited<ReturnType<typeof startBareServer>>;
  let transport: Dialled;
  /** Calls that have begun at the core and not ended. */
  let waiting = 0;
  let ended = 0;

  beforeEach(async () => {
    waiting = 0;
    ended = 0;
    core = await startBareServer(async (_request, call) => {
      if (call.requestId === "waits") {
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting += 1;
        call.onEnd = resolve;
        await promise;
        waiting -= 1;
        ended += 1;
      }
      return { plan: "growth" };
    });
    onTestFinished(core.close);
    transport = await dial(`127.0.0.1:${core.port}`);
  });

  /** A proxy to the core. Connections after the first are held and never reach the core. */
  const startSlowWay = async () => {
    const held: (() => void)[] = [];
    let connections = 0;
    const port = await portServedBy((socket) => {
      const lead = () => {
        const end = connect({ port: core.port, noDelay: true }).on("error", () => undefined);
        onTestFinished(() => void end.destroy());
        socket.pipe(end).pipe(socket);
      };
      if ((connections += 1) === 1) lead();
      else held.push(lead);
    });
    return { port, held };
  };

  const calls = (...call: Parameters<Dialled["ask"]>) =>
    Array.from({ length: CALLS }, () => transport.ask(...call));
  const failuresOf = async (made: readonly Promise<unknown>[]) => {
    const outcomes = await Promise.allSettled(made);
    return outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []));
  };

  it("end at the core, all of them, and no call beside them fails", async () => {
    const failures: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const gone = new AbortController();
      const givenUp = calls({ requestId: "waits" }, { signal: gone.signal });
      await expect.poll(() => waiting, WAIT).toBe(CALLS);
      const reasons = Promise.allSettled(givenUp);
      gone.abort();
      failures.push(...(await failuresOf(calls())));
      expect(await reasons).toEqual(
        givenUp.map(() => ({ status: "rejected", reason: expect.objectContaining({ code: Code.Canceled }) })),
      );
      await expect.poll(() => waiting, WAIT).toBe(0);
    }
    expect(ended).toBe(ROUNDS * CALLS);
    expect(failures).toEqual([]);
  });

  it("keep no other call waiting for a connection, because the next one is opened while the first is in use", async () => {
    const way = await startSlowWay();
    const caller = await dial(`127.0.0.1:${way.port}`);
    for (let made = 1; made <= IN_A_ROW; made += 1) {
      const gone = new AbortController();
      const givenUp = caller.ask({ requestId: "waits" }, { signal: gone.signal }).catch(() => "given up");
      await expect.poll(() => waiting, WAIT).toBe(1);
      gone.abort();
      expect(await givenUp).toBe("given up");
      await caller.ask();
      await expect.poll(() => waiting, WAIT).toBe(0);
    }
    await expect.poll(() => way.held.length, WAIT).toBe(1);
  });
});
