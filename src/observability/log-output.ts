// Writes log lines without ever waiting for their reader. It replaces sonic-boom, pino's default: at the end of a process,
// sonic-boom waits forever for a reader, even if the pipe is closed, and it writes at most 16 KiB in a turn of the event
// loop.
import { write, writeSync } from "node:fs";
import { systemClock } from "../lib/time/clock.ts";

/** How many bytes may wait: seconds of a process's heaviest logging. The write in flight may have as many again. */
const WAITING_MAX = 4 * 1024 * 1024;

/** Room for 10 ms of heavy logging. */
const WAITING_MIN = 64 * 1024;

/** The most bytes that one UTF-16 unit takes in UTF-8. */
const CHARACTER_BYTES_MAX = 3;

/**
 * How long lines are gathered. Writing each line at once took a tenth of a call's time. A killed process loses the lines
 * of this time; any other end loses none.
 */
const GATHER_MS = 10;

/**
 * The pause after a failed write. It doubles with each failure. To a slow reader that has taken something, the rest is
 * written at once.
 */
const RETRY_MS_MIN = 1;
const RETRY_MS_MAX = 100;

/** How long a process that ends waits for the reader of its log. A live reader takes everything in a fraction of this time. */
const LAST_LINES_MS = 1_000;

interface LogOutputOptions {
  /** A file, or a non-blocking pipe. */
  readonly fd: number;
  /** Called when lines can be written again. What it logs stands where the lost lines are missing. */
  readonly onLost: (lines: number) => void;
}

/**
 * Lines wait up to a limit, and are lost beyond it. Whatever prevents writing (a full or closed pipe, a full disk), it is
 * retried until the process ends.
 */
export class LogOutput {
  readonly #options: LogOutputOptions;
  /**
   * Lines are stored as bytes. As text, their parts would be copied by each garbage collection, and joined after they
   * left the processor's caches.
   */
  #waiting = Buffer.allocUnsafe(WAITING_MIN);
  #waitingBytes = 0;
  /** The buffer of the write in flight; it swaps with `#waiting`. */
  #writing = Buffer.allocUnsafe(WAITING_MIN);
  #underWay: Uint8Array = new Uint8Array();
  #state: "idle" | "gathering" | "writing" | "retrying" = "idle";
  #retryMs = RETRY_MS_MIN;
  #linesLost = 0;
  #untold = 0;

  constructor(options: LogOutputOptions) {
    this.#options = options;
  }

  get linesLost(): number {
    return this.#linesLost;
  }

  write(line: string): void {
    if (!this.#makeRoomFor(line)) {
      this.#linesLost += 1;
      this.#untold += 1;
      return;
    }
    this.#waitingBytes += this.#waiting.write(line, this.#waitingBytes);
    if (this.#state === "idle") this.#writeIn(GATHER_MS, "gathering");
  }

  /** Writes what is waiting. Only for the end of the process, because it blocks for up to a second. */
  writeLastLines(): void {
    const deadlineMs = systemClock.elapsedMs() + LAST_LINES_MS;
    if (this.#state === "writing") {
      // The kernel may still read the buffer of the write in flight, so it must not be reused.
      this.#writing = Buffer.allocUnsafe(WAITING_MIN);
      this.#take();
    }
    while (this.#hasMore() && systemClock.elapsedMs() < deadlineMs) {
      const written = writeNow(this.#options.fd, this.#underWay);
      if (written === "never") return;
      if (written === "later") sleepSync(RETRY_MS_MIN);
      else this.#underWay = this.#underWay.subarray(written);
    }
  }

  /** Grows the buffer if needed; false beyond the limit. */
  #makeRoomFor(line: string): boolean {
    if (this.#waitingBytes + line.length * CHARACTER_BYTES_MAX <= this.#waiting.length) return true;
    const needed = this.#waitingBytes + Buffer.byteLength(line);
    if (needed > WAITING_MAX) return false;
    if (needed > this.#waiting.length) {
      const larger = Buffer.allocUnsafe(Math.min(WAITING_MAX, 2 * needed));
      this.#waiting.copy(larger, 0, 0, this.#waitingBytes);
      this.#waiting = larger;
    }
    return true;
  }

  /** The timer does not keep the process alive: what is waiting is written when the process ends. */
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
      if (this.#underWay.length > 0 || this.#waitingBytes === 0) this.#writeOn();
      else this.#writeIn(GATHER_MS, "gathering");
    });
  }

  #hasMore(): boolean {
    if (this.#underWay.length === 0) this.#take();
    return this.#underWay.length > 0;
  }

  /** Takes what is waiting as the next write, and reports the lost lines, which would have followed it. */
  #take(): void {
    [this.#waiting, this.#writing] = [this.#writing, this.#waiting];
    this.#underWay = this.#writing.subarray(0, this.#waitingBytes);
    this.#waitingBytes = 0;
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
