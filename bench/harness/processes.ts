// Starts the processes of a run, and ends every one of them.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** The line of JSON that our servers print when they begin to accept calls, with their ports. */
type Listening = Readonly<Record<string, unknown>>;

export interface ServerProcess {
  readonly pid: number;
  /** Empty for a program that is not ours. */
  readonly line: Listening;
  /** The file to which a program on Node writes its garbage collection pauses (gc-hook.ts). */
  readonly gcFile: string | undefined;
  /** Sends SIGTERM, then SIGKILL after a while, and waits for the end. */
  stop(): Promise<void>;
}

interface Launch {
  /** By default this Node. */
  readonly command?: string;
  readonly args: readonly string[];
  /** Working directory; by default this checkout. */
  readonly dir?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Processes {
  /** Starts a server and waits until it accepts calls. Its output goes to a file in the folder. */
  serve(
    launch: Launch & {
      readonly name: string;
      /** A program that is not ours, and part of the line that it prints when it begins to accept calls. */
      readonly foreign?: { readonly command: string; readonly upLine: string };
      /** Whether it gets a `gcFile`; by default our programs do. */
      readonly hasGcFile?: boolean;
    },
  ): Promise<ServerProcess>;
  /** Runs a program to its end and returns its stdout; throws if it fails. */
  run(launch: Launch): Promise<string>;
  /** Does not wait, so that a signal handler may call it. */
  killAll(): void;
}

/** The surroundings of a run: a folder for files, and its processes. */
export interface Run {
  readonly folder: string;
  readonly processes: Processes;
  /** The folder for CPU profiles of the service; undefined without profiling. */
  readonly profileFolder?: string | undefined;
}

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const GC_HOOK = new URL("../programs/gc-hook.ts", import.meta.url).href;

const START_TIMEOUT_MS = 30_000;
const POLL_MS = 20;
/** Enough to finish calls in flight and to write a CPU profile. */
const STOP_TIMEOUT_MS = 10_000;
/** The lines of a failed process that an error quotes: enough for a message and its stack. */
const LAST_LINES = 15;
/** Longer lines are minified source. They are left out. */
const LINE_CHARS_MAX = 300;

export function createProcesses({ folder }: { readonly folder: string }): Processes {
  const running = new Set<ChildProcess>();
  let logs = 0;

  const launch = (init: Launch, out: number | "pipe"): ChildProcess => {
    const { command = process.execPath, args, env, dir = ROOT } = init;
    const child = spawn(command, args, {
      cwd: dir,
      // Only PATH is inherited: a stray LOG_LEVEL would change the figures.
      env: { PATH: process.env["PATH"] ?? "", ...env },
      stdio: ["ignore", out, out],
    });
    running.add(child);
    child.once("close", () => running.delete(child));
    // Without a listener, a program that cannot be started would end this process. Whoever waits for it reports the failure.
    child.on("error", () => running.delete(child));
    return child;
  };

  return {
    async serve({ name, foreign, hasGcFile = foreign === undefined, ...init }) {
      const log = join(folder, `${(logs += 1)}-${name}.log`);
      const gcFile = hasGcFile ? `${log}.gc` : undefined;
      // A file, not a pipe: reading the log would take CPU time from the load generator.
      const out = openSync(log, "a");
      const program = { ...init, ...foreign };
      const child = launch(gcFile === undefined ? program : withGcFile(program, gcFile), out);
      closeSync(out);
      const pid = pidOf(child, name);
      const isUp = (line: string) =>
        foreign === undefined
          ? line.includes(`"msg":"listening"`) && line.endsWith("}")
          : line.includes(foreign.upLine);
      const said = await untilSaid(isUp, child, { name, log });
      const line = foreign === undefined ? (JSON.parse(said) as Listening) : {};
      return { pid, line, gcFile, stop: () => stop(child) };
    },
    async run(init) {
      const child = launch(init, "pipe");
      let stdout = "";
      let stderr = "";
      child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
      child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
      const [code] = await once(child, "close");
      if (code !== 0) {
        const command = [init.command ?? process.execPath, ...init.args].join(" ");
        throw new Error(`${command} failed: ${lastLines(stderr || stdout)}`);
      }
      return stdout;
    },
    killAll: () => {
      for (const child of running) child.kill("SIGKILL");
    },
  };
}

/** Adds the hook that writes garbage collection pauses to the file. */
function withGcFile({ env, ...init }: Launch, gcFile: string): Launch {
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
  if (child.pid === undefined) throw new Error(`${name}: ${child.spawnfile} cannot be started`);
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
