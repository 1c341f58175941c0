// Which node of a cluster has which slots.
import { createDeadline } from "../../deadline.ts";
import { hostToText, type Host } from "../../connections/hosts-from-text.ts";
import { connectRedis, type RedisServerOptions } from "../connect.ts";
import type { RedisParts, RedisReply } from "../connection.ts";
import { mostTold } from "../most-told.ts";
import { listFromReply } from "../reply.ts";
import { SLOTS, slotOf } from "./slots.ts";

/** For every slot its primary, as `host:port`; undefined where it has none. */
export type Topology = readonly (string | undefined)[];

/** How many nodes are asked at most. Others are, the next time. */
const ASKED_MAX = 5;

/** How long one may take to answer that has been connected to. One that hangs is gone until it is asked the next time. */
const ANSWER_TIMEOUT_MS = 300;

/** As most of the nodes have it. Rejects where none of them answers. */
export async function readTopology(
  hosts: readonly Host[],
  { address, tls }: Pick<RedisParts, "address" | "tls">,
): Promise<Topology> {
  const shuffled = hosts
    .map((host) => ({ host, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, ASKED_MAX);
  const ranges = await mostTold(
    shuffled.map(async ({ host }) => {
      const reply = await askForSlots({ host, login: address.login, tls, replies: "text" });
      return JSON.stringify(rangesFromReply(reply, host));
    }),
  );
  const topology = Array.from<string | undefined>({ length: SLOTS });
  for (const { from, to, primary } of JSON.parse(ranges) as readonly Range[]) {
    topology.fill(primary, from, to + 1);
  }
  return topology;
}

async function askForSlots(server: RedisServerOptions): Promise<RedisReply> {
  const { redis, destroy } = await connectRedis(server);
  const deadline = createDeadline(ANSWER_TIMEOUT_MS);
  try {
    return await Promise.race([redis.sendCommand<RedisReply>(["CLUSTER", "SLOTS"]), deadline.passed]);
  } finally {
    deadline.clear();
    destroy();
  }
}

/** The smallest numbers that, as hash tags, lead to each of the nodes; one number where there is none. */
export function tagsOf(topology: Topology): readonly string[] {
  const tagByPlace = new Map<string | undefined, string>();
  const places = new Set(topology).size;
  for (let number = 0; tagByPlace.size < Math.max(places, 1) && number < SLOTS; number += 1) {
    const place = topology[slotOf(String(number))];
    if (!tagByPlace.has(place)) tagByPlace.set(place, String(number));
  }
  return [...tagByPlace.values()];
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly primary: string;
}

/** [[from, to, [host, port, id, …], replica …] …]. A node that knows no address of its own leaves the host out. */
function rangesFromReply(reply: RedisReply, asked: Host): readonly Range[] {
  return listFromReply(reply)
    .map((item) => {
      const [from, to, primary = null] = listFromReply(item);
      const [name, port] = listFromReply(primary);
      const host = { name: String(name ?? "") || asked.name, port: Number(port) };
      return { from: Number(from), to: Number(to), primary: hostToText(host) };
    })
    .toSorted((a, b) => a.from - b.from);
}
