/** Counts what came back, so that a reader sees how much was asked and how deep it went. */
export interface Tally {
  add(outcome: string | number): void;
  readonly total: number;
  count(outcome: string | number): number;
  /** `rest: 100000 requests: 200 × 41234, 400 × 30011 …` */
  toString(): string;
}

export function createTally(name: string): Tally {
  const counts = new Map<string, number>();
  const total = () => [...counts.values()].reduce((sum, count) => sum + count, 0);
  return {
    add: (outcome) => counts.set(String(outcome), (counts.get(String(outcome)) ?? 0) + 1),
    get total() {
      return total();
    },
    count: (outcome) => counts.get(String(outcome)) ?? 0,
    toString: () => {
      const outcomes = [...counts].toSorted().map(([outcome, count]) => `${outcome} × ${count}`);
      return `${name}: ${total()} requests: ${outcomes.join(", ")}`;
    },
  };
}
