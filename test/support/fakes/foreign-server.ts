import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/**
 * Starts a server that is not part of this project. Returns when a line of its stderr matches `readyLine`, with the match.
 * The server is killed when the test run ends, even if a failing test never stopped it.
 */
export async function startForeignServer(
  [command, ...args]: readonly [string, ...string[]],
  { readyLine, cwd }: { readonly readyLine: RegExp; readonly cwd?: string },
) {
  // The server must not share an output with the test run, or the run would wait until the server closes that output.
  const child = spawn(command, args, { cwd, stdio: ["ignore", "ignore", "pipe"] });
  const killAtExit = (): void => void child.kill("SIGKILL");
  process.once("exit", killAtExit);
  const exited = once(child, "exit").then(() => process.off("exit", killAtExit));
  let match: RegExpExecArray | null = null;
  for await (const line of createInterface({ input: child.stderr })) {
    match = readyLine.exec(line);
    if (match !== null) break;
  }
  if (match === null) throw new Error(`${command} ended before it was ready`);
  // Leaving the loop pauses the server's stderr. Further lines are dropped, so that the server never waits for a reader.
  child.stderr.resume();
  return { child, exited, match };
}
