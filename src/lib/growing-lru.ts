import { LRUCache } from "lru-cache";

/**
 * An LRU cache of at most `max` entries that takes memory as it is filled. With `max`, lru-cache takes 28 bytes an entry as soon as
 * it is made: for all caches of an idle process together 9 MB.
 */
export function createGrowingLru<K extends {}, V extends {}>(
  max: number,
  options: { readonly dispose?: (value: V) => void } = {},
): LRUCache<K, V> {
  return new LRUCache<K, V>({ ...options, maxSize: max, sizeCalculation: () => 1 });
}
