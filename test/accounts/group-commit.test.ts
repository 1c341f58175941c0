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
});
