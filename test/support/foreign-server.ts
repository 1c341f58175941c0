import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/**
 * Starts a server that is not ours; returns when a line of its stderr says that it answers, with that line's match. It ends with
 * the test run, also where a test fails before it could end it.
 */
export async function startForeignServer(
  [command, ...args]: readonly [string, ...string[]],
  { readyLine, cwd }: { readonly readyLine: RegExp; readonly cwd?: string },
) {
  // It must not share an output with the test run, which would wait for it.
  const child = spawn(command, args, { cwd, stdio: ["ignore", "ignore", "pipe"] });
  const killAtExit = (): void => void child.kill("SIGKILL");
  process.once("exit", killAtExit);
  const exited = once(child, "exit").then(() => process.off("exit", killAtExit));
  for await (const line of createInterface({ input: child.stderr })) {
    const match = readyLine.exec(line);
    if (match === null) continue;
    // Its further lines are not read, and it does not wait for a reader.
    child.stderr.resume();
    return { child, exited, match };
  }
  throw new Error(`${command} ended before it was ready`);
}
