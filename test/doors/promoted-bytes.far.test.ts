// What calls leave to the old generation of the heap, which is collected as a whole, in pauses that every caller feels.
import { connect } from "node:net";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { useTestService } from "../support/use-test-service.ts";

const CONNECTIONS = 64;
const CALLS = 6_400;

/**
 * Measured: 0.1 kB, and up to 4.3 on a machine that is busy with other tests; 8.2 while a Set of open responses kept those that were
 * finished until a full collection.
 */
const BYTES_A_CALL_MAX = 6_000;

describe("a call that was answered", () => {
  const current = useTestService();

  it("leaves next to nothing to the old generation of the heap", { timeout: 120_000 }, async () => {
    const { service, key } = current();
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    await callOverAll(service.ports.http, key, CALLS / 2);
    collect();
    const before = oldBytes();
    await callOverAll(service.ports.http, key, CALLS);
    expect((oldBytes() - before) / CALLS).toBeLessThan(BYTES_A_CALL_MAX);
  });
});

function oldBytes(): number {
  return getHeapSpaceStatistics()
    .filter(({ space_name: name }) => name.startsWith("old_") || name === "trusted_space")
    .reduce((sum, { space_used_size: bytes }) => sum + bytes, 0);
}

/** By sockets alone, which leave nothing behind themselves. */
async function callOverAll(port: number, key: string, calls: number): Promise<void> {
  await Promise.all(Array.from({ length: CONNECTIONS }, () => callInTurn(port, key, calls / CONNECTIONS)));
}

function callInTurn(port: number, key: string, calls: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect(port, "127.0.0.1");
  const request = Buffer.from(
    `GET /v1/forecast?lat=51.51&lng=-0.13&days=1 HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n\r\n`,
  );
  let left = calls;
  const ask = () => socket.write(request);
  socket.on("data", (chunk: Buffer) => {
    // An answer of a day ends with its last hour and two lists.
    if (chunk.at(-1) !== "}".charCodeAt(0)) return;
    left -= 1;
    if (left > 0) ask();
    else socket.end();
  });
  socket.once("error", reject);
  socket.once("close", () => resolve());
  ask();
  return promise;
}
