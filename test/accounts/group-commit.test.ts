import { describe, expect, it } from "vitest";
import { createGroupCommit } from "../../src/accounts/group-commit.ts";
import { createManualClock } from "../support/fakes/manual-clock.ts";

const turn = () => new Promise(setImmediate);

/** A group commit whose commits and pauses end when the test says so. */
function setUp() {
  // Not 0: if one of two times is 0, their sum and their difference are the same.
  const clock = createManualClock(1_000);
  const groups: (readonly string[])[] = [];
  const ends: { succeed(): void; fail(error: Error): void }[] = [];
  const pauses: { readonly ms: number; end(): void }[] = [];
  const group = createGroupCommit({
    createGroup: (): string[] => [],
    commit: (changes) => {
      groups.push(changes);
      const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
      ends.push({ succeed: () => resolve(changes.map((change) => `${change} done`)), fail: reject });
      return promise;
    },
    clock,
    pause: (ms) => new Promise<void>((resolve) => pauses.push({ ms, end: resolve })),
  });
  const add = async (change: string) => {
    const { group: changes, committed } = group.join();
    const position = changes.push(change) - 1;
    return (await committed)[position] ?? "";
  };
  /** Ends the latest commit after `afterMs`, and lets the group commit react. */
  const endCommit = async ({ afterMs = 10, error }: { afterMs?: number; error?: Error } = {}) => {
    clock.advance(afterMs);
    if (error === undefined) ends.at(-1)?.succeed();
    else ends.at(-1)?.fail(error);
    await turn();
  };
  return { add, settled: group.settled, groups, pauses, endCommit };
}

describe("a group commit", () => {
  it("gives each caller the result of its own change after the commit", async () => {
    const { add, groups, endCommit } = setUp();
    const told: string[] = [];
    const changes = ["first", "second"].map(async (change) => told.push(await add(change)));
    await turn();
    expect(groups).toEqual([["first", "second"]]);
    expect(told).toEqual([]);
    await endCommit();
    await Promise.all(changes);
    expect(told).toEqual(["first done", "second done"]);
  });

  it("does not begin while another commit is in flight", async () => {
    const { add, groups, endCommit } = setUp();
    void add("first");
    await turn();
    void add("second");
    await turn();
    expect(groups).toEqual([["first"]]);
    await endCommit();
    expect(groups).toEqual([["first"], ["second"]]);
  });

  it("has all changes that arrived during the commit before it", async () => {
    const { add, groups, endCommit } = setUp();
    void add("first");
    await turn();
    void add("second");
    await turn();
    const third = add("third");
    await turn();
    await endCommit();
    expect(groups).toEqual([["first"], ["second", "third"]]);
    await endCommit();
    expect(await third).toBe("third done");
  });

  it("that fails rejects every change of its group", async () => {
    const { add, endCommit } = setUp();
    const failed = Promise.allSettled([add("first"), add("second")]);
    await turn();
    const reason = new Error("no disk");
    await endCommit({ error: reason });
    expect(await failed).toEqual([
      { status: "rejected", reason },
      { status: "rejected", reason },
    ]);
  });

  it("is made after one that failed", async () => {
    const { add, endCommit } = setUp();
    const failed = Promise.allSettled([add("first")]);
    await turn();
    const next = add("next");
    await endCommit({ error: new Error("no disk") });
    await failed;
    await endCommit();
    expect(await next).toBe("next done");
  });

  it("is settled when no change waits and no commit is in flight", async () => {
    const { add, settled, endCommit } = setUp();
    await settled();
    const told = add("first");
    let isSettled = false;
    const ended = settled().then(() => (isSettled = true));
    await turn();
    expect(isSettled).toBe(false);
    await endCommit();
    await ended;
    expect(await told).toBe("first done");
  });

  it("after one of eight changes waits for the rest of the 2 ms, even if nothing waited at its end", async () => {
    const { add, groups, pauses, endCommit } = setUp();
    for (let change = 0; change < 8; change += 1) void add(`change ${change}`);
    await turn();
    await endCommit({ afterMs: 0.5 });
    void add("next");
    await turn();
    expect(pauses.map(({ ms }) => ms)).toEqual([1.5]);
    void add("another");
    pauses[0]?.end();
    await turn();
    expect(groups.at(-1)).toEqual(["next", "another"]);
  });

  it("after one of seven changes does not wait if nothing waited at its end", async () => {
    const { add, groups, pauses, endCommit } = setUp();
    for (let change = 0; change < 7; change += 1) void add(`change ${change}`);
    await turn();
    await endCommit({ afterMs: 0.5 });
    void add("next");
    await turn();
    expect(pauses).toEqual([]);
    expect(groups.at(-1)).toEqual(["next"]);
  });

  it("that took less than 2 ms waits for the rest of the 2 ms, so that the next group grows", async () => {
    const { add, groups, pauses, endCommit } = setUp();
    void add("first");
    await turn();
    void add("second");
    await endCommit({ afterMs: 0.5 });
    expect(pauses.map(({ ms }) => ms)).toEqual([1.5]);
    void add("third");
    await turn();
    expect(groups).toEqual([["first"]]);
    pauses[0]?.end();
    await turn();
    expect(groups).toEqual([["first"], ["second", "third"]]);
  });

  it("that took 2 ms is followed by the next commit at once", async () => {
    const { add, groups, pauses, endCommit } = setUp();
    void add("first");
    await turn();
    void add("second");
    await endCommit({ afterMs: 2 });
    expect(pauses).toEqual([]);
    expect(groups).toEqual([["first"], ["second"]]);
  });

  it("never makes a lone caller wait, however quickly its next call follows", async () => {
    const { add, groups, pauses, endCommit } = setUp();
    for (const call of [1, 2, 3]) {
      const told = add("lone");
      await turn();
      expect(groups).toHaveLength(call);
      await endCommit({ afterMs: 0 });
      await told;
    }
    expect(pauses).toEqual([]);
  });
});
