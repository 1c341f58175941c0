import { expect, it } from "vitest";
import { keysFromReplies, keyToText } from "../../../src/accounts/redis/key-values.ts";

/** The ids as they are listed, of keys issued at these times. */
function listed(...keys: readonly (readonly [id: string, createdAtMs: number])[]): readonly string[] {
  const texts = keys.map(([id, createdAtMs]) => [
    id,
    keyToText({ sha256: "a1", prefix: "wsk_Ab12", createdAtMs }),
  ]);
  return keysFromReplies(texts.flat(), []).map(({ id }) => id);
}

it("keys are listed with the oldest first, those of one instant by id", () => {
  expect(listed(["key_a", 2], ["key_b", 1])).toEqual(["key_b", "key_a"]);
  expect(listed(["key_b", 1], ["key_a", 1])).toEqual(["key_a", "key_b"]);
  expect(listed(["key_a", 1], ["key_b", 1])).toEqual(["key_a", "key_b"]);
});
