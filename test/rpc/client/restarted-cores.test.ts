// Cores behind one name are restarted one after the other while a sidecar keeps calling: no call fails.
import { setImmediate as turn } from "node:timers/promises";
import { connect } from "node:net";
import { createMethodImplSpec, createContextKey, type ConnectError } from "@connectrpc/connect";
import { expect, it } from "vitest";
import { UsageService } from "#gen/suitability/v1/usage_pb.ts";
import { createCoreConnections } from "../../../src/rpc/client/core-connections.ts";
import { createGrpcServer } from "../../../src/rpc/server/server.ts";
import { createInProcessTransport } from "../../../src/rpc/in-process-transport.ts";
import { OutgoingCall } from "../../../src/rpc/client/outgoing-call.ts";

const HOST = "127.0.0.1";
const CALLERS = 20;
const DRAIN_TIMEOUT_MS = 5_000;

/** Takes a moment over each call, so that some are always under way. */
async function startCore(answered: () => void, port = 0) {
  const getUsage = async () => {
    for (let turns = 0; turns < 5; turns += 1) await turn();
    answered();
    return { plan: "growth" };
  };
  const server = createGrpcServer({
    services: [UsageService],
    transport: createInProcessTransport({
      methods: [createMethodImplSpec(UsageService.method.getUsage, getUsage)],
      interceptors: [],
      timeoutMs: 5_000,
    }),
    headers: [],
    unreadable: createContextKey<ConnectError | undefined>(undefined),
    peerAddress: createContextKey(""),
    overloadRefusal: () => undefined,
    onBug: () => undefined,
  });
  return { port: await server.listen({ host: HOST, port }), close: () => server.close(DRAIN_TIMEOUT_MS) };
}

it("cores that are restarted in turn lose no call of a sidecar", async () => {
  const answers = [0, 0];
  const count = (index: number) => () => {
    answers[index] = (answers[index] ?? 0) + 1;
  };
  const cores = [await startCore(count(0)), await startCore(count(1))];
  const authority = "cores:1";
  const connections = createCoreConnections({
    address: {
      authority,
      servername: "cores",
      resolve: async () => cores.map(({ port }) => ({ host: HOST, port, noDelay: true as const })),
    },
    origin: `http://${authority}`,
    openSocket: (endpoint) => connect(endpoint),
  });
  const header = [":method", "POST", ":scheme", "http", ":authority", authority];
  header.push(":path", "/suitability.v1.UsageService/GetUsage", "te", "trailers");
  header.push("content-type", "application/grpc");

  const failures: string[] = [];
  const over = new AbortController();
  const keepCalling = async () => {
    while (!over.signal.aborted) {
      const call = new OutgoingCall({
        header,
        message: Buffer.alloc(0),
        timeoutMs: 5_000,
        signal: undefined,
      });
      connections.send(call);
      await call.reply.catch((error: unknown) => failures.push(String(error)));
    }
  };
  const callers = Array.from({ length: CALLERS }, keepCalling);
  const untilAnsweredBy = async (index: number) => {
    const before = answers[index] ?? 0;
    await expect.poll(() => answers[index], { timeout: 10_000 }).toBeGreaterThan(before);
  };

  for (const index of [0, 1, 0, 1]) {
    await untilAnsweredBy(index);
    const core = cores[index];
    await core?.close();
    cores[index] = await startCore(count(index), core?.port);
    await untilAnsweredBy(index);
  }
  over.abort();
  await Promise.all(callers);
  connections.close();
  await Promise.all(cores.map((core) => core.close()));
  expect(failures).toEqual([]);
});
