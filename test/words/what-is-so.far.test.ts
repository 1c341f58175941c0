import { expect, test } from "vitest";
import { LANGUAGES } from "../../src/words/find-language.ts";
import { somethingUntrue } from "./what-is-so.ts";

test.each(Object.values(LANGUAGES))(
  "sentences say nothing untrue in 10,000 situations: $tag",
  { timeout: 120_000 },
  (language) => {
    expect(somethingUntrue(language, 10_000)).toBeUndefined();
  },
);
