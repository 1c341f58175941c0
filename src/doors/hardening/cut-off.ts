// Connections of HTTP ports with TLS and without.
import type { Server, Socket } from "node:net";
import { Server as TlsServer, TLSSocket } from "node:tls";

/** The event for a new connection; with TLS, after the handshake. */
export function connectionEvent(server: Server): "connection" | "secureConnection" {
  return server instanceof TlsServer ? "secureConnection" : "connection";
}

/**
 * Identifies a connection by its peer's address and port: with TLS, the connection's socket is another object than the
 * socket after the handshake, and than its HTTP/2 session's.
 */
export function peerOf({ remoteAddress, remotePort }: Pick<Socket, "remoteAddress" | "remotePort">): string {
  return `${remoteAddress} ${remotePort}`;
}

/** Ends a connection at once, whatever waits to be sent. Node cannot reset a TLS connection (ERR_INVALID_HANDLE_TYPE). */
export function cutOff(socket: Socket): void {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
}
