/** One that waits. */
export interface Waiting {
  /** The account that it waits for; undefined for what nobody asked for. */
  readonly owner: string | undefined;
  /** Those that go together, and with nothing else, have the same; undefined for what may go with any other. */
  readonly part: object | undefined;
}

/**
 * Those who wait, by owner: the owners in turn, each owner's in order of arrival. Every step takes the same short time.
 * Those that are part of what went before are a row of their own, and have every other turn while both wait: however many
 * they are, they do not keep the others from going together.
 */
export function createTurns<Item extends Waiting>() {
  const newcomers = createRow<Item>();
  const ofParts = createRow<Item>();
  const parts = new WeakMap<object, Set<Item>>();
  let isTurnOfParts = true;

  function remove(item: Item): void {
    if (item.part === undefined) return newcomers.remove(item);
    ofParts.remove(item);
    parts.get(item.part)?.delete(item);
  }

  /** Takes the first in turn and all of its part. */
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
    /** Takes the first in turn and those behind it that may go with it, so many at most, those of one owner side by side. */
    takeTogether(max: number): readonly Item[] {
      const isOfParts = newcomers.isEmpty() || (isTurnOfParts && !ofParts.isEmpty());
      isTurnOfParts = !isOfParts;
      const items = isOfParts ? takePart() : newcomers.takeTogether(max);
      return [...Map.groupBy(items, ({ owner }) => owner).values()].flat();
    },
  };
}

export type Turns<Item extends Waiting> = ReturnType<typeof createTurns<Item>>;

function createRow<Item extends Waiting>() {
  const owners = new Map<string | undefined, Set<Item>>();

  function remove(item: Item): void {
    const items = owners.get(item.owner);
    items?.delete(item);
    if (items?.size === 0) owners.delete(item.owner);
  }

  function next(): Item | undefined {
    const [items = []] = owners.values();
    const [item] = items;
    return item;
  }

  function take(item: Item): void {
    remove(item);
    const items = owners.get(item.owner);
    if (items === undefined) return;
    // To the end of the row.
    owners.delete(item.owner);
    owners.set(item.owner, items);
  }

  return {
    isEmpty: () => owners.size === 0,
    add(item: Item): void {
      const items = owners.get(item.owner);
      if (items === undefined) owners.set(item.owner, new Set([item]));
      else items.add(item);
    },
    remove,
    takeTogether(max: number): readonly Item[] {
      const taken: Item[] = [];
      for (let item = next(); item !== undefined && taken.length < max; item = next()) {
        take(item);
        taken.push(item);
      }
      return taken;
    },
  };
}
