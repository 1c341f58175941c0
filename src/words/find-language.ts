import type { Language } from "./language.ts";
import { DE, DE_CH } from "./languages/de/sentences.ts";
import { EN, EN_GB, EN_US } from "./languages/en/sentences.ts";
import { ES } from "./languages/es/sentences.ts";
import { FR } from "./languages/fr/sentences.ts";
import { IT } from "./languages/it/sentences.ts";
import { NL } from "./languages/nl/sentences.ts";
import { PT } from "./languages/pt/sentences.ts";
import { SV } from "./languages/sv/sentences.ts";

/** The languages of summaries. Regions whose units or words differ are added below. */
export const LANGUAGES: readonly Language[] = [DE, EN, ES, FR, IT, NL, PT, SV];

const languageByTag = new Map(
  [...LANGUAGES, DE_CH, EN_GB, EN_US].map((each) => [each.tag.toLowerCase(), each]),
);

/** A language of two letters, alone or with a region of two letters (de-AT) or three digits (es-419). */
const TAG = /^([a-z]{2})(?:-(?:[a-z]{2}|\d{3}))?$/;

/** Ignores case; an unknown region falls back to its language. */
export function findLanguage(tag: string): Language | undefined {
  const lower = tag.toLowerCase();
  return languageByTag.get(lower) ?? languageByTag.get(TAG.exec(lower)?.[1] ?? "");
}
