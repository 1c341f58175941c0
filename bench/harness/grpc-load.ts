// Unary gRPC calls of the varied questions, as many as a number of streams can carry, by a process of their own.
import type { Bench } from "./bench-case.ts";
import type { Load } from "./compare.ts";

export interface VariedLoad {
  readonly port: number;
  readonly key: string;
  readonly seconds: number;
  readonly seed: number;
  /** How many questions there are before they begin anew. */
  readonly count: number;
}

export async function loadGrpc(load: VariedLoad, { processes }: Bench): Promise<Load> {
  return JSON.parse(
    await processes.run({ args: ["bench/programs/grpc-load.ts", JSON.stringify(load)] }),
  ) as Load;
}
