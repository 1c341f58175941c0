// How a calendar speaks: the words of a language, with dates, numbers and units as in the reader's region.

/** @typedef {import("../../src/modules/calendar/words/all-words.ts").Words} Words */

/** English with a 24-hour clock, km/h and °C, for readers whose region is not known. */
export const ENGLISH = "en-150";

/** Where a language is spoken as it is written here, for pages and browsers that say no region. */
const REGIONS = new Map([
  ["en", ENGLISH],
  ["pt", "pt-PT"],
]);

/**
 * The reader's language and region, such as `de-AT`: the closest `lang` at or around the element, else the browser's.
 * @param {Element} element
 */
export function localeOf(element) {
  const [said, ...others] = [closestLang(element), ...navigator.languages].flatMap(canonical);
  const tag = said ?? ENGLISH;
  // A page says `en`; the browser may know the reader's region.
  const region = others.find((each) => each.startsWith(`${tag}-`));
  return tag.includes("-") ? tag : (region ?? REGIONS.get(tag) ?? tag);
}

/** @param {Element} element */
function closestLang(element) {
  for (let each = element; ;) {
    const lang = each.closest("[lang]")?.getAttribute("lang");
    const root = each.getRootNode();
    if (lang || !(root instanceof ShadowRoot)) {
      return lang ?? "";
    }
    each = root.host;
  }
}

/** @param {string} tag @returns {string[]} */
function canonical(tag) {
  try {
    return Intl.getCanonicalLocales(tag.trim().replaceAll("_", "-"));
  } catch {
    return [];
  }
}

/**
 * @typedef {ReturnType<typeof createVoice>} Voice
 *
 * @param {Words} words
 * @param {string} locale In the language of the words, so that dates are in that language too.
 */
export function createVoice(words, locale) {
  const isFahrenheit = locale === "en-US";
  const unit = (/** @type {string} */ name, /** @type {Intl.NumberFormatOptions} */ options = {}) => {
    const format = new Intl.NumberFormat(locale, { style: "unit", unit: name, ...options });
    // Number and unit stay on one line.
    return (/** @type {number} */ value) => withMinus(format.format(value).replaceAll(" ", "\u00a0"));
  };
  const percent = new Intl.NumberFormat(locale, { style: "percent" });
  const relative = new Intl.RelativeTimeFormat(locale);
  const hours = unit("hour", { unitDisplay: "long" });
  const days = unit("day", { unitDisplay: "long" });
  const degrees = unit(isFahrenheit ? "fahrenheit" : "celsius", { maximumFractionDigits: 0 });
  const depth = isFahrenheit
    ? unit("inch", { maximumFractionDigits: 2 })
    : unit("millimeter", { maximumFractionDigits: 1 });
  return {
    words,
    locale,
    percent: (/** @type {number} */ share) => percent.format(share),
    // Adding 0 avoids "-0°".
    degrees: (/** @type {number} */ celsius) =>
      degrees(Math.round(isFahrenheit ? celsius * 1.8 + 32 : celsius) + 0),
    // Rain that is shown is never "0 in".
    depth: (/** @type {number} */ mm) => depth(isFahrenheit ? Math.max(mm / 25.4, mm > 0 ? 0.01 : 0) : mm),
    minutes: unit("minute", { unitDisplay: "long" }),
    /** `20 hours`, from two days on `4 days`. */
    lead: (/** @type {number} */ hoursAhead) =>
      hoursAhead < 48 ? hours(hoursAhead) : days(Math.round(hoursAhead / 24)),
    /**
     * `in 5 minutes`, or `5 minutes ago` below 0, in the largest unit that gives two or more.
     * @param {number} seconds
     */
    fromNow(seconds) {
      /** @type {readonly (readonly [Intl.RelativeTimeFormatUnit, number])[]} */
      const units = [
        ["day", 86_400],
        ["hour", 3_600],
        ["minute", 60],
        ["second", 1],
      ];
      const [name, length] = units.find(([, each]) => Math.abs(seconds) >= 2 * each) ?? ["second", 1];
      return relative.format(Math.sign(seconds) * Math.ceil(Math.abs(seconds) / length), name);
    },
  };
}

/** Browsers write negative numbers with a hyphen in most languages; the sentences have a minus sign. @param {string} text */
export function withMinus(text) {
  return text.replaceAll("-", "−");
}

/**
 * A text with words in place of `{name}`.
 * @param {string} text
 * @param {Readonly<Record<string, string | number>>} values
 */
export function filled(text, values) {
  return text.replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** An answer that is younger than this counts as new. */
const AGE_TOLD_SECONDS = 60;

/**
 * Says how old a cached answer is; empty for a new one.
 * @param {number} ageSeconds
 * @param {Voice} voice
 */
export function ageNote(ageSeconds, { words, fromNow }) {
  return ageSeconds < AGE_TOLD_SECONDS ? "" : filled(words.asItWas, { when: fromNow(-ageSeconds) });
}
