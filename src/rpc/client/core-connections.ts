// Connections to every core behind an address, and calls spread over them.
import { openCoreConnection, type CoreConnection } from "./core-connection.ts";
import type { CoreAddress, Endpoint } from "./core-address.ts";
import type { OpenSocket } from "../tls/credentials.ts";
import { keepConnection, type KeptConnection } from "./kept-connection.ts";
import type { OutgoingCall } from "./outgoing-call.ts";
import { createCallSpreader } from "./spread-calls.ts";
import { watchEndpoints } from "./watched-endpoints.ts";

export interface CoreConnections {
  /**
   * Sends it to the cores in turn. It waits while connections are being made and while all cores have as many calls as
   * they take, and fails at once while none can be reached.
   */
  send(call: OutgoingCall): void;
  /** Takes no more calls; ends the connections after the calls under way. */
  close(): void;
}

export function createCoreConnections(options: {
  readonly address: CoreAddress;
  /** Scheme and authority of the requests. */
  readonly origin: string;
  readonly openSocket: OpenSocket;
}): CoreConnections {
  const { address, origin, openSocket } = options;
  const spreader = createCallSpreader();
  const kept = new Map<string, KeptConnection>();

  const useKept = () => {
    const all = [...kept.values()];
    const failures = all.map(({ failure }) => failure()).filter((failure) => failure !== undefined);
    spreader.use(
      all.map(({ ready }) => ready()).filter((connection) => connection !== undefined),
      // One that has not failed may yet be made.
      failures.length === all.length ? failures[0] : undefined,
    );
  };

  const keep = (endpoint: Endpoint) =>
    keepConnection({
      open: ({ onReady, onGone }) => {
        const connection: CoreConnection = openCoreConnection(openSocket(endpoint, address.servername), {
          origin,
          onReady,
          onGone: (reason) => {
            endpoints.lookAgain();
            onGone(reason);
          },
          onRoom: spreader.sendWaiting,
          onRefused: (call) => spreader.send(call, connection),
        });
        return connection;
      },
      onChange: useKept,
    });

  const endpoints = watchEndpoints({
    resolve: address.resolve,
    onFound: (found) => {
      replaceKept(kept, found, keep);
      useKept();
    },
    onFailure: (error) => {
      // Connections outlive a name server's absence.
      if (kept.size === 0) spreader.use([], error);
    },
  });

  return {
    send: (call) => spreader.send(call),
    close: () => {
      endpoints.close();
      replaceKept(kept, [], keep);
      spreader.use([], new Error("the transport was closed"));
    },
  };
}

/** Keeps a connection to each place found, and none to others. */
function replaceKept(
  kept: Map<string, KeptConnection>,
  found: readonly Endpoint[],
  keep: (endpoint: Endpoint) => KeptConnection,
): void {
  const endpoints = new Map(found.map((endpoint) => [JSON.stringify(endpoint), endpoint]));
  for (const [place, connection] of kept) {
    if (!endpoints.has(place)) {
      kept.delete(place);
      connection.close();
    }
  }
  for (const [place, endpoint] of endpoints) {
    if (!kept.has(place)) kept.set(place, keep(endpoint));
  }
}
