// A connection to each primary of a cluster. What cannot be reached of it costs the keys that are there, and no others.
// Why not the client's own: docs/decisions/0005-sentinels-and-clusters.md
import { setTimeout as sleep } from "node:timers/promises";
import type { LastingConnection } from "../../connections/lasting-connection.ts";
import type { RedisClient } from "../connect.ts";
import type { RedisConnection, RedisParts, RedisReply } from "../connection.ts";
import { createClusterNodes } from "./nodes.ts";
import { isOfOldTopology, redirectionOf } from "./redirection.ts";
import { slotOf } from "./slots.ts";

/** How often a command is sent on. Each time it was not carried out, and the node that said so has answered. */
const REDIRECTIONS_MAX = 5;

/** How long a command waits whose keys are on their way from one node to another. */
const MOVING_MS = 20;

/** Starts to connect. Every command has its keys in one slot. */
export function createClusterConnection<Text>(parts: RedisParts): RedisConnection<Text> {
  const nodes = createClusterNodes(parts);
  const firstLookUp = nodes.lookUpSoon();

  const send = async (command: readonly (string | Buffer)[]): Promise<RedisReply<Text>> => {
    await firstLookUp;
    let place = nodes.placeOf(slotOf(keyOf(command)));
    let isAsking = false;
    for (let redirections = 0; ; redirections += 1) {
      try {
        return await sendTo(nodes.at(place), command, isAsking);
      } catch (error) {
        if (isOfOldTopology(error)) void nodes.lookUpSoon();
        const redirection = redirectionOf(error, place);
        if (redirection === undefined || redirections === REDIRECTIONS_MAX) throw error;
        isAsking = redirection.kind === "Ask";
        if (redirection.kind === "Wait") await sleep(MOVING_MS);
        else place = redirection.place;
      }
    }
  };

  return {
    send,
    tags: nodes.tags,
    close: async () => {
      await firstLookUp;
      await nodes.close();
    },
  };
}

/** What a node may be asked for that is being given a slot bit by bit: it is told by an ASKING right before. */
function sendTo<Text>(
  node: LastingConnection<RedisClient>,
  command: readonly (string | Buffer)[],
  isAsking: boolean,
): Promise<RedisReply<Text>> {
  return node.use(({ redis }) => {
    if (isAsking) redis.sendCommand(["ASKING"]).catch(() => undefined);
    return redis.sendCommand<RedisReply<Text>>([...command]);
  });
}

/** The first of a command's keys: of a script after its name and their number, of others at once. */
function keyOf([name, first = "", , firstOfScript = ""]: readonly (string | Buffer)[]): string | Buffer {
  return name === "EVALSHA" || name === "EVAL" ? firstOfScript : first;
}
