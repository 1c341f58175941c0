// A line to a server that can be cut, as a network is between one replica and what all share.
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { once } from "node:events";

export interface CutLine {
  readonly port: number;
  /** Whether what is sent arrives; nobody is told that it does not. */
  setCut(isCut: boolean): void;
  close(): Promise<void>;
}

export async function openLine(serverPort: number): Promise<CutLine> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(serverPort, "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => void (isCut || to.write(bytes)));
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on("error", () => undefined);
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    setCut: (cut) => {
      isCut = cut;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
