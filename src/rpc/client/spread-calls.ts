// Calls handed to connections in turn.
import { Code, ConnectError } from "@connectrpc/connect";
import type { CoreConnection } from "./core-connection.ts";
import type { OutgoingCall } from "./outgoing-call.ts";

export interface CallSpreader {
  /** A call that one connection was refused goes to another, if there is another with room. */
  send(call: OutgoingCall, refusedBy?: CoreConnection): void;
  /** To be told when a connection has room again. */
  sendWaiting(): void;
  /**
   * The connections that take calls. While there are none, calls wait for one if none has failed, and otherwise fail at
   * once.
   */
  use(connections: readonly CoreConnection[], failure: Error | undefined): void;
}

export function createCallSpreader(): CallSpreader {
  const waiting = new Set<OutgoingCall>();
  let ready: readonly CoreConnection[] = [];
  let failure: Error | undefined;
  let turn = 0;

  const nextWithRoom = (refusedBy?: CoreConnection): CoreConnection | undefined => {
    for (let tried = 0; tried < ready.length; tried += 1) {
      turn = (turn + 1) % ready.length;
      const connection = ready[turn];
      if (connection !== refusedBy && connection?.hasRoom() === true) return connection;
    }
    return refusedBy?.hasRoom() === true ? refusedBy : undefined;
  };

  /** Those that were given up while they waited are passed over. */
  const sendWaiting = () => {
    for (const call of waiting) {
      const connection = call.isOver ? undefined : nextWithRoom();
      if (!call.isOver && connection === undefined) return;
      waiting.delete(call);
      connection?.send(call);
    }
  };

  return {
    send: (call, refusedBy) => {
      const connection = nextWithRoom(refusedBy);
      if (connection !== undefined) {
        connection.send(call);
      } else if (failure === undefined) {
        waiting.add(call);
      } else {
        call.fail(noConnection(failure));
      }
    },
    sendWaiting,
    use: (connections, reason) => {
      ready = connections;
      failure = connections.length === 0 ? reason : undefined;
      if (failure === undefined) {
        sendWaiting();
      } else {
        for (const call of waiting) call.fail(noConnection(failure));
        waiting.clear();
      }
    },
  };
}

function noConnection(reason: Error): ConnectError {
  const sentence = `No connection established: ${reason.message}`;
  return new ConnectError(sentence, Code.Unavailable, undefined, undefined, reason);
}
