// `bin/suitability …` as a process of its own, as an operator starts it, with its output.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { BARE_ENVIRONMENT } from "./bare-environment.ts";
import { freePort } from "./free-port.ts";

const PROGRAM = new URL("../../../bin/suitability", import.meta.url).pathname;

export type Program = ReturnType<typeof startProgram>;

interface Ports {
  readonly grpc: number;
  readonly http: number;
  readonly ops: number;
}

export const listenAt = ({ grpc, http, ops }: Ports) => ({
  GRPC_LISTEN: `127.0.0.1:${grpc}`,
  HTTP_LISTEN: `127.0.0.1:${http}`,
  OPS_LISTEN: `127.0.0.1:${ops}`,
});

/** Settings that let any number of services run beside each other. */
export const ANY_PORTS = listenAt({ grpc: 0, http: 0, ops: 0 });

/** Ports for a program that is started again on the same ports. */
export const freePorts = async (): Promise<Ports> => ({
  grpc: await freePort(),
  http: await freePort(),
  ops: await freePort(),
});

/**
 * Starts the program with only the given settings. `before` is a command to start it with, such as `env -C FOLDER`; `program`
 * is this clone's bin/suitability, unless another is given.
 */
export function startProgram(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  before: readonly string[] = [],
  program = PROGRAM,
) {
  const [command = program, ...rest] = [...before, program, ...args];
  const child = spawn(command, rest, {
    env: { ...BARE_ENVIRONMENT, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  /** Resolves with the exit code, or the signal that ended it, after all output is read. */
  const ended = once(child, "close").then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);

  return {
    pid: child.pid ?? 0,
    /** Everything printed so far. */
    get stdout() {
      return stdout;
    },
    get stderr() {
      return stderr;
    },
    /** Resolves with the first match in what is printed on stdout; rejects when the program ends without a match. */
    untilPrinted: (pattern: RegExp) =>
      new Promise<RegExpExecArray>((resolve, reject) => {
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
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    /** Stops reading its stdout until `readOn`. */
    pauseReading: () => child.stdout.pause(),
    readOn: () => child.stdout.resume(),
    ended,
  };
}

/** The ports a serving program says it listens on. */
export async function untilListening(program: Program) {
  const [line] = await program.untilPrinted(/^.*"msg":"listening".*$/m);
  return JSON.parse(line) as { grpc: number; http: number; ops: number; admin?: number };
}

/** The status of /readyz. */
export async function readyz({ ops }: { readonly ops: number }): Promise<number> {
  return (await fetch(`http://127.0.0.1:${ops}/readyz`)).status;
}

/** The sum of a metric of a process over all its labels. */
export async function metricOf({ ops }: { readonly ops: number }, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${ops}/metrics`)).text();
  const values = text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, "gm"));
  return [...values].reduce((sum, [, value]) => sum + Number(value), 0);
}
