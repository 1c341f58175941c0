import { invalidArgument } from "../../errors/fault.ts";
import { findLanguage } from "../../words/find-language.ts";
import type { Language } from "../../words/language.ts";
import { TAGS } from "../../words/language-tags.ts";

const [REGION_TAGS = [], LANGUAGE_TAGS = []] = [true, false].map((isRegion) =>
  TAGS.filter((tag) => tag.includes("-") === isRegion).toSorted(),
);

/** The language of a request's `lang`; undefined without one. Throws INVALID_ARGUMENT that lists the languages. */
export function requestedLanguage(lang: string | undefined): Language | undefined {
  if (lang === undefined) return undefined;
  const language = findLanguage(lang);
  if (language !== undefined) return language;
  const description = `must be one of ${LANGUAGE_TAGS.join(", ")}, with or without a region, such as pt-BR; ${REGION_TAGS.join(", ")} have words or units of their own.`;
  throw invalidArgument([{ field: "lang", description }]);
}

/** The language of a request whose answer has summaries of `entries`, such as "slots", only with `explain`. */
export function summaryLanguage(
  { lang, explain }: { readonly lang?: string; readonly explain?: boolean },
  entries: string,
): Language | undefined {
  if (explain === true) return requestedLanguage(lang);
  const description = `is for the summaries of ${entries}, which need explain=true.`;
  throw invalidArgument([{ field: "lang", description }]);
}
