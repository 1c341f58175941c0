// Places that cannot import the list of languages repeat it: protocol comments, pages, and programs to copy.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LANGUAGES } from "../../src/words/find-language.ts";
import { TAGS } from "../../src/words/language-tags.ts";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

const isRegion = (tag: string) => tag.includes("-");
const LANGUAGE_TAGS = TAGS.filter((tag) => !isRegion(tag)).toSorted();
const REGION_TAGS = TAGS.filter(isRegion).toSorted();

/** The tags among the words of a text, each once. */
function tagsIn(text: string): readonly string[] {
  return [...new Set(text.match(/(?<![\w-])[a-z]{2}(?:-[A-Z]{2})?(?![\w-])/g))].toSorted();
}

/** The tags of languages in backticks. */
const quotedTagsIn = (text: string) => Array.from(text.matchAll(/`([a-z]{2})`/g), ([, tag]) => tag);

test("each tag finds its own language", () => {
  expect(Object.entries(LANGUAGES).map(([tag, language]) => [tag, language.tag])).toEqual(
    Object.keys(LANGUAGES).map((tag) => [tag, tag]),
  );
});

/** The text of `lang` in the comments of a .proto file, without the signs that begin its lines. */
function commentOfLang(file: string): string {
  const [, comment = ""] =
    /((?:^ *\/\/.*\n)+) *optional string lang\b/m.exec(read(`proto/suitability/v1/${file}`)) ?? [];
  return comment.replaceAll(/\s*\/\/\s*/g, " ");
}

test.each(["booking_confidence.proto", "safe_slots.proto", "sports.proto"])(
  "the comment of `lang` in %s lists every language",
  (file) => {
    const [list = ""] = /(?:`[a-z]{2}`,? (?:or )?)*`[a-z]{2}`/.exec(commentOfLang(file)) ?? [];
    expect(quotedTagsIn(list)).toEqual(LANGUAGE_TAGS);
  },
);

test.each(["booking_confidence.proto", "safe_slots.proto"])(
  "the comment of `lang` in %s says what is different in each region",
  (file) => {
    expect(tagsIn(commentOfLang(file)).filter(isRegion)).toEqual(REGION_TAGS);
  },
);

/** The chapter "Languages" of a page. */
function chapterOfLanguages(page: string): string {
  return /^#+ Languages\n([^]*?)^#/m.exec(read(page))?.[1] ?? "";
}

test("docs/api.md lists every language and region", () => {
  const [list = ""] = /^`lang` is [^;]*/m.exec(chapterOfLanguages("docs/api.md")) ?? [];
  expect(quotedTagsIn(list)).toEqual(LANGUAGE_TAGS);
  const regions = tagsIn(chapterOfLanguages("docs/api.md")).filter(isRegion);
  expect(regions).toEqual(expect.arrayContaining(REGION_TAGS));
});

test("docs/calendar.md lists every language and region", () => {
  const chapter = chapterOfLanguages("docs/calendar.md");
  const [, list = ""] = /^The calendar speaks ([^.]*)\./m.exec(chapter) ?? [];
  expect(list.split(/, | and /)).toEqual(LANGUAGE_TAGS);
  expect(tagsIn(chapter).filter(isRegion)).toEqual(REGION_TAGS);
});

test("the README counts the languages", () => {
  const words = ["seven", "eight", "nine", "ten", "eleven", "twelve"];
  expect(read("README.md")).toContain(`${words[LANGUAGE_TAGS.length - 7]}\nlanguages`);
});

test.each(["node.mjs", "worker.mjs", "suitability-proxy.php"])(
  "the proxy to copy passes on every language and region: examples/proxies/%s",
  (file) => {
    const [, list = ""] = /\bLANGUAGE = .*\(\?:([^)]*)\)/.exec(read(`examples/proxies/${file}`)) ?? [];
    expect(list.split("|")).toEqual(TAGS.toSorted());
  },
);
