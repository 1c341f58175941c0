// Unary gRPC calls of one method, as many as a number of streams can carry.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "./bench-case.ts";
import type { Load } from "./compare.ts";
import { findOnPath } from "./find-on-path.ts";
import { loadFromH2loadOutput } from "./h2load-output.ts";

export interface GrpcLoad {
  readonly port: number;
  /** `/package.Service/Method` */
  readonly path: string;
  /** The request message in the binary format. */
  readonly request: Uint8Array;
  readonly key: string;
}

/** 64 calls at once, as over HTTP/1.1; several connections, since callers are several processes. */
const CONNECTIONS = 4;
const STREAMS_PER_CONNECTION = 16;

const H2LOAD = findOnPath("h2load");

export const GRPC_LOAD_TOOL = H2LOAD === undefined ? "grpc-js" : "h2load";

export function loadGrpc(load: GrpcLoad, seconds: number, bench: Bench): Promise<Load> {
  return H2LOAD === undefined
    ? loadByGrpcJs(load, seconds, bench)
    : loadByH2load(H2LOAD, load, seconds, bench);
}

/** In a process of its own, so that it has a core for itself. */
async function loadByGrpcJs({ request, ...call }: GrpcLoad, seconds: number, bench: Bench): Promise<Load> {
  const order = {
    ...call,
    seconds,
    requestBase64: Buffer.from(request).toString("base64"),
    connections: CONNECTIONS,
    streamsPerConnection: STREAMS_PER_CONNECTION,
  };
  return JSON.parse(
    await bench.processes.run({ args: ["bench/programs/grpc-client.ts", JSON.stringify(order)] }),
  ) as Load;
}

async function loadByH2load(
  h2load: string,
  { port, path, request, key }: GrpcLoad,
  seconds: number,
  { folder, processes }: Bench,
): Promise<Load> {
  const frame = Buffer.alloc(5 + request.length);
  frame.writeUInt32BE(request.length, 1);
  frame.set(request, 5);
  const frameFile = join(folder, "request.grpc");
  writeFileSync(frameFile, frame);
  const shape = [
    `--duration=${seconds}`,
    `--clients=${CONNECTIONS}`,
    `--max-concurrent-streams=${STREAMS_PER_CONNECTION}`,
  ];
  const headers = ["content-type: application/grpc", "te: trailers", `x-api-key: ${key}`];
  const named = headers.map((header) => `--header=${header}`);
  return loadFromH2loadOutput(
    await processes.run({
      command: h2load,
      args: [...shape, ...named, `--data=${frameFile}`, `http://127.0.0.1:${port}${path}`],
    }),
  );
}
