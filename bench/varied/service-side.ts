// The service as a side of a comparison that asks the varied questions.
import type { Bench } from "../harness/bench-case.ts";
import type { Side } from "../harness/compare.ts";
import { loadGrpc } from "../harness/grpc-load.ts";
import { loadHttp } from "../harness/http-load.ts";
import type { ServerProcess } from "../harness/processes.ts";
import type { ServiceUnderTest } from "../harness/service.ts";
import { questionPath } from "./question-path.ts";
import { VENUES } from "./questions.ts";

/** More than the service answers. A bare server, to which every question is the same, may come round to the first again. */
const QUESTIONS_PER_SECOND = 25_000;

export function questionCount({ seconds }: { readonly seconds: number }): number {
  return seconds * QUESTIONS_PER_SECOND;
}

export function serviceSide(init: {
  readonly name: string;
  readonly service: ServiceUnderTest;
  /** Whose CPU time counts too, such as Redis. */
  readonly others: readonly ServerProcess[];
  readonly door: "REST" | "gRPC";
  readonly bench: Bench;
}): Side {
  const { name, service, others, door, bench } = init;
  const { key, httpPort, grpcPort } = service;
  const load = door === "gRPC" ? loadGrpc : loadHttp;
  const port = door === "gRPC" ? grpcPort : httpPort;
  return {
    name,
    pids: [...service.pids, ...others.map(({ pid }) => pid)],
    opsPorts: service.opsPorts,
    load: (order) => load({ ...order, port, key, count: questionCount(order) }, bench),
    countRefusals: service.countRefusals,
    stop: async () => {
      for (const server of [service, ...others]) await server.stop();
    },
  };
}

/** Asks once about every venue, so that its forecast is cached. */
export async function cacheVenues({ httpPort, key }: ServiceUnderTest): Promise<void> {
  for (const venue of VENUES) {
    const path = questionPath({ ...venue, operation: "forecast", sport: "outdoor", days: 1 });
    const response = await fetch(`http://127.0.0.1:${httpPort}${path}`, { headers: { "x-api-key": key } });
    const body = await response.text();
    if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}: ${body}`);
  }
}
