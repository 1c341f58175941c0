// Sends questions in turn to a server, by one of its protocols.
import type { Bench } from "../harness/bench-case.ts";
import type { Load, Side } from "../harness/compare.ts";
import { loadHttp } from "../harness/http-load.ts";
import type { Running } from "../harness/service.ts";
import type { Door } from "./door.ts";
import { connectRequest, restRequest } from "./question-text.ts";
import { questions, type Mix } from "./questions.ts";

/** API keys that are used in turn. */
export type Keys = readonly [string, ...string[]];

/** The questions of a load, and its callers. Over gRPC only `mix`, `callers` and the first key are used. */
export interface Traffic {
  readonly mix: Mix;
  readonly keys: Keys;
  readonly venueCount?: number;
  /** Concurrent calls; by default as many as a busy replica has. */
  readonly callers?: number;
  /** Changes each request. */
  readonly alter?: (request: string) => string;
  /** Whether all calls must be refused. */
  readonly isRefused?: boolean;
}

/** More than the service can answer. A bare server may be faster; then the questions repeat, which does not change its work. */
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

type LoadOrder = Parameters<Side["load"]>[0] & { readonly port: number };
type Loader = (order: LoadOrder, traffic: Traffic, bench: Bench) => Promise<Load>;

function loadRequests(way: "REST" | "Connect"): Loader {
  const requestOf = way === "REST" ? restRequest : connectRequest;
  return ({ seed, ...order }, { keys, alter = String, isRefused = false, callers, ...asked }, bench) => {
    const count = order.seconds * QUESTIONS_PER_SECOND;
    const requests = questions({ ...asked, seed, count, nowMs: Date.now() }).map((question, i) =>
      alter(requestOf(question, keys[i % keys.length] ?? keys[0])),
    );
    return loadHttp({ ...order, requests, isRefused, connections: callers }, bench);
  };
}

/** Runs our own load generator, in another process. */
const loadGrpc: Loader = async (order, { mix, keys: [key], callers }, { processes }) => {
  const count = order.seconds * QUESTIONS_PER_SECOND;
  const args = ["bench/programs/grpc-load.ts", JSON.stringify({ ...order, mix, key, count, callers })];
  return JSON.parse(await processes.run({ args })) as Load;
};
