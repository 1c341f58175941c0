import { describe, expect, it, vi } from "vitest";
import { createGroupCommit } from "../../src/accounts/group-commit.ts";

/** A commit whose end the test decides, and what was in each. */
function setUp() {
  const groups: (readonly string[])[] = [];
  const ends: { succeed(): void; fail(error: Error): void }[] = [];
  const group = createGroupCommit<string, string>({
    commit: (changes) => {
      groups.push(changes);
      const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
      ends.push({ succeed: () => resolve(changes.map((change) => `${change} done`)), fail: reject });
      return promise;
    },
  });
  return { group, groups, ends };
}

const turn = () => new Promise(setImmediate);

describe("a group commit", () => {
  it("tells each caller the result of its own change, once it is committed", async () => {
    const { group, groups, ends } = setUp();
    const told: string[] = [];
    const changes = ["first", "second"].map(async (change) => told.push(await group.add(change)));
    await turn();
    expect(groups).toEqual([["first", "second"]]);
    expect(told).toEqual([]);
    ends[0]?.succeed();
    await Promise.all(changes);
    expect(told).toEqual(["first done", "second done"]);
  });

  it("commits together what arrives while a commit is under way, and one group at a time", async () => {
    const { group, groups, ends } = setUp();
    void group.add("first");
    await turn();
    void group.add("second");
    await turn();
    const third = group.add("third");
    await turn();
    expect(groups).toEqual([["first"]]);
    ends[0]?.succeed();
    await vi.waitFor(() => expect(groups).toEqual([["first"], ["second", "third"]]));
    ends[1]?.succeed();
    expect(await third).toBe("third done");
  });

  it("that fails tells all of its group, and the next one is tried", async () => {
    const { group, ends } = setUp();
    const failed = Promise.allSettled([group.add("first"), group.add("second")]);
    await turn();
    const next = group.add("next");
    const reason = new Error("no disk");
    ends[0]?.fail(reason);
    expect(await failed).toEqual([
      { status: "rejected", reason },
      { status: "rejected", reason },
    ]);
    await vi.waitFor(() => expect(ends).toHaveLength(2));
    ends[1]?.succeed();
    expect(await next).toBe("next done");
  });

  it("is settled when nothing waits and nothing is under way", async () => {
    const { group, ends } = setUp();
    await group.settled();
    const told = group.add("first");
    let isSettled = false;
    const settled = group.settled().then(() => (isSettled = true));
    await turn();
    expect(isSettled).toBe(false);
    ends[0]?.succeed();
    await settled;
    expect(await told).toBe("first done");
  });

  describe("in time", () => {
    const COMMITS = 15;

    /** When each of some commits began and ended, while something always waits. */
    async function timedCommits(commitMs: number) {
      const times: { readonly startMs: number; readonly endMs: number }[] = [];
      const group = createGroupCommit<string, string>({
        commit: async (changes) => {
          const startMs = performance.now();
          while (performance.now() < startMs + commitMs);
          times.push({ startMs, endMs: performance.now() });
          if (times.length < COMMITS) void group.add("another");
          return changes;
        },
      });
      await group.add("first");
      await group.settled();
      return times;
    }
    const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];
    const fromOneToTheNext = (times: readonly { startMs: number; endMs: number }[]) =>
      times.slice(1).map(({ startMs }, i) => ({
        fromStartMs: startMs - (times[i]?.startMs ?? 0),
        fromEndMs: startMs - (times[i]?.endMs ?? 0),
      }));

    it("quick commits wait for one another, so that groups grow", async () => {
      const gaps = fromOneToTheNext(await timedCommits(0));
      // A timer of 2 ms may go off up to a millisecond early.
      expect(median(gaps.map(({ fromStartMs }) => fromStartMs))).toBeGreaterThan(0.9);
    });

    it("slow commits follow one another at once", async () => {
      const gaps = fromOneToTheNext(await timedCommits(3));
      expect(median(gaps.map(({ fromEndMs }) => fromEndMs))).toBeLessThan(0.9);
    });

    it("a caller alone waits for nothing, however soon the next call comes", async () => {
      const { group, groups, ends } = setUp();
      for (let call = 0; call < COMMITS; call += 1) {
        const told = group.add("lone");
        await turn();
        expect(groups).toHaveLength(call + 1);
        ends[call]?.succeed();
        await told;
        // As for a caller elsewhere, whose next call is on its way for a while.
        await turn();
      }
    });
  });
});
