/** One that waits. */
export interface Waiting {
  /** The account that it waits for; undefined for what nobody asked for. */
  readonly owner: string | undefined;
  readonly isAlone: boolean;
}

/**
 * Those who wait, by owner: the owners in turn, each owner's in order of arrival. Every step takes the same short time.
 * Those that go alone are a row of their own, and have every other turn while both wait: however many they are, they do not
 * keep the others from going together.
 */
export function createTurns<Item extends Waiting>() {
  const alone = createRow<Item>();
  const together = createRow<Item>();
  let isTurnOfAlone = true;
  const rowOf = ({ isAlone }: Item) => (isAlone ? alone : together);

  return {
    isEmpty: () => alone.isEmpty() && together.isEmpty(),
    add: (item: Item): void => rowOf(item).add(item),
    remove: (item: Item): void => rowOf(item).remove(item),
    /** Takes the first in turn and those behind it that may go with it, so many at most. */
    takeTogether(max: number): readonly Item[] {
      const isAlone = together.isEmpty() || (isTurnOfAlone && !alone.isEmpty());
      isTurnOfAlone = !isAlone;
      return isAlone ? alone.takeTogether(1) : together.takeTogether(max);
    },
  };
}

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
