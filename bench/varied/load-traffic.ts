// Questions in turn, by one of the ways into a server.
import type { Bench } from "../harness/bench-case.ts";
import type { Load, Side } from "../harness/compare.ts";
import { loadHttp } from "../harness/http-load.ts";
import type { Running } from "../harness/service.ts";
import type { Door } from "./door.ts";
import { connectRequest, restRequest } from "./question-text.ts";
import { questions, type Mix } from "./questions.ts";

/** In turn. */
export type Keys = readonly [string, ...string[]];

/** What is asked, and by whom. */
export interface Traffic {
  readonly mix: Mix;
  readonly keys: Keys;
  readonly venueCount?: number;
  /** How many calls at once; as many as a busy replica has when absent. */
  readonly callers?: number;
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
  return ({ seed, ...order }, { keys, spoil = String, isRefused = false, callers, ...asked }, bench) => {
    const count = order.seconds * QUESTIONS_PER_SECOND;
    const requests = questions({ ...asked, seed, count, nowMs: Date.now() }).map((question, i) =>
      spoil(requestOf(question, keys[i % keys.length] ?? keys[0])),
    );
    return loadHttp({ ...order, requests, isRefused, connections: callers }, bench);
  };
}

/** By a process of their own. */
const loadGrpc: Loader = async (order, { mix, keys: [key], callers }, { processes }) => {
  const count = order.seconds * QUESTIONS_PER_SECOND;
  const args = ["bench/programs/grpc-load.ts", JSON.stringify({ ...order, mix, key, count, callers })];
  return JSON.parse(await processes.run({ args })) as Load;
};
