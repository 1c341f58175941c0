import { describe, expect, test } from "vitest";
import { rankSessions } from "../../src/scoring/rank.ts";

describe("rankSessions", () => {
  // prettier-ignore
  test.each<[string, (readonly [raw: number, startMs: number])[], number[]]>([
    ["no sessions", [], []],
    ["the unrounded score decides", [[79.6, 1], [80.4, 2]], [1, 0]],
    ["of equal scores the earlier start comes first", [[70, 2], [70, 1]], [1, 0]],
    ["of equal sessions the first one listed comes first", [[10, 1], [70, 1], [70, 1]], [1, 2, 0]],
  ])("%s", (_name, sessions, expected) => {
    expect(rankSessions(sessions.map(([raw, startMs]) => ({ raw, startMs })))).toEqual(expected);
  });
});
