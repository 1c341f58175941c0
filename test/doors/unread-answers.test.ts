// Callers who read nothing of what they are answered: what waits for them does not fill the memory.
import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createHttpApp } from "../../src/doors/rest/http-app.ts";

/** More than what the kernel takes for a reader who does not read. */
const LARGE = "x".repeat(16 * 1024 * 1024);
const GET = "GET /large HTTP/1.1\r\nhost: a\r\n\r\n";

describe("answers that are not read", () => {
  const onCrowded = vi.fn<(connections: number) => void>();
  let port: number;
  beforeEach(async () => {
    onCrowded.mockClear();
    const app = createHttpApp({
      corsOrigins: [],
      onBug: () => undefined,
      unreadBytesMax: 2.5 * LARGE.length,
      onCrowded,
    });
    app.get("/large", async () => LARGE);
    await app.listen({ host: "127.0.0.1", port: 0 });
    port = (app.server.address() as AddressInfo).port;
    return async () => {
      app.server.closeAllConnections();
      await app.close();
    };
  });

  /** A connection on which so many answers begin to arrive. */
  const ask = async (answers = 1): Promise<Socket> => {
    const socket = connect({ port, host: "127.0.0.1" });
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => undefined);
    socket.write(GET.repeat(answers));
    await once(socket, "readable");
    return socket;
  };
  const bytesOf = async (socket: Socket): Promise<number> => {
    let bytes = 0;
    for await (const chunk of socket) {
      bytes += (chunk as Buffer).byteLength;
      if (bytes >= LARGE.length) break;
    }
    return bytes;
  };

  it("are kept up to a bound: beyond it those that have waited longest are closed", async () => {
    const first = await ask();
    const [second, third] = [await ask(), await ask()];
    await vi.waitFor(() => expect(onCrowded).toHaveBeenCalledWith(1));
    await expect(bytesOf(first)).rejects.toThrow("ECONNRESET");
    for (const socket of [second, third]) expect(await bytesOf(socket)).toBeGreaterThanOrEqual(LARGE.length);
  });

  it("are counted where they wait behind others on one connection too", async () => {
    const greedy = await ask(4);
    await vi.waitFor(() => expect(onCrowded).toHaveBeenCalledWith(1));
    await expect(bytesOf(greedy)).rejects.toThrow("ECONNRESET");
    expect(await bytesOf(await ask())).toBeGreaterThanOrEqual(LARGE.length);
  });
});
