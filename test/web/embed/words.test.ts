// The words of the calendar and the badge.
import { describe, expect, it } from "vitest";
import { findLanguage, LANGUAGES as SPOKEN } from "../../../src/scoring/words/find-language.ts";
import { TAGS } from "../../../src/web/embed/words/languages.ts";

describe("the languages of the calendar", () => {
  it("are those of the sentences in its details, regions included", () => {
    expect(TAGS.filter((tag) => !tag.includes("-")).toSorted()).toEqual(
      SPOKEN.map(({ tag }) => tag).toSorted(),
    );
    expect(TAGS.map((tag) => findLanguage(tag)?.tag)).toEqual(TAGS);
  });
});
