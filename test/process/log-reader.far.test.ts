// A process whose log nobody reads for a while.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { metricOf, untilListening, type Program } from "../support/program.ts";
import { openPrograms } from "./open-programs.ts";

/** Some 6 MB of log: more than waits in the process and in the pipe. */
const CALLS = 14_000;
const CONNECTIONS = 4;
/** Sent at once on a connection. */
const BATCH = 10;

/** Has calls answered on a few connections, as fast as they are; one that is refused for overload is asked again. */
async function makeCalls(httpPort: number, { key, calls }: { key: string; calls: number }): Promise<void> {
  const request = [
    "GET /v1/forecast?lat=52.52&lng=13.41&days=1 HTTP/1.1",
    "Host: localhost",
    `X-API-Key: ${key}`,
    // Longer lines fill the pipe with fewer calls.
    `X-Request-Id: ${"i".repeat(128)}`,
    "\r\n",
  ].join("\r\n");
  const makeShare = async () => {
    const socket = connect(httpPort, "127.0.0.1").setEncoding("latin1");
    let left = calls / CONNECTIONS;
    let underWay = 0;
    let seen = "";
    const ask = () => {
      underWay = Math.min(BATCH, left);
      socket.write(request.repeat(underWay));
    };
    socket.on("data", (text: string) => {
      seen += text;
      const statuses = [...seen.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
      // The next one may have begun.
      seen = seen.slice(-11);
      underWay -= statuses.length;
      left -= statuses.filter((status) => status === "200").length;
      if (left === 0) socket.end();
      else if (underWay === 0) ask();
    });
    ask();
    await once(socket, "close");
    expect(left).toBe(0);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, makeShare));
}

const linesLost = (ports: { readonly ops: number }) => metricOf(ports, "suitability_log_lines_lost_total");

const megabytesOf = ({ pid }: Program) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

describe("the log of a process", { timeout: 120_000 }, () => {
  it("loses lines while nobody reads it, not calls nor memory, and tells how many when somebody does", async () => {
    const { serve, createCaller } = openPrograms();
    const program = serve();
    const ports = await untilListening(program);
    const { key } = await createCaller();
    await makeCalls(ports.http, { key, calls: 400 });
    await vi.waitFor(() => expect(callsIn(program.stdout)).toBe(400));
    program.pauseReading();

    await makeCalls(ports.http, { key, calls: CALLS });
    expect(megabytesOf(program)).toBeLessThan(400);
    const lost = await linesLost(ports);
    expect(lost).toBeGreaterThan(0);

    program.readOn();
    await vi.waitFor(() => expect(callsIn(program.stdout) + lostIn(program.stdout)).toBe(400 + CALLS), {
      timeout: 30_000,
    });
    expect(lostIn(program.stdout)).toBe(await linesLost(ports));
    program.signal("SIGTERM");
    expect(await program.ended).toBe(0);
    expect(program.stdout).toMatch(/"msg":"stopped"\}\n$/);
  });
});

const callsIn = (log: string) => log.split('"msg":"call"').length - 1;

const lostIn = (log: string) =>
  [...log.matchAll(/"lines":(\d+),"msg":"lines of the log were lost here/g)].reduce(
    (sum, [, lines]) => sum + Number(lines),
    0,
  );
