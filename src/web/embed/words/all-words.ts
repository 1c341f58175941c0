import { labelsOf, type Labels } from "../../../scoring/labels.ts";
import { CITIES } from "./cities.ts";
import { DE } from "./de.ts";
import { EN, type OwnWords } from "./en.ts";
import { ES } from "./es.ts";
import { FR } from "./fr.ts";
import { IT } from "./it.ts";
import { type LanguageTag, type Tag, TAGS } from "./languages.ts";
import { NL } from "./nl.ts";
import { PT } from "./pt.ts";
import { SV } from "./sv.ts";

/** The calendar's own words, and the service's names for verdicts and sports. */
export type Words = OwnWords &
  Labels & { readonly tag: Tag; readonly cities: Readonly<Record<string, string>> };

const OWN: Readonly<Record<LanguageTag, OwnWords>> = {
  de: DE,
  en: EN,
  es: ES,
  fr: FR,
  it: IT,
  nl: NL,
  pt: PT,
  sv: SV,
};

/** The words by tag: for each language, and for the regions that differ from it. */
export const WORDS: ReadonlyMap<Tag, Words> = new Map(TAGS.map((tag) => [tag, wordsOf(tag)]));

function wordsOf(tag: Tag): Words {
  const language = tag.slice(0, 2) as LanguageTag;
  const words = { tag, ...labelsOf(tag), ...OWN[language], cities: CITIES[language] };
  // Switzerland writes no ß.
  return tag === "de-CH" ? (JSON.parse(JSON.stringify(words).replaceAll("ß", "ss")) as Words) : words;
}
