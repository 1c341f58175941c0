import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { SpendResult, Spending } from "../../src/accounts/spending.ts";

const PROGRAM = new URL("../support/spender.ts", import.meta.url).pathname;

/** Starts a process that spends, and returns when it has opened the store. */
export async function startSpender({
  url,
  spending,
  width,
  outcomesMax = Infinity,
}: {
  readonly url: string;
  readonly spending: Spending;
  readonly width: number;
  /** Once it has reported so many outcomes, it is ended the hard way (SIGKILL). */
  readonly outcomesMax?: number;
}) {
  const child = spawn(process.execPath, [PROGRAM, url, JSON.stringify(spending), String(width)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  const reported: SpendResult[] = [];
  lines.on("line", (line) => {
    const [kind, used] = line.split(" ");
    if (kind === "Spent" || kind === "Exhausted" || kind === "DayExhausted") {
      reported.push({ kind, used: Number(used) });
    }
    if (reported.length >= outcomesMax) child.kill("SIGKILL");
  });
  const ended = Promise.all([once(child, "exit"), once(lines, "close")]);
  await once(lines, "line");
  return {
    /** Lets it begin. */
    go: () => child.stdin.write("go\n"),
    /** Everything it reported, once it has ended. */
    outcomes: ended.then(() => reported),
  };
}
