// A connection to one server, which is made again whenever it is lost.
import { LastingConnection } from "../connections/lasting-connection.ts";
import type { RedisClient } from "./connect.ts";
import { commandFailure, isReadOnlyReply, notConnected } from "./failure.ts";

/** Starts to connect. `connect` says to which server, each time. */
export function createServerConnection(
  connect: () => Promise<RedisClient>,
  useTimeoutMs: number,
): LastingConnection<RedisClient> {
  return new LastingConnection({
    connect,
    useTimeoutMs,
    notConnected,
    failure: commandFailure,
    // What was the primary is a replica now, and its name may lead to the new primary.
    isOfWrongServer: isReadOnlyReply,
  });
}
