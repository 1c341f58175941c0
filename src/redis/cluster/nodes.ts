// The primaries of a cluster, with a connection to each, and which of them has which slots.
import { setTimeout as sleep } from "node:timers/promises";
import { hostsFromText, hostToText } from "../../connections/hosts-from-text.ts";
import type { LastingConnection } from "../../connections/lasting-connection.ts";
import { connectRedis, type RedisClient } from "../connect.ts";
import type { RedisParts } from "../connection.ts";
import { notConnected } from "../failure.ts";
import { createServerConnection } from "../server-connection.ts";
import { readTopology, tagsOf, type Topology } from "./topology.ts";

export interface ClusterNodes {
  /** Where a slot is, as `host:port`. Throws RedisUnavailable where nobody is known to have it. */
  placeOf(slot: number): string;
  /** One hash tag for each node that has slots; one while none is known. */
  tags(): readonly string[];
  /** The connection to a node, which is made if there is none. */
  at(place: string): LastingConnection<RedisClient>;
  /** Asks who has which slots, unless that is being done or has just been. */
  lookUpSoon(): Promise<void>;
  close(): Promise<void>;
}

/** How long the cluster is left alone after it was asked. */
const PAUSE_MS = 200;

export function createClusterNodes({ address, useTimeoutMs, onInfo, ...parts }: RedisParts): ClusterNodes {
  const { login, hosts: seeds } = address;
  const connections = new Map<string, LastingConnection<RedisClient>>();
  const closing = new AbortController();
  let topology: Topology = [];
  let tags = tagsOf(topology);
  let failure: unknown = new Error("no node of the cluster has been found yet");

  const lookUp = async (): Promise<void> => {
    const places = new Set([...connections.keys(), ...seeds.map(hostToText), ...topology]);
    const hosts = [...places].flatMap((place = "") => hostsFromText(place, 0) ?? []);
    try {
      topology = await readTopology(hosts, { address, tls: parts.tls });
    } catch (error) {
      failure = error;
      return;
    }
    failure = new Error("no node of the cluster has the slot");
    tags = tagsOf(topology);
    const primaries = new Set(topology);
    for (const [place, connection] of connections) {
      if (primaries.has(place)) continue;
      connections.delete(place);
      void connection.close();
      onInfo?.(place, "");
    }
  };

  const lookUpSoon = paced(lookUp, closing.signal);

  return {
    placeOf: (slot) => {
      const place = topology[slot];
      if (place !== undefined) return place;
      void lookUpSoon();
      throw notConnected(failure);
    },
    tags: () => tags,
    at: (place) => {
      const known = connections.get(place);
      if (known !== undefined) return known;
      const [host] = hostsFromText(place, 0) ?? [];
      if (host === undefined || closing.signal.aborted) {
        throw notConnected(new Error(host ? "it has been closed" : `a node's address is ${place}`));
      }
      const connection = createServerConnection(
        () => connectRedis({ ...parts, host, login, onInfo: onInfo && ((info) => onInfo(place, info)) }),
        useTimeoutMs,
      );
      connections.set(place, connection);
      return connection;
    },
    lookUpSoon,
    close: async () => {
      closing.abort();
      await Promise.all([...connections.values()].map((connection) => connection.close()));
    },
  };
}

/** The same work, which is not begun again while it is under way or has just been done: who asks then waits for that. */
function paced(work: () => Promise<void>, signal: AbortSignal): () => Promise<void> {
  let latest: Promise<void> | undefined;
  return () => {
    if (latest === undefined) {
      const done = work();
      latest = done;
      void done
        .then(() => sleep(PAUSE_MS, undefined, { ref: false, signal }))
        .catch(() => undefined)
        .then(() => (latest = undefined));
    }
    return latest;
  };
}
