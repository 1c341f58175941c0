import { LRUCache } from "lru-cache";
import type { ParsedQuery, QueryParser } from "./query.ts";

/** Characters of the queries that were read of late: some 10,000 for one slot, 1,500 with twenty slots. */
const CHARS_MAX = 1_000_000;

/**
 * A parser that remembers what it read: sites ask for the same venues and slots all day, and each time with the same text.
 * The messages are frozen, which also tells a check that it may remember what it found out about one.
 */
export function rememberQueries(parse: QueryParser): QueryParser {
  const remembered = new LRUCache<string, ParsedQuery>({
    maxSize: CHARS_MAX,
    sizeCalculation: (_parsed, query) => query.length + 1,
  });
  return (query) => {
    const earlier = remembered.get(query);
    if (earlier !== undefined) return earlier;
    const parsed = parse(query);
    if (parsed.kind === "Parsed") {
      Object.freeze(parsed.message);
      remembered.set(query, parsed);
    }
    return parsed;
  };
}
