import type { RedisReply } from "./connection.ts";

/** The items of a list; none where the reply is nothing. */
export function listFromReply<Text>(reply: RedisReply<Text>): readonly RedisReply<Text>[] {
  return Array.isArray(reply) ? reply : [];
}

/** A hash as HGETALL replies with it: field, value, field, value … */
export function mapFromReply(reply: RedisReply): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  const items = listFromReply(reply).map(String);
  for (let index = 0; index < items.length; index += 2) {
    map.set(items[index] ?? "", items[index + 1] ?? "");
  }
  return map;
}
