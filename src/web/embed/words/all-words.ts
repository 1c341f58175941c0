import { labelsOf, type Labels } from "../../../scoring/labels.ts";
import { DE } from "./de.ts";
import { EN, type OwnWords } from "./en.ts";
import { ES } from "./es.ts";
import { FR } from "./fr.ts";
import { IT } from "./it.ts";
import { NL } from "./nl.ts";
import { PT } from "./pt.ts";
import { SV } from "./sv.ts";

/** The calendar's own words, and the service's names for verdicts and sports. */
export type Words = OwnWords & Labels & { readonly tag: string };

const OWN: Readonly<Record<string, OwnWords>> = {
  de: DE,
  en: EN,
  es: ES,
  fr: FR,
  it: IT,
  nl: NL,
  pt: PT,
  sv: SV,
};

/** The words by tag: for each language, and for the regions that have labels of their own. */
export const WORDS: ReadonlyMap<string, Words> = new Map(
  [...Object.keys(OWN), "de-CH", "en-US"].map((tag) => [tag, wordsOf(tag)]),
);

function wordsOf(tag: string): Words {
  const own = OWN[tag.slice(0, 2)];
  if (own === undefined) throw new Error(`there are no words for ${tag}`);
  const words = { tag, ...labelsOf(tag), ...own };
  // Switzerland writes no ß.
  return tag === "de-CH" ? (JSON.parse(JSON.stringify(words).replaceAll("ß", "ss")) as Words) : words;
}
