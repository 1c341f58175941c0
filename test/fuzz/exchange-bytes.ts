import { connect } from "node:net";

export interface BytesReply {
  readonly bytes: Buffer;
  /** Whether the service had closed the connection in time. */
  readonly isClosed: boolean;
}

/** Writes the pieces to a connection of their own, says that no more will come, and reads until it is closed. */
export function exchangeBytes(
  port: number,
  pieces: readonly Uint8Array[],
  withinMs: number,
): Promise<BytesReply> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const received: Buffer[] = [];
    const timer = setTimeout(() => {
      resolve({ bytes: Buffer.concat(received), isClosed: false });
      socket.destroy();
    }, withinMs);
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => received.push(chunk));
    // A reset is an answer too.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearTimeout(timer);
      resolve({ bytes: Buffer.concat(received), isClosed: true });
    });
    for (const piece of pieces) socket.write(piece);
    socket.end();
  });
}
