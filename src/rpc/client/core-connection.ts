// One HTTP/2 connection to a core, and the calls on it.
import { connect, constants, type ClientHttp2Stream } from "node:http2";
import type { Socket } from "node:net";
import type { OutgoingCall } from "./outgoing-call.ts";
import { watchSession } from "./session-life.ts";
import { createStreamSlots } from "./stream-slots.ts";

export interface CoreConnection {
  /** Whether it takes another call now. */
  hasRoom(): boolean;
  /** To be asked only while there is room. */
  send(call: OutgoingCall): void;
  /** Takes no more calls and ends after those under way. */
  leave(): void;
}

export interface CoreConnectionEvents {
  /** The server takes calls. */
  onReady(): void;
  /** A call is over, or the server allows more at once. */
  onRoom(): void;
  /** It takes no more calls; told once. Those under way may still be answered or refused. */
  onGone(reason: Error): void;
  /** The server says that it has not begun this call, so that it may be made elsewhere. Told once of a call. */
  onRefused(call: OutgoingCall): void;
}

/** Identifiers are odd and end at 2^31, after three days at 5,000 calls a second; calls under way are far fewer than 2^20. */
const LAST_STREAM_ID = 2 ** 31 - 2 ** 20;

export function openCoreConnection(
  socket: Socket,
  { origin, onReady, onRoom, onGone, onRefused }: CoreConnectionEvents & { readonly origin: string },
): CoreConnection {
  const session = connect(origin, { createConnection: () => socket, settings: { enablePush: false } });
  const life = watchSession(session, {
    onReady,
    onGone,
    onStreamsMax: (max) => {
      slots.setMax(max);
      onFree();
    },
  });
  const onFree = () => {
    if (life.isReady()) onRoom();
  };
  const slots = createStreamSlots(session, { onFree });
  let processedIdMax = Infinity;
  session.on("goaway", (_code, lastStreamId) => {
    processedIdMax = lastStreamId;
  });

  const closed = (stream: ClientHttp2Stream, call: OutgoingCall) => {
    const { rstCode, id } = stream;
    const isUnprocessed =
      rstCode === constants.NGHTTP2_REFUSED_STREAM || id === undefined || id > processedIdMax;
    if (isUnprocessed && !call.isOver && !call.wasRefused) {
      call.wasRefused = true;
      onRefused(call);
    } else {
      call.takeClose({ rstCode, isConnectionLost: session.destroyed });
    }
    slots.giveBack(rstCode);
  };

  return {
    hasRoom: () => life.isReady() && slots.isFree(),
    send: (call) => {
      const stream = session.request(call.header);
      slots.take();
      // What went wrong is in its reset code.
      stream.on("error", () => undefined);
      stream.on("close", () => closed(stream, call));
      call.sendOver(stream);
      if (isLast(stream)) life.leave("the connection has run out of stream identifiers");
    },
    leave: () => life.leave("the connection is no longer needed"),
  };
}

function isLast({ id }: ClientHttp2Stream): boolean {
  return id !== undefined && id > LAST_STREAM_ID;
}
