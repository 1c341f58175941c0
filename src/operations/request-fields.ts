import { invalidArgument } from "../fault.ts";
import { findLanguage, LANGUAGES } from "../scoring/words/find-language.ts";
import type { Language } from "../scoring/words/language.ts";

/** The language of a request's `lang`; undefined without one. Throws INVALID_ARGUMENT that lists the languages. */
export function requestedLanguage(lang: string | undefined): Language | undefined {
  if (lang === undefined) return undefined;
  const language = findLanguage(lang);
  if (language !== undefined) return language;
  const tags = LANGUAGES.map(({ tag }) => tag).join(", ");
  const description = `must be one of ${tags}, with or without a region as in pt-BR; de-CH, en-GB and en-US have words or units of their own.`;
  throw invalidArgument([{ field: "lang", description }]);
}

/** For operations with summaries only if `explain` is set: `lang` without it is refused. */
export function languageOfExplained(request: {
  readonly lang?: string;
  readonly explain?: boolean;
}): Language | undefined {
  if (request.lang !== undefined && request.explain !== true) {
    const description = "is for the summaries of slots, which need explain=true.";
    throw invalidArgument([{ field: "lang", description }]);
  }
  return requestedLanguage(request.lang);
}

/** A field that validation has required, which its type does not show. */
export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("a required field is missing after validation");
  return value;
}
