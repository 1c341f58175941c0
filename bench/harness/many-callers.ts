// As many callers as one likes, each of whom calls again as soon as it has its answer or refusal, and never waits as told.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "./bench-case.ts";
import type { GrpcCall } from "./grpc-call.ts";

/** The one generator that logs every request. */
export const MANY_CALLERS_TOOL = "h2load";

export interface Callers {
  readonly url: string;
  /** What h2load is told besides, such as headers. */
  readonly args: readonly string[];
  /** How many of them share a connection. */
  readonly perConnection: number;
}

/** How long each request took, in milliseconds, by HTTP status; those without one have -1. */
export type Latencies = ReadonlyMap<number, readonly number[]>;

const PER_GRPC_CONNECTION = 16;

export function httpCallers({ url, key }: { readonly url: string; readonly key: string }): Callers {
  return { url, args: ["--h1", `--header=x-api-key: ${key}`], perConnection: 1 };
}

export function grpcCallers({ port, path, request, key }: GrpcCall, { folder }: Bench): Callers {
  const frame = Buffer.alloc(5 + request.length);
  frame.writeUInt32BE(request.length, 1);
  frame.set(request, 5);
  const frameFile = join(folder, `request-${port}.grpc`);
  writeFileSync(frameFile, frame);
  const headers = ["content-type: application/grpc", "te: trailers", `x-api-key: ${key}`];
  return {
    url: `http://127.0.0.1:${port}${path}`,
    args: [...headers.map((header) => `--header=${header}`), `--data=${frameFile}`],
    perConnection: PER_GRPC_CONNECTION,
  };
}

export async function loadByCallers(
  { url, args, perConnection }: Callers,
  { callers, seconds }: { readonly callers: number; readonly seconds: number },
  { folder, processes }: Bench,
): Promise<Latencies> {
  const log = join(folder, "callers.log");
  const shape = [
    `--duration=${seconds}`,
    `--clients=${callers / perConnection}`,
    `--max-concurrent-streams=${perConnection}`,
    `--log-file=${log}`,
  ];
  await processes.run({ command: MANY_CALLERS_TOOL, args: [...shape, ...args, url] });
  const latencies = latenciesFromLog(readFileSync(log, "utf8"));
  rmSync(log);
  return latencies;
}

/** A line a request: its start, its status, and how many microseconds it took (man h2load, --log-file). */
function latenciesFromLog(text: string): Latencies {
  const latencies = new Map<number, number[]>();
  for (const line of text.trimEnd().split("\n")) {
    const [, status, us] = line.split("\t").map(Number);
    if (status === undefined || us === undefined || Number.isNaN(us)) {
      throw new Error(`h2load logged something else than its requests: ${line}`);
    }
    const ofStatus = latencies.get(status) ?? [];
    ofStatus.push(us / 1000);
    latencies.set(status, ofStatus);
  }
  return latencies;
}
