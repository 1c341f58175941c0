import { LANGUAGES } from "../../../words/find-language.ts";
import { type LanguageTag, type Tag, TAGS } from "../../../words/language-tags.ts";
import type { Names } from "../../../words/names.ts";
import { NAMED_SOURCES } from "../../../weather/providers/providers.ts";
import { CITIES } from "./cities.ts";
import { DE } from "./de.ts";
import { EN, type OwnWords } from "./en.ts";
import { ES } from "./es.ts";
import { FR } from "./fr.ts";
import { IT } from "./it.ts";
import { NL } from "./nl.ts";
import { PT } from "./pt.ts";
import { SV } from "./sv.ts";

/** The calendar's own words, and the service's names for verdicts, factors and sports. */
export type Words = OwnWords &
  Omit<Names, "sports"> & {
    readonly tag: Tag;
    /** By the id of a built-in sport. */
    readonly sports: Readonly<Record<string, string>>;
    readonly cities: Readonly<Record<string, string>>;
    /** The weather's credit, by the names in the header Weather-Source. */
    readonly credits: Readonly<Record<string, string>>;
  };

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

const NBSP = "\u00a0";

/** French puts a no-break space before these signs. */
const FRENCH_SPACE = / (?=[:;!?»])|(?<=«) /g;

/** Switzerland writes no ß, and « » as quotation marks. */
const SWISS: Readonly<Record<string, string>> = { ß: "ss", "„": "«", "“": "»" };

/** The words by tag: for each language, and for the regions that differ from it. */
export const WORDS: ReadonlyMap<Tag, Words> = new Map(TAGS.map((tag) => [tag, wordsOf(tag)]));

function wordsOf(tag: Tag): Words {
  const language = tag.slice(0, 2) as LanguageTag;
  const credits = Object.fromEntries(NAMED_SOURCES.map(({ name, credit }) => [name, credit.words[language]]));
  const words = { tag, ...LANGUAGES[tag].names, ...OWN[language], cities: CITIES[language], credits };
  return JSON.parse(typeset(JSON.stringify(words), tag)) as Words;
}

/** The names have straight apostrophes; French is written with plain spaces in its file, which can be seen. */
function typeset(text: string, tag: Tag): string {
  const curly = text.replaceAll("'", "’");
  if (tag === "fr") return curly.replaceAll(FRENCH_SPACE, NBSP);
  return tag === "de-CH" ? curly.replaceAll(/[ß„“]/g, (sign) => SWISS[sign] ?? sign) : curly;
}
