import { expect, test } from "vitest";
import { LANGUAGES } from "../../src/words/find-language.ts";
import { somethingUntrue } from "./what-is-so.ts";

test.each(Object.values(LANGUAGES))("sentences say nothing untrue in 200 situations: $tag", (language) => {
  expect(somethingUntrue(language, 200)).toBeUndefined();
});
