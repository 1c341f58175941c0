import { describe, expect, test } from "vitest";
import { createOwnSports, type OwnSport } from "../../../src/api/reading/own-sports.ts";
import type { SportsOwner } from "../../../src/call/operation.ts";

type Stored = Awaited<ReturnType<SportsOwner["readSports"]>>;

const definitionOf = (id: string) => JSON.stringify({ id, base: "tennis", label: id });
const court = (id: string) => ({ id, definition: definitionOf(id) });

/** An account's sports in a store that counts how often it is read. */
function createShelf(accountId: string, sports: Stored) {
  const shelf = {
    reads: 0,
    sports,
    failure: undefined as Error | undefined,
    owner: (revision: number): SportsOwner => ({
      accountId,
      revision,
      planGap: undefined,
      readSports: async () => {
        shelf.reads += 1;
        if (shelf.failure !== undefined) throw shelf.failure;
        return shelf.sports;
      },
    }),
  };
  return shelf;
}

function labelOf(sport: OwnSport | undefined): string | undefined {
  return sport !== undefined && "profile" in sport ? sport.profile.label : undefined;
}

describe("createOwnSports", () => {
  test("reads and compiles an account's sports once for a revision, however many callers ask at once", async () => {
    const ownSports = createOwnSports();
    const shelf = createShelf("acc_a", [court("one"), court("two")]);
    const [first, ...others] = await Promise.all(
      Array.from({ length: 100 }, () => ownSports(shelf.owner(3))),
    );
    expect(shelf.reads).toBe(1);
    expect([...(first?.keys() ?? [])]).toEqual(["one", "two"]);
    for (const other of [...others, await ownSports(shelf.owner(3))]) {
      expect(other.get("one")).toBe(first?.get("one"));
    }
    expect(shelf.reads).toBe(1);
  });

  test("sees a change at the first call with another revision", async () => {
    const ownSports = createOwnSports();
    const shelf = createShelf("acc_a", [court("one")]);
    await ownSports(shelf.owner(1));
    shelf.sports = [{ id: "one", definition: definitionOf("renamed") }];
    expect(labelOf((await ownSports(shelf.owner(2))).get("one"))).toBe("renamed");
  });

  test("throws a failure to read to all waiting callers", async () => {
    const ownSports = createOwnSports();
    const shelf = createShelf("acc_a", [court("one")]);
    shelf.failure = new Error("the store is away");
    const outcomes = await Promise.allSettled([ownSports(shelf.owner(1)), ownSports(shelf.owner(1))]);
    expect(outcomes).toMatchObject([{ reason: shelf.failure }, { reason: shelf.failure }]);
  });

  test("reads again for the next caller after a failure to read", async () => {
    const ownSports = createOwnSports();
    const shelf = createShelf("acc_a", [court("one")]);
    shelf.failure = new Error("the store is away");
    await expect(ownSports(shelf.owner(1))).rejects.toThrow(shelf.failure);
    shelf.failure = undefined;
    expect((await ownSports(shelf.owner(1))).size).toBe(1);
    expect(shelf.reads).toBe(2);
  });

  const askForMore = async () => {
    const ownSports = createOwnSports({ sportsMax: 8 });
    const shelves = ["acc_a", "acc_b", "acc_c"].map((id) => createShelf(id, [court("one"), court("two")]));
    const answers = await Promise.all(shelves.map((shelf) => ownSports(shelf.owner(1))));
    return { ownSports, shelves, answers };
  };

  test("answers all callers that ask at once, for more than `sportsMax` sports too", async () => {
    const { answers } = await askForMore();
    expect(answers.map((sports) => sports.size)).toEqual([2, 2, 2]);
  });

  test("caches only the last `sportsMax` sports that were requested", async () => {
    const { ownSports, shelves } = await askForMore();
    for (const shelf of shelves.toReversed()) await ownSports(shelf.owner(1));
    expect(shelves.map(({ reads }) => reads)).toEqual([2, 1, 1]);
  });
});
