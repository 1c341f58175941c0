import { expect, test } from "vitest";
import { LANGUAGES } from "../../src/words/find-language.ts";
import { DE_CH } from "../../src/words/languages/de/sentences.ts";
import { EN_GB, EN_US } from "../../src/words/languages/en/sentences.ts";
import { somethingUntrue } from "./what-is-so.ts";

test.each([...LANGUAGES, DE_CH, EN_GB, EN_US])(
  "sentences say nothing untrue in 10,000 situations: $tag",
  { timeout: 120_000 },
  (language) => {
    expect(somethingUntrue(language, 10_000)).toBeUndefined();
  },
);
