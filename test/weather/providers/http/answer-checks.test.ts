import { expect, test } from "vitest";
import { excerpt } from "../../../../src/weather/providers/http/answer-checks.ts";

test("an excerpt is taken from the beginning of a text, whose rest is not even looked at", () => {
  expect(excerpt(`at first${" \n".repeat(2_500_000)}at last`)).toBe("at first");
});
