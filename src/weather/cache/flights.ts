import type { Place } from "../place.ts";

/** A fetch under way, for everybody who wants the place. */
export interface Flight<Landing> {
  readonly landed: Promise<Landing>;
  /** Resolves when it has taken longer than anybody with something to answer from would wait. */
  readonly late: Promise<undefined>;
}

export interface Flights<Landing> {
  has(place: Place): boolean;
  /** The one under way to a place, begun if there is none. */
  join(place: Place): Flight<Landing>;
}

/** Sees to it that no two fetches of a place are under way at once. */
export function createFlights<Landing>({
  fly,
  patienceMs,
}: {
  readonly fly: (place: Place) => Promise<Landing>;
  readonly patienceMs: number;
}): Flights<Landing> {
  const underWay = new Map<string, Flight<Landing>>();

  const takeOff = (place: Place): Flight<Landing> => {
    const { promise: late, resolve } = Promise.withResolvers<undefined>();
    const patience = setTimeout(resolve, patienceMs, undefined);
    const landed = fly(place).finally(() => {
      clearTimeout(patience);
      underWay.delete(place.key);
    });
    // It may fail when nobody waits for it any more.
    landed.catch(() => undefined);
    const flight = { landed, late };
    underWay.set(place.key, flight);
    return flight;
  };

  return {
    has: ({ key }) => underWay.has(key),
    join: (place) => underWay.get(place.key) ?? takeOff(place),
  };
}
