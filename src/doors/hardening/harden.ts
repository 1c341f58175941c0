// Limits what strangers may do at a port: slow, silent and greedy ones, and too many of them. Only files of this folder know
// what Node and grpc-js keep to themselves: see README.md.
import type { Server as HttpServer } from "node:http";
import { Server as GrpcServer } from "@grpc/grpc-js";
import { boundAnswers, closeUnread } from "./http1/close-unread.ts";
import { createActivityAt } from "./http1/quiet.ts";
import { closeUnended, type HttpTimeouts } from "./http1/request-bounds.ts";
import { type Connections, type GrpcLimits, limitConnections } from "./http2/connection-limits.ts";
import { makeRoom, type RoomOptions } from "./make-room.ts";

export interface HttpLimits extends Partial<Pick<RoomOptions, "onCrowded" | "isTrusted">> {
  readonly timeouts: HttpTimeouts;
  /** Without it, connections have no limit. */
  readonly connectionsMax?: number;
  /** How many bytes of answers may wait to be read, over all connections. */
  readonly unreadBytesMax?: number | undefined;
}

/** For an HTTP/1 server that has its listeners, before it listens. */
export function harden(server: HttpServer, limits: HttpLimits): void;
/** For a bound gRPC server: before that, it has no HTTP/2 servers. */
export function harden(server: GrpcServer, limits: GrpcLimits): Connections;
export function harden(
  server: HttpServer | GrpcServer,
  limits: HttpLimits | GrpcLimits,
): Connections | undefined {
  if (server instanceof GrpcServer) return limitConnections(server, limits as GrpcLimits);
  limitHttp(server, limits as HttpLimits);
  return undefined;
}

function limitHttp(server: HttpServer, limits: HttpLimits): void {
  const {
    timeouts,
    connectionsMax,
    unreadBytesMax: bytesMax,
    onCrowded = () => undefined,
    isTrusted,
  } = limits;
  closeUnread(server, timeouts);
  closeUnended(server);
  if (connectionsMax !== undefined) {
    makeRoom(server, { connectionsMax, onCrowded, isTrusted, activityAt: createActivityAt() });
  }
  boundAnswers(server, { bytesMax, onCrowded });
}
