// Callers who take their time: each is given up within a bound that is known. The bounds are minutes, so that
// only the long run has the time.
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { IS_LONG } from "./fuzz-runs.ts";
import { useFuzzTarget } from "./fuzz-target.ts";
import { callHeadersFrame, FRAME, frameBytes, OPENING, PREFACE, questionFrame } from "./http2-frame.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** What a busy machine may add to a timer. */
const SLACK_MS = 10 * SECOND_MS;

/** HTTP: 10 s for the headers, 15 s for the whole request; both are looked at every 5 s. */
const HEADERS_WITHIN_MS = 15 * SECOND_MS;
const REQUEST_WITHIN_MS = 20 * SECOND_MS;

/**
 * HTTP: a minute in which nothing of the answers is read, looked at every 5 s. It begins once they are written, which takes
 * a busy machine half a minute.
 */
const STUCK_WITHIN_MS = 1.75 * MINUTE_MS;

/** gRPC: 10 s for the beginning of a connection and for a message, looked at every second. */
const GRPC_BEGUN_WITHIN_MS = 12 * SECOND_MS;

/** gRPC: a connection's age, a tenth more as the dice have it, and the grace for calls under way. */
const GRPC_WITHIN_MS = 6.5 * MINUTE_MS;

interface SlowSender {
  readonly name: string;
  /** What is sent at once. */
  readonly first: Bytes | ((target: { readonly port: string; readonly key: string }) => Bytes);
  /** What is sent every second from then on. */
  readonly drip?: Bytes;
  /** Whether what comes back is left unread. */
  readonly isDeaf?: boolean;
}

type Bytes = string | Buffer;

const POST =
  "POST /suitability.v1.ForecastService/GetForecast HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";

const endlessMessage = frameBytes({
  type: FRAME.data,
  stream: 1,
  payload: Buffer.from([0, 0, 0, 255, 0]),
});
/** SETTINGS_INITIAL_WINDOW_SIZE of 0. */
const noWindow = frameBytes({ type: FRAME.settings, payload: Buffer.from([0, 4, 0, 0, 0, 0]) });
const ping = frameBytes({ type: FRAME.ping, payload: Buffer.alloc(8) });

/** How a PING of the service's begins, and its acknowledgement. */
const PING = ping.subarray(0, 5);
const PONG = frameBytes({ type: FRAME.ping, flags: 1, payload: Buffer.alloc(8) });

/** By the ports they try, and how soon each is given up there. */
const SENDERS: readonly {
  readonly ports: readonly ("http" | "ops" | "grpc")[];
  readonly withinMs: number;
  /** When they begin. */
  readonly afterMs?: number;
  readonly senders: readonly SlowSender[];
}[] = [
  {
    ports: ["http", "ops"],
    withinMs: HEADERS_WITHIN_MS,
    senders: [
      { name: "who connect and say nothing", first: "" },
      { name: "of half a request", first: "GET / HTTP/1.1\r\nHost: a" },
      { name: "of headers, one a second", first: "GET / HTTP/1.1\r\n", drip: "X-A: b\r\n" },
      { name: "of a byte a second", first: "G", drip: "E" },
    ],
  },
  {
    ports: ["http", "ops"],
    withinMs: STUCK_WITHIN_MS,
    // On a busy machine the process needs longer to answer them than the bounds of the others allow for.
    afterMs: REQUEST_WITHIN_MS + SLACK_MS,
    senders: [
      {
        name: "who pipeline requests and read no answer",
        first: ({ port }) =>
          `GET ${port === "ops" ? "/metrics" : "/openapi.json"} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(1_000),
        // Whoever does not read learns by writing that the connection is gone.
        drip: " ",
        isDeaf: true,
      },
    ],
  },
  {
    ports: ["http"],
    withinMs: REQUEST_WITHIN_MS,
    senders: [
      { name: "of a body that never comes", first: `${POST}Content-Length: 100\r\n\r\n` },
      { name: "of a body, one byte a second", first: `${POST}Content-Length: 100\r\n\r\n`, drip: " " },
      {
        name: "of chunks, one a second",
        first: `${POST}Transfer-Encoding: chunked\r\n\r\n`,
        drip: "1\r\n \r\n",
      },
    ],
  },
  {
    ports: ["grpc"],
    withinMs: GRPC_BEGUN_WITHIN_MS,
    senders: [
      { name: "who connect and say nothing", first: "" },
      { name: "of half a preface", first: PREFACE.subarray(0, 9) },
    ],
  },
  {
    ports: ["grpc"],
    withinMs: GRPC_WITHIN_MS,
    senders: [
      { name: "of a preface alone", first: OPENING },
      { name: "of pings alone", first: OPENING, drip: ping },
      {
        name: "whose message was given up, and who stay",
        first: ({ key }) => Buffer.concat([OPENING, callHeadersFrame(key), endlessMessage]),
      },
      {
        name: "who leave no room for the answer",
        first: ({ key }) => Buffer.concat([PREFACE, noWindow, callHeadersFrame(key), questionFrame]),
      },
    ],
  },
];

describe.skipIf(!IS_LONG)("senders", () => {
  const suite = useFuzzTarget();

  it("are each given up in time", { timeout: GRPC_WITHIN_MS + MINUTE_MS }, async () => {
    const { target } = suite;
    const attempts = SENDERS.flatMap(({ ports, senders, ...times }) =>
      ports.flatMap((port) => senders.map((sender) => ({ port, ...times, sender }))),
    );
    const held = await Promise.all(
      attempts.map(async ({ port, withinMs, afterMs = 0, sender: { name, first, ...sender } }) => {
        await sleep(afterMs);
        const bytes = typeof first === "function" ? first({ port, key: target.keys.good }) : first;
        const heldMs = await heldOpenMs(target.ports[port], { ...sender, first: bytes }, withinMs + SLACK_MS);
        return { name: `${port}: senders ${name}`, heldMs, isLate: heldMs > withinMs + SLACK_MS };
      }),
    );
    console.log(
      held
        .map(({ name, heldMs }) => `${name}: given up after ${Math.round(heldMs / SECOND_MS)} s`)
        .join("\n"),
    );
    expect(held.filter(({ isLate }) => isLate)).toEqual([]);
  });

  it("harm nobody", async () => {
    await expect(suite.target.expectUnharmed()).resolves.toBeUndefined();
  });
});

/** How long the service keeps the connection; `longestMs` when it is still open then. */
function heldOpenMs(
  port: number,
  { first, drip, isDeaf = false }: Pick<SlowSender, "drip" | "isDeaf"> & { readonly first: Bytes },
  longestMs: number,
): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const startedMs = performance.now();
  const socket: Socket = connect(port, "127.0.0.1");
  const giveUp = setTimeout(() => socket.destroy(), longestMs);
  const dripping = setInterval(() => drip !== undefined && socket.writable && socket.write(drip), SECOND_MS);
  socket.on("error", () => undefined);
  // Whoever answers pings is not taken for gone.
  socket.on("data", (chunk: Buffer) => chunk.includes(PING) && socket.writable && socket.write(PONG));
  socket.on("close", () => {
    clearTimeout(giveUp);
    clearInterval(dripping);
    resolve(performance.now() - startedMs);
  });
  if (isDeaf) socket.pause();
  socket.write(first);
  return promise;
}
