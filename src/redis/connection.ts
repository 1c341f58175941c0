// How long anybody waits for Redis: up to the deadline of a command, and not at all while there is no connection. Nothing
// is queued for later and nothing is sent twice, because a command whose answer is missing may have been carried out.
import { setImmediate as nextTurn } from "node:timers/promises";
import { createDeadline, TimeoutError } from "../deadline.ts";
import { commandFailure, isReadOnlyReply } from "./failure.ts";
import { RedisLink } from "./link.ts";

/** What a command can answer. `Text` is what Redis calls a string: characters to some, bytes to others. */
export type RedisReply<Text = string> = Text | number | null | readonly RedisReply<Text>[];

export interface RedisConnection<Text = string> {
  /** Throws RedisUnavailable, or what Redis says about a command that makes no sense. */
  send(command: readonly (string | Buffer)[]): Promise<RedisReply<Text>>;
  /** Answers what is under way, then lets go of the connection. */
  close(): Promise<void>;
}

/**
 * How long a command may take, unless told otherwise. Redis carries out ours in some microseconds; what takes it longer is a disk that does not
 * keep up with `appendfsync always`, or the fork of a large memory: tens of milliseconds.
 */
const COMMAND_TIMEOUT_MS = 300;

/**
 * Starts to connect. A server that hangs is treated like one that is gone: replies come in the order of the commands, so
 * behind one that is late nothing is answered either, and the connection is given up; a new one counts only when the
 * server has answered on it. So a hang costs the callers of a moment the deadline, and those after them nothing.
 */
export function createRedisConnection({
  url,
  commandTimeoutMs,
}: {
  readonly url: string;
  readonly commandTimeoutMs?: number | undefined;
}): RedisConnection {
  return connection<string>(new RedisLink({ url, replies: "text" }), commandTimeoutMs);
}

/** The same, for values that are not text. */
export function createRedisBytesConnection({ url }: { readonly url: string }): RedisConnection<Buffer> {
  return connection<Buffer>(new RedisLink({ url, replies: "bytes" }));
}

function connection<Text>(link: RedisLink, commandTimeoutMs = COMMAND_TIMEOUT_MS): RedisConnection<Text> {
  const underWay = new Set<Promise<unknown>>();

  const ask = async (command: readonly (string | Buffer)[]): Promise<RedisReply<Text>> => {
    const client = await link.client();
    const deadline = createDeadline(commandTimeoutMs);
    try {
      return await Promise.race([client.sendCommand<RedisReply<Text>>([...command]), deadline.passed]);
    } catch (error) {
      // Read-only: what was the primary is a replica now, and its name may lead to the new primary.
      if (error instanceof TimeoutError || isReadOnlyReply(error)) {
        link.giveUp(client, error);
      }
      throw commandFailure(error);
    } finally {
      deadline.clear();
    }
  };

  return {
    send: async (command) => {
      const asked = ask(command);
      underWay.add(asked);
      try {
        return await asked;
      } finally {
        underWay.delete(asked);
      }
    },
    close: async () => {
      while (underWay.size > 0) {
        await Promise.allSettled(underWay);
        // Who has been answered may have more to ask, and gets to do so first.
        await nextTurn();
      }
      await link.close();
    },
  };
}
