// A TCP relay to a local server. When it is cut, nothing arrives any more and no connection closes, as with a broken network.
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export async function startRelay(port: number) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const add = (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket)).on("error", () => undefined);
    if (isCut) socket.pause();
  };
  const server = createServer((incoming) => {
    const outgoing = connect(port, "127.0.0.1");
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      from.on("data", (bytes: Buffer) => to.write(bytes));
      from.on("close", () => to.destroy());
      add(from);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const destroyAll = () => sockets.forEach((socket) => socket.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.pause();
    },
    mend: () => {
      isCut = false;
      // After a cut of seconds both ends have given up their connections.
      destroyAll();
    },
    close: () => {
      destroyAll();
      server.close();
    },
  };
}
