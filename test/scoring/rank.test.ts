import { describe, expect, test } from "vitest";
import { rankSessions } from "../../src/scoring/rank.ts";

describe("rankSessions", () => {
  test.each([
    { name: "no sessions", sessions: [], expected: [] },
    {
      name: "the unrounded score decides",
      sessions: [
        { raw: 79.6, startMs: 1 },
        { raw: 80.4, startMs: 2 },
      ],
      expected: [1, 0],
    },
    {
      name: "of equal scores the earlier start comes first",
      sessions: [
        { raw: 70, startMs: 2 },
        { raw: 70, startMs: 1 },
      ],
      expected: [1, 0],
    },
    {
      name: "of equal sessions the first one listed comes first",
      sessions: [
        { raw: 10, startMs: 1 },
        { raw: 70, startMs: 1 },
        { raw: 70, startMs: 1 },
      ],
      expected: [1, 2, 0],
    },
  ])("$name", ({ sessions, expected }) => {
    expect(rankSessions(sessions)).toEqual(expected);
  });
});
