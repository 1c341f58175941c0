// Questions in turn, by one of the ways into a server.
import type { Bench } from "../harness/bench-case.ts";
import type { Load, Side } from "../harness/compare.ts";
import { loadHttp } from "../harness/http-load.ts";
import type { Running } from "../harness/service.ts";
import type { Door } from "./door.ts";
import { connectRequest, restRequest } from "./http-request.ts";
import { questions, type Mix } from "./questions.ts";

/** What is asked, and by whom. */
export interface Traffic {
  readonly mix: Mix;
  /** In turn. */
  readonly keys: readonly [string, ...string[]];
  readonly venueCount?: number;
  /** Makes of a request one that is to be refused. */
  readonly spoil?: (request: string) => string;
  /** Whether all of them are to be refused. */
  readonly isRefused?: boolean;
}

interface LoadOrder {
  readonly seconds: number;
  readonly seed: number;
}

/** More than the service answers. A bare server, to which every question is the same, may come round to the first again. */
const QUESTIONS_PER_SECOND = 25_000;

/** A server under this traffic, as a side of a comparison. */
export function trafficSide(
  init: { readonly name: string; readonly way: Door["way"]; readonly server: Running } & Traffic,
  bench: Bench,
): Side {
  const { name, way, server, ...traffic } = init;
  const { port, servers } = server;
  const load = way === "gRPC" ? loadGrpc : loadRequests(way);
  return { name, servers, load: (order) => load({ ...order, port }, traffic, bench) };
}

type Loader = (order: LoadOrder & { port: number }, traffic: Traffic, bench: Bench) => Promise<Load>;

function loadRequests(way: "REST" | "Connect"): Loader {
  const requestOf = way === "REST" ? restRequest : connectRequest;
  return ({ seed, ...order }, { keys, spoil = (request) => request, isRefused = false, ...asked }, bench) => {
    const count = order.seconds * QUESTIONS_PER_SECOND;
    const requests = questions({ ...asked, seed, count, nowMs: Date.now() }).map((question, i) =>
      spoil(requestOf(question, keys[i % keys.length] ?? keys[0])),
    );
    return loadHttp({ ...order, requests, isRefused }, bench);
  };
}

/** By a process of their own. */
const loadGrpc: Loader = async (order, { mix, keys: [key] }, { processes }) => {
  const count = order.seconds * QUESTIONS_PER_SECOND;
  const args = ["bench/programs/grpc-load.ts", JSON.stringify({ ...order, mix, key, count })];
  return JSON.parse(await processes.run({ args })) as Load;
};
