// From when until when an HTTP/2 connection takes calls.
import type { ClientHttp2Session } from "node:http2";

export interface SessionLife {
  isReady(): boolean;
  /** Takes no more calls, and closes the connection when those under way are over. */
  leave(why: string): void;
}

export interface SessionEvents {
  /** The server takes calls. */
  onReady(): void;
  /** How many it takes at once; told before `onReady`, and when it changes. */
  onStreamsMax(max: number): void;
  /** It takes no more; told once. Calls under way may still be answered. */
  onGone(reason: Error): void;
}

/** A host that is gone answers nothing; a call that waits for it is to have time left for another. */
const CONNECT_TIMEOUT_MS = 3_000;

/** A core that has silently gone is noticed within two of these, long before TCP would. */
const KEEPALIVE_MS = 10_000;

export function watchSession(session: ClientHttp2Session, events: SessionEvents): SessionLife {
  let state: "connecting" | "ready" | "gone" = "connecting";

  const beGone = (reason: Error) => {
    if (state === "gone") return;
    state = "gone";
    clearTimeout(connecting);
    clearInterval(keepalive);
    events.onGone(reason);
  };
  const breakOff = (why: string) => {
    beGone(new Error(why));
    session.destroy();
  };
  const connecting = setTimeout(
    () => breakOff(`no HTTP/2 within ${CONNECT_TIMEOUT_MS} ms`),
    CONNECT_TIMEOUT_MS,
  );
  const keepalive = keepAlive(session, () => breakOff("a ping went unanswered"));

  // The first thing a server says, and a sign that it speaks HTTP/2.
  session.on("remoteSettings", ({ maxConcurrentStreams = Infinity }) => {
    events.onStreamsMax(maxConcurrentStreams);
    if (state !== "connecting") return;
    state = "ready";
    clearTimeout(connecting);
    events.onReady();
  });
  session.on("goaway", () => beGone(new Error("the server ends the connection")));
  session.on("error", beGone);
  session.on("close", () => beGone(new Error("the connection was closed")));

  return {
    isReady: () => state === "ready",
    leave: (why) => {
      beGone(new Error(why));
      if (session.connecting) {
        session.destroy();
      } else {
        session.close();
      }
    },
  };
}

/** Pings every so often; tells when the ping before has not come back. */
function keepAlive(session: ClientHttp2Session, onSilence: () => void): NodeJS.Timeout {
  let isAnswered = true;
  const onAnswer = () => {
    isAnswered = true;
  };
  return setInterval(() => {
    if (!isAnswered) {
      onSilence();
    } else if (!session.destroyed) {
      isAnswered = false;
      session.ping(onAnswer);
    }
  }, KEEPALIVE_MS).unref();
}
