// Every process a run starts, so that every one of them can be ended.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** What a server of ours says on its output once it accepts calls: a line of JSON with this message, and its ports. */
type Listening = Readonly<Record<string, unknown>>;

export interface ServerProcess {
  readonly pid: number;
  /** Empty for a program that is not ours. */
  readonly line: Listening;
  /** Where a program that runs on Node writes how long the garbage collector paused it (gc-hook.ts). */
  readonly gcFile: string | undefined;
  /** Asks it to end and waits until it has; ends it by force after a while. */
  stop(): Promise<void>;
}

interface Launch {
  readonly args: readonly string[];
  /** Where it is started; this checkout when absent. */
  readonly dir?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Processes {
  /** Starts a program that serves, and waits until it says so. Its output goes to a file in the folder. */
  serve(
    launch: Launch & {
      readonly name: string;
      /** What runs it; this Node when absent. */
      readonly command?: string;
      /** A program that is not ours, and part of the line that tells it accepts calls. */
      readonly foreign?: { readonly command: string; readonly upLine: string };
    },
  ): Promise<ServerProcess>;
  /** Runs a program to its end and returns what it wrote to stdout; throws when it fails. */
  run(launch: Launch & { readonly command?: string }): Promise<string>;
  /** At once and without waiting, so that a signal handler may call it. */
  killAll(): void;
}

/** What a program needs to be started: where its files go, and what ends it. */
export interface Run {
  readonly folder: string;
  readonly processes: Processes;
  /** Where the service's CPU profiles go; undefined for a run without. */
  readonly profileFolder?: string | undefined;
}

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const GC_HOOK = new URL("../programs/gc-hook.ts", import.meta.url).href;

const START_TIMEOUT_MS = 30_000;
const POLL_MS = 20;
/** Enough to finish what is under way and to write a CPU profile. */
const STOP_TIMEOUT_MS = 10_000;
/** Of what a process that failed has written: enough for an error and its stack. */
const LAST_LINES = 15;
/** Longer ones are minified source that an error quotes. */
const LINE_CHARS_MAX = 300;

export function createProcesses({ folder }: { readonly folder: string }): Processes {
  const running = new Set<ChildProcess>();
  let logs = 0;

  const launch = (command: string, { args, env, dir = ROOT }: Launch, out: number | "pipe"): ChildProcess => {
    const child = spawn(command, args, {
      cwd: dir,
      // Nothing of the caller's environment but where programs are: a stray LOG_LEVEL would change the figures.
      env: { PATH: process.env["PATH"] ?? "", ...env },
      stdio: ["ignore", out, out],
    });
    running.add(child);
    child.once("close", () => running.delete(child));
    // Without a listener a program that cannot be started would end this one; "close" follows and tells.
    child.on("error", () => running.delete(child));
    return child;
  };

  return {
    async serve({ name, command = process.execPath, foreign, ...init }) {
      const log = join(folder, `${(logs += 1)}-${name}.log`);
      const gcFile = foreign === undefined ? `${log}.gc` : undefined;
      // A file, not a pipe: reading what a server logs would cost the load generator time.
      const out = openSync(log, "a");
      const child =
        gcFile === undefined
          ? launch(foreign?.command ?? command, init, out)
          : launch(command, watched(init, gcFile), out);
      closeSync(out);
      const isUp = (line: string) =>
        foreign === undefined
          ? line.includes(`"msg":"listening"`) && line.endsWith("}")
          : line.includes(foreign.upLine);
      const said = await untilSaid(isUp, child, { name, log });
      const line = foreign === undefined ? (JSON.parse(said) as Listening) : {};
      return { pid: pidOf(child, name), line, gcFile, stop: () => stop(child) };
    },
    async run({ command = process.execPath, ...init }) {
      const child = launch(command, init, "pipe");
      let stdout = "";
      let stderr = "";
      child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
      child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
      const [code] = await once(child, "close");
      if (code !== 0) {
        throw new Error(`${[command, ...init.args].join(" ")} failed: ${lastLines(stderr || stdout)}`);
      }
      return stdout;
    },
    killAll: () => {
      for (const child of running) child.kill("SIGKILL");
    },
  };
}

/** The same program, with its pauses written to a file. */
function watched({ env, ...init }: Launch, gcFile: string): Launch {
  const options = `${env?.["NODE_OPTIONS"] ?? ""} --import ${GC_HOOK}`;
  return { ...init, env: { ...env, NODE_OPTIONS: options, BENCH_GC_FILE: gcFile } };
}

async function untilSaid(
  isUp: (line: string) => boolean,
  child: ChildProcess,
  { name, log }: { readonly name: string; readonly log: string },
): Promise<string> {
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  while (child.exitCode === null && child.signalCode === null && performance.now() < deadlineMs) {
    const line = readFileSync(log, "utf8").split("\n").find(isUp);
    if (line !== undefined) return line;
    await delay(POLL_MS);
  }
  throw new Error(`${name} did not start: ${lastLines(readFileSync(log, "utf8"))}`);
}

function pidOf(child: ChildProcess, name: string): number {
  if (child.pid === undefined) throw new Error(`${name} could not be started`);
  return child.pid;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  const closed = once(child, "close");
  child.kill("SIGTERM");
  await closed;
  clearTimeout(timer);
}

function lastLines(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && line.length <= LINE_CHARS_MAX);
  return lines.slice(-LAST_LINES).join("\n");
}
