/**
 * Everything that the calendar, the badge and the front page can be read in, by the names that a reader chooses from.
 * A tag with a region is for a region whose words or units differ from those of its language.
 */
export const LANGUAGES = {
  en: "English",
  "en-GB": "English (mph)",
  "en-US": "English (mph, °F)",
  de: "Deutsch",
  "de-CH": "Deutsch (Schweiz)",
  es: "Español",
  fr: "Français",
  it: "Italiano",
  nl: "Nederlands",
  pt: "Português",
  sv: "Svenska",
} as const;

export type Tag = keyof typeof LANGUAGES;

/** The languages without their regions: each has a file of words. */
export type LanguageTag = Exclude<Tag, `${string}-${string}`>;

export const TAGS = Object.keys(LANGUAGES) as readonly Tag[];
