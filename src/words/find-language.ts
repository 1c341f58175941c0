import type { Language } from "./language.ts";
import type { Tag } from "./language-tags.ts";
import { DE, DE_CH } from "./languages/de/sentences.ts";
import { EN, EN_GB, EN_US } from "./languages/en/sentences.ts";
import { ES } from "./languages/es/sentences.ts";
import { FR } from "./languages/fr/sentences.ts";
import { IT } from "./languages/it/sentences.ts";
import { NL } from "./languages/nl/sentences.ts";
import { PT } from "./languages/pt/sentences.ts";
import { SV } from "./languages/sv/sentences.ts";

export const LANGUAGES: Readonly<Record<Tag, Language>> = {
  en: EN,
  "en-GB": EN_GB,
  "en-US": EN_US,
  de: DE,
  "de-CH": DE_CH,
  es: ES,
  fr: FR,
  it: IT,
  nl: NL,
  pt: PT,
  sv: SV,
};

const languageByTag = new Map(Object.entries(LANGUAGES).map(([tag, each]) => [tag.toLowerCase(), each]));

/** A language of two letters, alone or with a region of two letters (de-AT) or three digits (es-419). */
const TAG = /^([a-z]{2})(?:-(?:[a-z]{2}|\d{3}))?$/;

/** Ignores case; an unknown region falls back to its language. */
export function findLanguage(tag: string): Language | undefined {
  const lower = tag.toLowerCase();
  return languageByTag.get(lower) ?? languageByTag.get(TAG.exec(lower)?.[1] ?? "");
}
