import { fork } from "node:child_process";
import { once } from "node:events";
import { ANY_PORTS } from "../support/programs/program.ts";
import type { Steer, SteeredPorts } from "./steered-service.ts";

const LINES_MAX = 20;
/** Far longer than the process needs for anything. */
const PATIENCE_MS = 60_000;

/** Starts the service in a process of its own, with the given settings and no others. */
export async function startSteered(settings: Readonly<Record<string, string>>) {
  const child = fork(new URL("steered-service.ts", import.meta.url), {
    env: { PATH: process.env["PATH"] ?? "", ...ANY_PORTS, ...settings },
    execArgv: ["--expose-gc"],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  /** The last lines of its log. */
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      lines.push(...text.trimEnd().split("\n"));
      lines.splice(0, lines.length - LINES_MAX);
    });
  }
  const gone = new AbortController();
  const exited = once(child, "exit").then(([code, signal]) => {
    gone.abort(new Error("the process has ended"));
    return (code ?? signal) as unknown;
  });
  const told = async () => {
    const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(PATIENCE_MS)]);
    return ((await once(child, "message", { signal })) as unknown[])[0];
  };
  /** One request at a time: the next message is the answer. */
  let last = told();
  const ask = (steer: Steer) =>
    (last = last.then(() => {
      child.send(steer);
      return told();
    }));

  return {
    ports: (await last) as SteeredPorts,
    lines: lines as readonly string[],
    setClock: (aheadMs: number) => ask({ aheadMs }),
    /** The memory in use after a garbage collection, in bytes. */
    memory: () => ask("memory") as Promise<number>,
    /** Resolves with the exit code when the process has drained. */
    stop: () => {
      child.send("stop" satisfies Steer);
      return exited;
    },
    kill: () => void child.kill("SIGKILL"),
  };
}
