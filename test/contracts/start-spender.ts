import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { SpendResult, Spending } from "../../src/accounts/account-store.ts";

const PROGRAM = new URL("../support/spender.ts", import.meta.url).pathname;

export interface Spender {
  /** Lets it begin. */
  go(): void;
  /** Ends it the hard way (SIGKILL) once it has reported so many outcomes. */
  killAfter(outcomes: number): void;
  /** Everything it reported, once it has ended. */
  readonly outcomes: Promise<readonly SpendResult[]>;
}

/** Starts a process that spends, and returns when it has opened the store. */
export async function startSpender(options: {
  readonly url: string;
  readonly spending: Spending;
  readonly width: number;
}): Promise<Spender> {
  const { url, spending, width } = options;
  const child = spawn(process.execPath, [PROGRAM, url, JSON.stringify(spending), String(width)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  const reported: SpendResult[] = [];
  let outcomesMax = Infinity;
  lines.on("line", (line) => {
    const [kind, used] = line.split(" ");
    if (kind === "Spent" || kind === "Exhausted") {
      reported.push({ kind, used: Number(used) });
    }
    if (reported.length >= outcomesMax) {
      child.kill("SIGKILL");
    }
  });
  const ended = Promise.all([once(child, "exit"), once(lines, "close")]);
  await once(lines, "line");
  return {
    go: () => child.stdin.write("go\n"),
    killAfter: (outcomes) => {
      outcomesMax = outcomes;
    },
    outcomes: ended.then(() => reported),
  };
}
