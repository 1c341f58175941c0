// The words of the calendar and the badge.
import { describe, expect, it } from "vitest";
import { WORDS } from "../../../src/modules/calendar/words/all-words.ts";

describe.each([...WORDS])("the words in %s", (tag, words) => {
  // A city may have the same name in many languages.
  const texts = textsIn({ ...words, cities: {} });
  const written = texts.map(({ text }) => text);

  it("have curly apostrophes and quotation marks", () => {
    expect(written.filter((text) => /['"`]/.test(text))).toEqual([]);
  });

  it("have what is filled in where English has it", () => {
    const names = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted().join(" ");
    const english = new Map(textsIn(WORDS.get("en")).map(({ path, text }) => [path, names(text)]));
    expect(texts.map(({ path, text }) => `${path} ${names(text)}`)).toEqual(
      texts.map(({ path }) => `${path} ${english.get(path)}`),
    );
  });

  it("have no sentence of the English ones", () => {
    const english = new Map(textsIn(WORDS.get("en")).map(({ path, text }) => [path, text]));
    const same = texts.filter(({ path, text }) => text.includes(" ") && english.get(path) === text);
    expect(tag.startsWith("en") ? [] : same).toEqual([]);
  });

  it("have no space too many", () => {
    expect(written.filter((text) => /\s\s|^\s|\s$|\s[.,]/.test(text))).toEqual([]);
  });

  it("end like a sentence where English does", () => {
    const own = new Map(texts.map(({ path, text }) => [path, text]));
    const isSentence = (text = "") => /[.…]$/.test(text);
    const sentences = textsIn(WORDS.get("en")).filter(({ text }) => isSentence(text));
    expect(sentences.filter(({ path }) => !isSentence(own.get(path)))).toEqual([]);
  });
});

describe("the words in French", () => {
  it("have a no-break space before : ; ! ? and », and after «", () => {
    const written = textsIn(WORDS.get("fr")).map(({ text }) => text);
    expect(written.filter((text) => /(?<!\u00a0)[:;!?»]|«(?!\u00a0)/.test(text))).toEqual([]);
    expect(WORDS.get("fr")?.trackRecord).toContain("«\u00a0{verdict}\u00a0»");
  });
});

describe("the words in Spanish", () => {
  it("call the forecast previsión, as the sentences do", () => {
    expect(textsIn(WORDS.get("es")).filter(({ text }) => /pronóstico/i.test(text))).toEqual([]);
  });
});

describe("the words in Swiss German", () => {
  it("have no ß, and « » as quotation marks", () => {
    expect(JSON.stringify(WORDS.get("de-CH"))).not.toMatch(/[ß„“]/);
    expect(WORDS.get("de-CH")?.trackRecord).toContain("«{verdict}»");
  });
});

/** Every text, with the names that lead to it: `weather.dry`. */
function textsIn(words: unknown, path = ""): readonly { readonly path: string; readonly text: string }[] {
  if (typeof words === "string") return [{ path, text: words }];
  return Object.entries(words ?? {}).flatMap(([name, value]) =>
    textsIn(value, path === "" ? name : `${path}.${name}`),
  );
}
