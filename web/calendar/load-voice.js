// Loads the words of the reader's language. Each language has a file, and so has each region that differs.
import { CalendarProblem } from "./problem.js";
import { createVoice, ENGLISH } from "./voice.js";

/**
 * Resolves to English for a language without words here. Rejects with a CalendarProblem if the language's file, which is
 * served beside this one, cannot be fetched.
 * @param {string} locale
 * @returns {Promise<import("./voice.js").Voice>}
 */
export async function loadVoice(locale) {
  const { folder, tags } = SERVICE.words;
  const language = locale.split("-")[0] ?? "";
  const tag = [locale, language].find((each) => tags.some((known) => known === each));
  const { href } = new URL(`${folder}/${tag ?? "en"}.js`, import.meta.url);
  try {
    /** @type {{ default: import("./voice.js").Words }} */
    const { default: words } = await import(href);
    return createVoice(words, tag === undefined ? ENGLISH : locale);
  } catch (error) {
    throw new CalendarProblem(`${href} cannot be loaded: ${error}`, { reason: "UNREACHABLE" });
  }
}
