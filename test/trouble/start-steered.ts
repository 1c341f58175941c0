import { fork } from "node:child_process";
import { once } from "node:events";
import { ANY_PORTS } from "../support/program.ts";
import type { Steer, SteeredPorts, Told } from "./steered-service.ts";

export interface Steered {
  readonly ports: SteeredPorts;
  /** The last lines of its log, warnings and worse. */
  readonly lines: readonly string[];
  setClock(offsetMs: number): Promise<void>;
  memory(): Promise<{ readonly bytes: number; readonly rssBytes: number }>;
  /** Resolves with the exit code once it has drained. */
  stop(): Promise<unknown>;
  kill(): void;
}

const LINES_MAX = 100;
/** Far longer than anything that it does. */
const PATIENCE_MS = 60_000;

/** Starts the service in a process of its own, with the given settings and no others. */
export async function startSteered(settings: Readonly<Record<string, string>>): Promise<Steered> {
  const child = fork(new URL("steered-service.ts", import.meta.url), {
    env: { PATH: process.env["PATH"] ?? "", ...ANY_PORTS, ...settings },
    execArgv: ["--expose-gc"],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      lines.push(...text.trimEnd().split("\n"));
      lines.splice(0, lines.length - LINES_MAX);
    });
  }
  const exited = once(child, "exit").then(([code, signal]) => (code ?? signal) as unknown);

  const told = async <Kind extends Told["kind"]>(kind: Kind): Promise<Extract<Told, { kind: Kind }>> => {
    const { promise, resolve, reject } = Promise.withResolvers<Extract<Told, { kind: Kind }>>();
    const listen = (message: Told) => {
      if (message.kind === kind) resolve(message as Extract<Told, { kind: Kind }>);
    };
    const timer = setTimeout(() => reject(new Error(`the process does not tell its ${kind}`)), PATIENCE_MS);
    child.on("message", listen);
    void exited.then((code) => reject(new Error(`the process has ended with ${String(code)}`)));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      child.off("message", listen);
    }
  };
  const ask = <Kind extends "clock" | "memory">(kind: Kind, steer: Steer) => {
    const reply = told(kind);
    child.send(steer);
    return reply;
  };

  const { ports } = await told("listening");
  return {
    ports,
    lines,
    setClock: async (offsetMs) => void (await ask("clock", { kind: "clock", offsetMs })),
    memory: () => ask("memory", { kind: "memory" }),
    stop: () => {
      child.send({ kind: "stop" } satisfies Steer);
      return exited;
    },
    kill: () => void child.kill("SIGKILL"),
  };
}
