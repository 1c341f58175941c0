// What becomes of calls when cores are away, silent or busy.
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { Code } from "@connectrpc/connect";
import { describe, expect, it, vi } from "vitest";
import { UsageService } from "#gen/suitability/v1/usage_pb.ts";
import type { GrpcTransport } from "../../../../src/doors/grpc/client/transport.ts";
import { createManualClock } from "../../../support/manual-clock.ts";
import { ANY_PORTS, startProgram, untilListening } from "../../../support/program.ts";
import { createTemporaryFolder } from "../../../support/temporary-folder.ts";
import { dial, startBareServer } from "../bare-server.ts";

/** What is known at once is known within this time on a busy machine. */
const AT_ONCE_MS = 2_000;
const WAIT = { timeout: 15_000, interval: 5 };

describe("calls to cores", () => {
  const clock = createManualClock(0);
  let transport: GrpcTransport;

  const dialCore = async (address: string) => {
    transport = await dial(address, { clock });
  };
  const call = () => transport.unary(UsageService.method.getUsage, undefined, undefined, {}, {});
  /** How long a call takes that ends in UNAVAILABLE, with nothing of the core's. */
  const msUntilUnavailable = async () => {
    const startedMs = performance.now();
    await expect(call()).rejects.toMatchObject({ code: Code.Unavailable, details: [] });
    return performance.now() - startedMs;
  };

  /** A core whose calls wait until they are to be answered. */
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

  it("fail at once while no core can be reached, and are answered by themselves when one is back", async () => {
    const { port, close } = await startBareServer(() => ({}));
    await close();
    await dialCore(`127.0.0.1:${port}`);
    expect(await msUntilUnavailable()).toBeLessThan(AT_ONCE_MS);
    await expect(call()).rejects.toThrow(/No connection established.*ECONNREFUSED/);
    const core = await startBareServer(() => ({}), { port });
    await vi.waitFor(call, WAIT);
    transport.close();
    await core.close();
  });

  it("fail at once while the name is not known", async () => {
    await dialCore("dns:///cores.invalid:50051");
    expect(await msUntilUnavailable()).toBeLessThan(AT_ONCE_MS);
  });

  it("wait 3 s for a host that says nothing, and no later call waits", async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
    await once(silent, "listening");
    await dialCore(`127.0.0.1:${(silent.address() as AddressInfo).port}`);
    expect(await msUntilUnavailable()).toBeLessThan(3_000 + AT_ONCE_MS);
    expect(await msUntilUnavailable()).toBeLessThan(AT_ONCE_MS);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });

  it(
    "fail within 5 s when their core is frozen, later ones too, and are answered when it has thawed",
    { timeout: 60_000 },
    async () => {
      const folder = createTemporaryFolder();
      const settings = { STORE_URL: `sqlite:${folder.path}/accounts.db`, WEATHER_SOURCES: "simulated" };
      const core = startProgram(["serve", "--role", "core"], { ...ANY_PORTS, ...settings });
      const { grpc } = await untilListening(core);
      await dialCore(`127.0.0.1:${grpc}`);
      await vi.waitFor(() => transport.ping(), WAIT);
      core.signal("SIGSTOP");
      expect(await msUntilUnavailable()).toBeLessThan(5_000);
      const later = await Promise.all([msUntilUnavailable(), msUntilUnavailable()]);
      expect(Math.max(...later)).toBeLessThan(3_000 + AT_ONCE_MS);
      core.signal("SIGCONT");
      await vi.waitFor(() => transport.ping(), WAIT);
      core.signal("SIGTERM");
      await core.ended;
      folder.remove();
    },
  );

  it("go over more connections while there are more than one takes", async () => {
    const { core, calls: underWay, answer } = await dialWaitingCore();
    const calls = Array.from({ length: 250 }, call);
    await vi.waitFor(() => expect(underWay).toHaveLength(250), WAIT);
    answer();
    expect(await Promise.all(calls)).toHaveLength(250);
    transport.close();
    await core.close();
  });

  it("are answered if they are under way when the transport is closed; others are not made", async () => {
    const { core, calls: underWay, answer } = await dialWaitingCore();
    const late = call();
    await vi.waitFor(() => expect(underWay).toHaveLength(1), WAIT);
    transport.close();
    expect(await msUntilUnavailable()).toBeLessThan(AT_ONCE_MS);
    answer();
    expect(await late).toMatchObject({ message: { plan: "growth" } });
    await core.close();
    expect(underWay).toHaveLength(1);
  });
});
