// Bytes on bare connections: whatever they are, the connection is closed in time, nobody else notices, and nothing leaks.
import { connect } from "node:net";
import type { Arbitrary } from "fast-check";
import { describe, expect, it } from "vitest";
import { CONNECTION_LIMITS } from "../../src/doors/hardening/http2/connection-limits.ts";
import { fuzz, FUZZ_TIMEOUT_MS, leaksIn, RUNS, type Complaint, type Tally } from "./fuzz-runs.ts";
import { useFuzzTarget } from "./fuzz-target.ts";
import { hostileFrames } from "./hostile-frames.ts";
import { hostileHttpBytes } from "./hostile-http-bytes.ts";
import type { FuzzKeys } from "./hostile-text.ts";

/** Calls take milliseconds, and the service has nothing to wait for after the client has ended its side. */
const CLOSED_WITHIN_MS = 10_000;

/**
 * If a call is open, and a GOAWAY and a broken frame came in one packet, Node does not see that the other side has ended. The
 * port's own limits then end the connection: first the limit of receiving a request, then the limit of unread answers.
 */
const HTTP2_CLOSED_WITHIN_MS = CLOSED_WITHIN_MS + CONNECTION_LIMITS.receivingMs + CONNECTION_LIMITS.unreadMs;

/** Connections are slower to make than requests are. */
const CONNECTIONS = RUNS * 0.2;

type Pieces = readonly Uint8Array[];

const ATTEMPTS: readonly {
  readonly protocol: string;
  readonly ports: readonly ("http" | "ops" | "grpc" | "sidecar")[];
  readonly bytes: (keys: FuzzKeys) => Arbitrary<Pieces>;
  readonly withinMs: number;
}[] = [
  {
    protocol: "HTTP/1.1",
    ports: ["http", "ops", "grpc", "sidecar"],
    bytes: () => hostileHttpBytes,
    withinMs: CLOSED_WITHIN_MS,
  },
  { protocol: "HTTP/2", ports: ["grpc"], bytes: hostileFrames, withinMs: HTTP2_CLOSED_WITHIN_MS },
];

describe("a bare connection", () => {
  const suite = useFuzzTarget();

  it.each(ATTEMPTS.flatMap(({ ports, ...attempt }) => ports.map((port) => ({ port, ...attempt }))))(
    "to the port $port that sends bytes like those of $protocol is closed in time",
    { timeout: FUZZ_TIMEOUT_MS },
    async ({ port, protocol, bytes, withinMs }) => {
      const { target } = suite;
      const tally = suite.tallyOf(`bare connections with ${protocol}, ${port}`);
      await fuzz(bytes(target.keys), CONNECTIONS, async (batch) => {
        const complaints = batch.map(async (pieces) => {
          const outcome = await exchange(target.ports[port], pieces, withinMs);
          return complaintsAbout(pieces, outcome, tally);
        });
        return (await Promise.all(complaints)).flat();
      });
      expect(tally.total).toBeGreaterThanOrEqual(CONNECTIONS);
      await target.expectUnharmed();
    },
  );
});

interface Outcome {
  readonly text: string;
  readonly isClosed: boolean;
}

function complaintsAbout(pieces: Pieces, { text, isClosed }: Outcome, tally: Tally): readonly Complaint[] {
  const sent = Buffer.concat(pieces).toString("latin1");
  // HTTP/2 has no such lines, and the gRPC port answers HTTP/1.1 with at most a frame of HTTP/2.
  const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => status ?? "");
  tally.add(statuses[0] ?? (isClosed ? "closed" : "open"));
  // Metrics and the OpenAPI document may have words that an error must not have.
  const isOpenText = text.includes("# HELP") || text.includes('"openapi"');
  const promises = [
    ...(isClosed ? [] : ["the connection stays open"]),
    ...statuses.filter((status) => status.startsWith("5")).map((status) => `a status is ${status}`),
    ...(isOpenText ? [] : leaksIn(text, sent).map((leak) => `it leaks ${JSON.stringify(leak)}`)),
  ];
  const shown = pieces.map((piece) => Buffer.from(piece.subarray(0, 2_000)).toString("base64")).join(" ");
  const about = `${shown}\n→ ${JSON.stringify(text.slice(0, 500))}`;
  return promises.map((promise) => ({ promise, about }));
}

/** Writes the pieces to a new connection, ends the sending side, and reads until the connection is closed. */
function exchange(port: number, pieces: Pieces, withinMs: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1").setEncoding("latin1");
    let text = "";
    const timer = setTimeout(() => {
      resolve({ text, isClosed: false });
      socket.destroy();
    }, withinMs);
    socket.setNoDelay(true);
    socket.on("data", (chunk: string) => (text += chunk));
    // A reset is an answer too.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearTimeout(timer);
      resolve({ text, isClosed: true });
    });
    for (const piece of pieces) socket.write(piece);
    socket.end();
  });
}
