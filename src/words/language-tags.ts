/**
 * The one list of languages, by the names that a reader chooses from: of sentences, names, the calendar, the badge and the
 * front page. A tag with a region is for a region whose words or units differ from those of its language. With a line more, the
 * compiler and the tests ask for everything else that a language has.
 */
export const LANGUAGE_NAMES = {
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

export type Tag = keyof typeof LANGUAGE_NAMES;

/** The languages without their regions: each has files of its own. */
export type LanguageTag = Exclude<Tag, `${string}-${string}`>;

export const TAGS = Object.keys(LANGUAGE_NAMES) as readonly Tag[];
