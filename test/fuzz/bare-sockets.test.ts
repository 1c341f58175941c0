// Bytes on bare connections: whatever they are, the connection is closed soon, nobody else notices, and nothing leaks.
import { describe, expect, it } from "vitest";
import { exchangeBytes } from "./exchange-bytes.ts";
import { each, fuzz, FUZZ_TIMEOUT_MS, RUNS } from "./fuzz-runs.ts";
import { useFuzzTarget } from "./fuzz-target.ts";
import { hostileFrames, type FrameSequence } from "./hostile-frames.ts";
import { hostileHttpBytes } from "./hostile-http-bytes.ts";
import { leaksIn } from "./leaks-in.ts";
import type { Tally } from "./tally.ts";

/** Calls take milliseconds, and nothing has to be waited for once the other side has said that no more will come. */
const CLOSED_WITHIN_MS = 10_000;

/** Connections are slower to make than requests are. */
const SHARE = 0.2;

describe("bytes on a bare connection", () => {
  const suite = useFuzzTarget();

  it.each(["http", "ops", "grpc", "sidecar"] as const)(
    "%s · close it soon, whatever HTTP/1.1 they nearly are",
    { timeout: FUZZ_TIMEOUT_MS },
    async (port) => {
      const { target } = suite;
      const tally = suite.tallyOf(`bare connections with HTTP/1.1, ${port}`);
      const send = each((pieces: readonly Uint8Array[]) =>
        complaintsAboutHttp(target.ports[port], pieces, tally),
      );
      await fuzz(hostileHttpBytes, RUNS * SHARE, send);
      expect(tally.total).toBeGreaterThanOrEqual(RUNS * SHARE);
      await target.expectUnharmed();
    },
  );

  it.each(["grpc", "http"] as const)(
    "%s · close it soon, whatever HTTP/2 they nearly are",
    { timeout: FUZZ_TIMEOUT_MS },
    async (port) => {
      const { target } = suite;
      const connections = suite.tallyOf(`bare connections with HTTP/2, ${port}`);
      const send = each((frames: FrameSequence) =>
        complaintsAboutFrames(target.ports[port], frames, connections),
      );
      await fuzz(hostileFrames(target.keys), RUNS * SHARE, send);
      expect(connections.total).toBeGreaterThan(0);
      await target.expectUnharmed();
    },
  );
});

async function complaintsAboutHttp(
  port: number,
  pieces: readonly Uint8Array[],
  tally: Tally,
): Promise<readonly string[]> {
  const { bytes, isClosed } = await exchangeBytes(port, pieces, CLOSED_WITHIN_MS);
  const said = bytes.toString("latin1");
  const sent = Buffer.concat(pieces).toString("latin1");
  // At the gRPC port these are no HTTP/2, and get at most a frame that says so.
  const statuses = [...said.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => status ?? "");
  tally.add(statuses[0] ?? "closed");
  const complaints = [
    ...(isClosed ? [] : ["the connection stays open"]),
    ...statuses.filter((status) => status.startsWith("5")).map((status) => `a status is ${status}`),
    // Metrics are made of the words that an error must not have.
    ...(said.includes("# HELP") || said.includes('"openapi"')
      ? []
      : leaksIn(said, sent).map((leak) => `it leaks ${JSON.stringify(leak)}`)),
  ];
  return complaints.map(
    (complaint) => `${complaint}: ${shown(pieces)}\n→ ${JSON.stringify(said.slice(0, 500))}`,
  );
}

async function complaintsAboutFrames(
  port: number,
  { pieces, requests }: FrameSequence,
  tally: Tally,
): Promise<readonly string[]> {
  const { bytes, isClosed } = await exchangeBytes(port, pieces, CLOSED_WITHIN_MS);
  for (let i = 0; i < requests; i += 1) tally.add(isClosed ? "closed" : "open");
  const complaints = [
    ...(isClosed ? [] : ["the connection stays open"]),
    ...leaksIn(bytes.toString("latin1"), Buffer.concat(pieces).toString("latin1")).map(
      (leak) => `it leaks ${JSON.stringify(leak)}`,
    ),
  ];
  return complaints.map((complaint) => `${complaint}: ${shown(pieces)}`);
}

function shown(pieces: readonly Uint8Array[]): string {
  return pieces.map((piece) => Buffer.from(piece.subarray(0, 2_000)).toString("base64")).join(" ");
}
