import { describe, expect, it } from "vitest";
import { keysFromReplies, keyToText } from "../../../src/accounts/redis/key-values.ts";

const text = (createdAtMs: number) => keyToText({ sha256: "a1", prefix: "wsk_Ab12", createdAtMs });

describe("keysFromReplies", () => {
  it.each([
    { name: "the oldest first", keys: ["key_a", text(2), "key_b", text(1)], expected: ["key_b", "key_a"] },
    {
      name: "those of one instant by id",
      keys: ["key_b", text(1), "key_a", text(1)],
      expected: ["key_a", "key_b"],
    },
    {
      name: "also where they came so",
      keys: ["key_a", text(1), "key_b", text(1)],
      expected: ["key_a", "key_b"],
    },
  ])("lists $name", ({ keys, expected }) => {
    expect(keysFromReplies(keys, []).map(({ id }) => id)).toEqual(expected);
  });
});
