// Slow callers: the service gives each of them up within its real bounds. Some bounds are minutes, so only the long run
// tests them; test/doors/ tests every kind of slow sender with shorter bounds.
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

/** gRPC: the maximum age of a connection, up to a tenth more at random, and the grace for calls in flight. */
const GRPC_WITHIN_MS = 6.5 * MINUTE_MS;

const POST =
  "POST /suitability.v1.ForecastService/GetForecast HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n";

const ping = frameBytes({ type: FRAME.ping, payload: Buffer.alloc(8) });
/** SETTINGS_INITIAL_WINDOW_SIZE of 0. */
const noWindow = frameBytes({ type: FRAME.settings, payload: Buffer.from([0, 4, 0, 0, 0, 0]) });

/** How a PING from the service begins, and its acknowledgement. */
const PING = ping.subarray(0, 5);
const PONG = frameBytes({ type: FRAME.ping, flags: 1, payload: Buffer.alloc(8) });

interface SlowSender {
  readonly name: string;
  readonly ports: readonly ("http" | "ops" | "grpc")[];
  readonly withinMs: number;
  /** The wait before the connection is made. */
  readonly afterMs?: number;
  /** What is sent at once. */
  readonly first: string | Buffer | ((key: string) => Buffer);
  /** What is sent every second from then on. */
  readonly drip?: string | Buffer;
  /** Whether the client leaves the answers unread. */
  readonly isDeaf?: boolean;
}

const SENDERS: readonly SlowSender[] = [
  {
    // 10 s for the headers, checked every 5 s.
    name: "of headers, one a second",
    ports: ["http", "ops"],
    withinMs: 15 * SECOND_MS,
    first: "GET / HTTP/1.1\r\n",
    drip: "X-A: b\r\n",
  },
  {
    // 15 s for the whole request.
    name: "of a body, one byte a second",
    ports: ["http"],
    withinMs: 20 * SECOND_MS,
    first: POST,
    drip: " ",
  },
  {
    // A minute in which nothing of the answers is read. It begins when the answers are written, which takes a busy machine half
    // a minute. The bounds of other senders do not allow for so busy a machine, so this sender begins after they have ended.
    name: "who pipeline requests and read no answer",
    ports: ["http", "ops"],
    withinMs: 1.75 * MINUTE_MS,
    afterMs: 30 * SECOND_MS,
    first: "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\nGET /metrics HTTP/1.1\r\nHost: a\r\n\r\n".repeat(
      500,
    ),
    // A client that does not read must write to notice that the connection is gone.
    drip: " ",
    isDeaf: true,
  },
  {
    // 10 s for the beginning of a connection, checked every second.
    name: "of half a preface",
    ports: ["grpc"],
    withinMs: 12 * SECOND_MS,
    first: PREFACE.subarray(0, 9),
  },
  { name: "of pings alone", ports: ["grpc"], withinMs: GRPC_WITHIN_MS, first: OPENING, drip: ping },
  {
    name: "who leave no room for the answer",
    ports: ["grpc"],
    withinMs: GRPC_WITHIN_MS,
    first: (key) => Buffer.concat([PREFACE, noWindow, callHeadersFrame(key), questionFrame]),
  },
];

describe.skipIf(!IS_LONG)("senders", () => {
  const suite = useFuzzTarget();

  it("are each given up in time, and harm nobody", { timeout: GRPC_WITHIN_MS + 2 * MINUTE_MS }, async () => {
    const { ports, keys, expectUnharmed } = suite.target;
    const attempts = SENDERS.flatMap((sender) => sender.ports.map((port) => ({ port, sender })));
    const late: string[] = [];
    await Promise.all(
      attempts.map(async ({ port, sender: { name, first, withinMs, afterMs = 0, ...sender } }) => {
        await sleep(afterMs);
        const bytes = typeof first === "function" ? first(keys.good) : first;
        const heldMs = await heldOpenMs(ports[port], { ...sender, first: bytes }, withinMs + SLACK_MS);
        console.log(`${port}: senders ${name}: given up after ${Math.round(heldMs / SECOND_MS)} s`);
        if (heldMs > withinMs + SLACK_MS) late.push(`${port}: ${name}`);
      }),
    );
    expect(late).toEqual([]);
    await expectUnharmed();
  });
});

/** How long the service keeps the connection open; more than `longestMs` if it is still open after that time. */
function heldOpenMs(
  port: number,
  {
    first,
    drip,
    isDeaf = false,
  }: Pick<SlowSender, "drip" | "isDeaf"> & { readonly first: string | Uint8Array },
  longestMs: number,
): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const startedMs = performance.now();
  const socket: Socket = connect(port, "127.0.0.1");
  const giveUp = setTimeout(() => socket.destroy(), longestMs + 1);
  const dripping = setInterval(() => drip !== undefined && socket.writable && socket.write(drip), SECOND_MS);
  socket.on("error", () => undefined);
  // Pings are answered, so that the service does not take the client for gone.
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
