import { createServer, type AddressInfo, type Socket } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { createRedisConnection } from "../../src/redis/connection.ts";

/** A node that answers everything at once, and hangs when it is asked for the slots; all of them are its own. */
async function startNode() {
  let isHanging = true;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => {
      for (const command of bytes.toString().split(/(?=\*\d+\r\n)/)) {
        if (!command.includes("CLUSTER")) socket.write("+yes\r\n");
        else if (!isHanging) socket.write(`*1\r\n*3\r\n:0\r\n:16383\r\n*2\r\n$0\r\n\r\n:${port}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port, goOn: () => void (isHanging = false) };
}

it("a node that hangs while it tells who has which slots is given up, and asked again", async () => {
  const node = await startNode();
  const connection = createRedisConnection({ url: `redis+cluster://127.0.0.1:${node.port}` });
  onTestFinished(() => connection.close());
  const answer = () => connection.send(["GET", "key"]);
  const startedMs = performance.now();
  await expect(answer()).rejects.toThrow("there was no answer within 300 ms");
  expect(performance.now() - startedMs).toBeLessThan(1_000);
  node.goOn();
  expect(await vi.waitFor(answer, { timeout: 5_000 })).toBe("yes");
});
