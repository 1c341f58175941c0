import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** The URL of a server that answers on the first connection to it as the one at `url` does, and on no other. */
export async function throughFirstOnly(url: string): Promise<string> {
  const { port: serverPort } = new URL(url);
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    if (sockets.length === 0) {
      const onward = connect(Number(serverPort), "127.0.0.1").on("error", () => socket.destroy());
      sockets.push(onward);
      onward.pipe(socket).pipe(onward);
    }
    sockets.push(socket.on("error", () => undefined).resume());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return url.replace(`:${serverPort}/`, `:${(server.address() as AddressInfo).port}/`);
}
