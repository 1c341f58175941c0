import type { Socket } from "node:net";

/** Of a socket what refusing takes. */
export interface RefusedSocket extends Pick<Socket, "writable" | "destroySoon"> {
  write(text: string): boolean;
  destroy(): unknown;
}

/**
 * Answers bytes that are no request, or a request that does not come to its end, and closes the connection. Such a sender
 * may go on: what is said a second time, and after an answer that closes the connection already, is passed over.
 * https://nodejs.org/api/http.html#event-clienterror: after a reset there is nobody to answer.
 */
export function refuseOnce(
  error: NodeJS.ErrnoException,
  socket: RefusedSocket,
  answer: (code: string | undefined) => string,
): void {
  if (error.code === "ECONNRESET") {
    socket.destroy();
  } else if (socket.writable) {
    socket.write(answer(error.code));
    socket.destroySoon();
  }
}
