import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Listens on a free port until the test ends, and calls `act` for every connection; returns the port. */
export async function portServedBy(act: (socket: Socket) => void): Promise<number> {
  const sockets: Socket[] = [];
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.push(socket.on("error", () => undefined));
    act(socket);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}
