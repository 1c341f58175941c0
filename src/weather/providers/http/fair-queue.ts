/** An item in the queue. */
export interface Waiting {
  /** The account that it waits for; undefined for a refetch. */
  readonly owner: string | undefined;
  /** Items of a part are taken together, without others. Items without a part may be taken with each other. */
  readonly part: object | undefined;
}

/**
 * A queue by owner: owners in turn, each owner's items in order of arrival. Every step takes constant time. Items with a
 * part wait in a second queue. While both queues have items, they alternate, so that neither blocks the other.
 */
export function createFairQueue<Item extends Waiting>() {
  const newcomers = createRow<Item>();
  const ofParts = createRow<Item>();
  const parts = new WeakMap<object, Set<Item>>();
  let isTurnOfParts = true;

  function remove(item: Item): void {
    if (item.part === undefined) return newcomers.remove(item);
    ofParts.remove(item);
    parts.get(item.part)?.delete(item);
  }

  /** Takes the first in turn and all with the same part. */
  function takePart(): readonly Item[] {
    const [first] = ofParts.takeTogether(1);
    const items = [...(parts.get(first?.part ?? {}) ?? [])];
    for (const item of items) remove(item);
    return items;
  }

  return {
    isEmpty: () => newcomers.isEmpty() && ofParts.isEmpty(),
    add(item: Item): void {
      if (item.part === undefined) return newcomers.add(item);
      ofParts.add(item);
      parts.set(item.part, (parts.get(item.part) ?? new Set()).add(item));
    },
    remove,
    /** Takes the first item in turn with those that go with it: its whole part, or up to `max` in all. Grouped by owner. */
    takeTogether(max: number): readonly Item[] {
      const isOfParts = newcomers.isEmpty() || (isTurnOfParts && !ofParts.isEmpty());
      isTurnOfParts = !isOfParts;
      const items = isOfParts ? takePart() : newcomers.takeTogether(max);
      return [...Map.groupBy(items, ({ owner }) => owner).values()].flat();
    },
  };
}

export type FairQueue<Item extends Waiting> = ReturnType<typeof createFairQueue<Item>>;

function createRow<Item extends Waiting>() {
  const owners = new Map<string | undefined, Set<Item>>();

  return {
    isEmpty: () => owners.size === 0,
    add(item: Item): void {
      const items = owners.get(item.owner);
      if (items === undefined) owners.set(item.owner, new Set([item]));
      else items.add(item);
    },
    remove(item: Item): void {
      const items = owners.get(item.owner);
      items?.delete(item);
      if (items?.size === 0) owners.delete(item.owner);
    },
    takeTogether(max: number): readonly Item[] {
      const taken: Item[] = [];
      // An owner with more items moves to the end of the map, where this loop meets it again.
      for (const [owner, items] of owners) {
        if (taken.length >= max) break;
        owners.delete(owner);
        const [item] = items;
        if (item === undefined) continue;
        taken.push(item);
        items.delete(item);
        if (items.size > 0) owners.set(owner, items);
      }
      return taken;
    },
  };
}
