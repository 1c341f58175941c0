// Connections of HTTP ports with TLS and without.
import type { Server, Socket } from "node:net";
import { Server as TlsServer, TLSSocket } from "node:tls";

/** The event for a new connection; with TLS, after the handshake. */
export function connectionEvent(server: Server): "connection" | "secureConnection" {
  return server instanceof TlsServer ? "secureConnection" : "connection";
}

/** Ends a connection at once, whatever waits to be sent. Node cannot reset a TLS connection (ERR_INVALID_HANDLE_TYPE). */
export function cutOff(socket: Socket): void {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
}
