// Where log lines go, without ever waiting for who reads them. Not sonic-boom, which pino would take: at the end of a process
// it waits for a reader for ever, of a closed pipe too, and it writes no more than 16 KiB in a turn of the event loop.
import { write, writeSync } from "node:fs";

/** Characters that may wait to be written: some seconds of the most that a process logs. As many may be under way. */
const WAITING_MAX = 4 * 1024 * 1024;

/**
 * How long lines gather before they are written together. Written one by one they were a tenth of a call; a process that is
 * killed loses the lines of so long, one that ends in any other way none.
 */
const GATHER_MS = 10;

/** How long until a reader that took nothing is tried again: doubled each time, so that one who is only slow is kept busy. */
const RETRY_MS_MIN = 1;
const RETRY_MS_MAX = 100;

/** How long the end of a process waits for its reader: one that is there has taken all that waits in a fraction of it. */
const LAST_LINES_MS = 1_000;

interface LogOutputOptions {
  /** A file, or a pipe that does not block. */
  readonly fd: number;
  /** Told once lines can be written again: what it writes stands where they are missing. */
  readonly onLost: (lines: number) => void;
}

/**
 * Lines wait up to a bound, and are lost beyond it. Whatever the reason why nothing can be written, a pipe that is full or
 * closed, a disk that is full, it is tried again until the process ends.
 */
export class LogOutput {
  readonly #options: LogOutputOptions;
  #waiting = "";
  #underWay: Uint8Array = new Uint8Array();
  #state: "idle" | "gathering" | "writing" | "retrying" = "idle";
  #retryMs = RETRY_MS_MIN;
  #linesLost = 0;
  #untold = 0;

  constructor(options: LogOutputOptions) {
    this.#options = options;
  }

  /** How many have been lost so far. */
  get linesLost(): number {
    return this.#linesLost;
  }

  write(line: string): void {
    if (this.#waiting.length + line.length > WAITING_MAX) {
      this.#linesLost += 1;
      this.#untold += 1;
      return;
    }
    this.#waiting += line;
    if (this.#state === "idle") this.#writeIn(GATHER_MS, "gathering");
  }

  /** Writes what waits, at the end of the process and at no other time: everything stands still, for a second at most. */
  writeLastLines(): void {
    const deadlineMs = performance.now() + LAST_LINES_MS;
    // What is being written needs nobody any more.
    if (this.#state === "writing") this.#take();
    while (this.#hasMore() && performance.now() < deadlineMs) {
      const written = writeNow(this.#options.fd, this.#underWay);
      if (written === "never") return;
      if (written === "later") sleepSync(RETRY_MS_MIN);
      else this.#underWay = this.#underWay.subarray(written);
    }
  }

  /** It keeps no process alive that has nothing else to do: the end of that writes what waits. */
  #writeIn(ms: number, state: "gathering" | "retrying"): void {
    this.#state = state;
    setTimeout(() => this.#writeOn(), ms).unref();
  }

  #writeOn(): void {
    this.#state = "writing";
    if (!this.#hasMore()) {
      this.#state = "idle";
      return;
    }
    write(this.#options.fd, this.#underWay, (error, written) => {
      if (error !== null) {
        this.#writeIn(this.#retryMs, "retrying");
        this.#retryMs = Math.min(2 * this.#retryMs, RETRY_MS_MAX);
        return;
      }
      this.#underWay = this.#underWay.subarray(written);
      this.#retryMs = RETRY_MS_MIN;
      if (this.#underWay.length > 0 || this.#waiting === "") this.#writeOn();
      else this.#writeIn(GATHER_MS, "gathering");
    });
  }

  #hasMore(): boolean {
    if (this.#underWay.length === 0) this.#take();
    return this.#underWay.length > 0;
  }

  /** What waits is written next. Whatever was lost came after it. */
  #take(): void {
    this.#underWay = Buffer.from(this.#waiting);
    this.#waiting = "";
    const lines = this.#untold;
    this.#untold = 0;
    if (lines > 0) this.#options.onLost(lines);
  }
}

function writeNow(fd: number, bytes: Uint8Array): number | "later" | "never" {
  try {
    return writeSync(fd, bytes);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EAGAIN" ? "later" : "never";
  }
}

function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
