// What 10,000 connections to the gRPC port leave behind when they are gone. Only the long run has the time.
import { connect, type Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it, vi } from "vitest";
import { startTestService, type TestService } from "../support/test-service.ts";
import { IS_LONG } from "./fuzz-runs.ts";
import { callHeadersFrame, FRAME, frameBytes, OPENING } from "./http2-frame.ts";

const AT_ONCE = 500;
const WAVES = 20;

const HALF_A_MESSAGE = Buffer.concat([Buffer.from([0, 0, 0, 15, 0]), Buffer.alloc(3_000)]);

/** By turns: silent, idle, and slow senders. */
const FIRST = [
  Buffer.alloc(0),
  OPENING,
  Buffer.concat([
    OPENING,
    callHeadersFrame("none"),
    frameBytes({ type: FRAME.data, stream: 1, payload: HALF_A_MESSAGE }),
  ]),
];

describe.skipIf(!IS_LONG)("10,000 connections that came, sat idle or sent slowly, and left", () => {
  it("leave memory as it was, within 10 %", { timeout: 120_000 }, async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const used = () => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const service = await startTestService();
    await wave(service);
    const before = used();
    for (let i = 0; i < WAVES; i += 1) await wave(service);
    // The service notices within a moment that the last ones have left.
    const after = await vi.waitFor(
      () => {
        const now = used();
        expect(now).toBeLessThan(before * 1.1);
        return now;
      },
      { timeout: 30_000, interval: 1_000 },
    );
    console.log(`${Math.round(before / 1e6)} MB before, ${Math.round(after / 1e6)} MB after`);
    await service.stop();
  });
});

async function wave({ ports }: TestService): Promise<void> {
  const sockets = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, i) => dial(ports.grpc, FIRST[i % 3])),
  );
  await Promise.all(sockets.map(leave));
}

/** Resolves when the service has answered what was sent, if anything was. */
function dial(port: number, first = OPENING): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  socket.write(first);
  return new Promise((resolve) =>
    socket.once(first.length === 0 ? "connect" : "data", () => resolve(socket)),
  );
}

function leave(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("close", () => resolve()).destroy());
}
