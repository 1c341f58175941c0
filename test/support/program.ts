// `bin/suitability …` as a process of its own: what an operator starts, with what it prints.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { BARE_ENVIRONMENT } from "./bare-environment.ts";

const PROGRAM = new URL("../../bin/suitability", import.meta.url).pathname;

export interface Program {
  readonly pid: number;
  /** Everything printed so far. */
  readonly stdout: string;
  readonly stderr: string;
  /** Resolves with the first match in what is printed on stdout; rejects when the program ends without it. */
  untilPrinted(pattern: RegExp): Promise<RegExpExecArray>;
  signal(signal: NodeJS.Signals): void;
  /** From now on nothing of its stdout is read, until it is read again. */
  pauseReading(): void;
  readOn(): void;
  /** Closes its stdout on this side. */
  closeOutput(): void;
  /** Resolves once it has ended, read or not. */
  readonly exited: Promise<number | NodeJS.Signals>;
  /** Resolves with the exit code, or the signal that ended it, once all output is read. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

/** Settings that let any number of services run beside each other. */
export const ANY_PORTS = {
  GRPC_LISTEN: "127.0.0.1:0",
  HTTP_LISTEN: "127.0.0.1:0",
  OPS_LISTEN: "127.0.0.1:0",
} as const;

/** Starts it with the given settings and no others; `before` is a command that starts it in its turn. */
export function startProgram(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  before: readonly string[] = [],
): Program {
  const [command = PROGRAM, ...rest] = [...before, PROGRAM, ...args];
  const child = spawn(command, rest, {
    env: { ...BARE_ENVIRONMENT, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = once(child, "close").then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);

  const exited = once(child, "exit").then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);

  return {
    pid: child.pid ?? 0,
    get stdout() {
      return stdout;
    },
    get stderr() {
      return stderr;
    },
    untilPrinted: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(stdout);
          if (match !== null) {
            child.stdout.off("data", look);
            resolve(match);
          }
        };
        child.stdout.on("data", look);
        void ended.then(() => reject(new Error(`ended without ${String(pattern)}:\n${stdout}${stderr}`)));
        look();
      }),
    signal: (signal) => child.kill(signal),
    pauseReading: () => child.stdout.pause(),
    readOn: () => child.stdout.resume(),
    closeOutput: () => child.stdout.destroy(),
    exited,
    ended,
  };
}

/** The ports a serving program says it listens on. */
export async function untilListening(program: Program): Promise<{ grpc: number; http: number; ops: number }> {
  const [line] = await program.untilPrinted(/^.*"msg":"listening".*$/m);
  return JSON.parse(line) as { grpc: number; http: number; ops: number };
}
