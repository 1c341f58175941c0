// These tests use named pipes. This process opens them without blocking, and reads them or leaves them unread.
import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, readFileSync, readSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { LogOutput } from "../../src/observability/log-output.ts";
import { createTemporaryFolder } from "../support/programs/temporary-folder.ts";

const LOST = /^lost (\d+)$/gm;

let path: string;
let reader: number;
let writer: number;
let output: LogOutput;
let read = "";

beforeEach(() => {
  const folder = createTemporaryFolder();
  path = join(folder.path, "pipe");
  execFileSync("mkfifo", [path]);
  reader = openReader();
  writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  output = new LogOutput({ fd: writer, onLost: (lines) => output.write(`lost ${lines}\n`) });
  read = "";
  return () => {
    closeSync(reader);
    closeSync(writer);
    folder.remove();
  };
});

const openReader = () => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);

/** Reads what is in the pipe. */
function readOn(): void {
  const bytes = Buffer.alloc(1024 * 1024);
  for (;;) {
    try {
      const length = readSync(reader, bytes);
      if (length === 0) return;
      read += bytes.toString("utf8", 0, length);
    } catch {
      return;
    }
  }
}

async function readUntil(pattern: RegExp): Promise<readonly string[]> {
  await vi.waitFor(
    () => {
      readOn();
      expect(pattern.test(read)).toBe(true);
    },
    { interval: 1, timeout: 10_000 },
  );
  return read.trimEnd().split("\n");
}

const written = (from: number, count: number) => {
  for (let index = from; index < from + count; index += 1) {
    output.write(`${index} ${"-".repeat(500)}\n`);
  }
};

const lostIn = (text: string) => [...text.matchAll(LOST)].reduce((sum, [, lines]) => sum + Number(lines), 0);
const keptIn = (text: string) => text.split("-\n").length - 1;

describe("the output of the log", () => {
  it("writes lines in their order, more at once than a pipe holds", async () => {
    written(0, 5_000);
    const lines = await readUntil(/^4999 /m);
    expect(lines.map((line) => Number.parseInt(line, 10))).toEqual(
      Array.from({ length: 5_000 }, (_, at) => at),
    );
    expect(output.linesLost).toBe(0);
  });

  it("takes no more memory while nobody reads", async () => {
    written(0, 50_000);
    const heapBefore = process.memoryUsage().heapUsed + process.memoryUsage().external;
    for (let round = 1; round <= 5; round += 1) {
      written(round * 50_000, 50_000);
      await nextTurn();
    }
    // The lines written since then have almost twice as many bytes as this bound.
    expect(process.memoryUsage().heapUsed + process.memoryUsage().external - heapBefore).toBeLessThan(
      64 * 1024 * 1024,
    );
    // What waits would otherwise be written to the pipe of the next test, whose descriptor has the same number.
    await readUntil(/\nlost \d+\n$/);
  });

  it("writes the number of lost lines where they are missing, when somebody reads again", async () => {
    written(0, 50_000);
    for (let round = 1; round <= 5; round += 1) {
      written(round * 50_000, 50_000);
      await nextTurn();
    }
    await vi.waitFor(
      () => {
        readOn();
        // The count of the last lost lines is written last.
        expect(read.slice(-40)).toMatch(/\nlost \d+\n$/);
        expect(keptIn(read) + lostIn(read)).toBe(6 * 50_000);
      },
      { interval: 1, timeout: 15_000 },
    );
    expect(lostIn(read)).toBe(output.linesLost);
    expect(output.linesLost).toBeGreaterThan(0);
  });

  it("outlives a reader that closes the pipe, and writes on for the next reader", async () => {
    closeSync(reader);
    written(0, 3);
    await nextTurn();
    reader = openReader();
    expect(await readUntil(/^2 /m)).toHaveLength(3);
  });

  it("writes its last lines at the end", () => {
    written(0, 10);
    output.writeLastLines();
    readOn();
    expect(read).toMatch(/^9 /m);
  });

  it("waits at the end for about a second for a reader that does not read, and for none if there is none", () => {
    const startMs = performance.now();
    written(0, 5_000);
    output.writeLastLines();
    closeSync(reader);
    output.writeLastLines();
    reader = openReader();
    // It waits 1 s for the reader that does not read; the rest allows for a busy machine.
    expect(performance.now() - startMs).toBeLessThan(10_000);
  });

  it("is written in few writes, not in one for each line", async () => {
    const writes = () => Number(/^syscw: (\d+)$/m.exec(readFileSync("/proc/self/io", "utf8"))?.[1]);
    const before = writes();
    written(0, 1_000);
    await readUntil(/^999 /m);
    // The number is of the whole process, which writes for other reasons too.
    expect(writes() - before).toBeLessThan(500);
  });
});
