// The line that says how often `safe_to_book` was right a day ahead at this place. It is shown if the service has judged
// enough days.
import { make } from "../make.js";
import { ask } from "./ask.js";
import { tellDeveloper } from "./problem.js";
import { filled } from "./voice.js";

/**
 * Returns a function that requests the record, and requests it again only when the URL or the key has changed. Without an
 * answer, the calendar does not show the line.
 * @returns {(settings: import("./settings.js").Settings) => Promise<any> | undefined}
 */
export function createRecordQuestion() {
  /** @type {{ url: string, apiKey: string | undefined, answer: Promise<any> } | undefined} */
  let asked;
  return ({ trackRecordUrl: url, apiKey }) => {
    if (url === undefined) {
      return undefined;
    }
    if (asked?.url !== url || asked.apiKey !== apiKey) {
      const answer = ask(url, { apiKey, signal: new AbortController().signal }).then(
        ({ body }) => body,
        told,
      );
      asked = { url, apiKey, answer };
    }
    return asked.answer;
  };
}

/** @param {Error} error */
function told({ message }) {
  tellDeveloper(`The record of past forecasts is not shown: ${message}`);
}

/**
 * A line that stays hidden until the record is there and has enough days.
 * @param {Promise<any> | undefined} record The answer about the record.
 * @param {import("./voice.js").Voice} voice
 */
export function recordLine(record, { words, locale }) {
  const line = make("p", { class: "quiet", part: "track-record" });
  line.hidden = true;
  const fill = async () => {
    const { days, leads = [] } = (await record)?.place ?? {};
    const share = leads.find((/** @type {any} */ lead) => lead.days_ahead === 1)?.safe_to_book.share;
    if (share !== undefined) {
      const number = new Intl.NumberFormat(locale);
      line.textContent = filled(words.trackRecord, {
        days: number.format(days),
        verdict: words.verdicts.safe_to_book,
        share: number.format(Math.round(share * 100)),
      });
      line.hidden = false;
    }
  };
  fill();
  return line;
}
