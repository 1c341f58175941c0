import { make } from "../make.js";
import { ask } from "./ask.js";
import BADGE_STYLE from "./badge.css";
import { creditText } from "./credit.js";
import { adoptedSheet, ForecastElement } from "./forecast-element.js";
import { CalendarProblem } from "./problem.js";
import { ATTRIBUTES, startMsOf } from "./settings.js";
import SHARED_STYLE from "./shared.css";
import { badgeOf } from "./verdict-badge.js";

/** How long a forecast serves badges that are added later, such as those of a longer list. */
const SHARED_MS = 300_000;

/** The answers by URL and key. @type {Map<string, { atMs: number, answer: Promise<import("./ask.js").Answer> }>} */
const answers = new Map();

/** @type {CSSStyleSheet[] | undefined} */
let badgeSheets;

/**
 * The verdict on one start, beside a time that the page draws itself. All badges of a place, sport and length share one
 * request.
 */
export class SuitabilityBadge extends ForecastElement {
  static observedAttributes = [...ATTRIBUTES, "start"];
  static version = SERVICE.version;

  #shown = make("span", { dir: "ltr" });
  /** @type {object | undefined} */
  #last;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = badgeSheets ??= [SHARED_STYLE, BADGE_STYLE].map(adoptedSheet);
    root.append(this.#shown);
  }

  /** @param {Promise<import("./voice.js").Voice>} speaking @override */
  async update(speaking) {
    const own = {};
    this.#last = own;
    try {
      const settings = this.settings();
      const startMs = startMsOf(this.getAttribute("start")?.trim() ?? "");
      const [voice, answer] = await Promise.all([speaking, sharedAnswer(settings)]);
      if (this.#last === own) {
        this.#show(sessionAt(answer, startMs), { voice, answer, settings });
      }
    } catch (error) {
      if (this.#last === own) {
        this.#shown.replaceChildren();
        this.report(error);
      }
    }
  }

  /**
   * @param {import("./week.js").Session} session
   * @param {{ voice: import("./voice.js").Voice, answer: import("./ask.js").Answer, settings: import("./settings.js").Settings }} of
   */
  #show(
    { playability_score: playabilityScore, recommendation, start_time: startTime },
    { voice, answer, settings },
  ) {
    const { source, ageSeconds } = answer;
    const words = make("span", { class: "words", part: "words" }, voice.words.verdicts[recommendation]);
    const badge = badgeOf(recommendation, playabilityScore);
    badge.append(" ", words);
    badge.title = creditText(source, voice);
    this.#shown.lang = voice.words.tag;
    this.#shown.replaceChildren(badge);
    this.tell("loaded", {
      ...settings.session,
      startTime,
      playabilityScore,
      recommendation,
      source,
      ageSeconds,
    });
  }
}

/**
 * @param {import("./ask.js").Answer} answer
 * @param {number} startMs
 * @returns {import("./week.js").Session}
 */
function sessionAt({ body }, startMs) {
  const session = body.sessions?.find(
    (/** @type {import("./week.js").Session} */ { start_time: start }) => Date.parse(start) === startMs,
  );
  if (session === undefined) {
    throw new CalendarProblem("start has passed, or is more than 7 days ahead.", {
      reason: "START_NOT_FORECAST",
      isLasting: true,
    });
  }
  return session;
}

/** @param {import("./settings.js").Settings} settings */
function sharedAnswer({ badgesUrl: url, apiKey }) {
  const key = `${apiKey} ${url}`;
  const known = answers.get(key);
  if (known !== undefined && Date.now() - known.atMs < SHARED_MS) {
    return known.answer;
  }
  const answer = ask(url, { apiKey, signal: new AbortController().signal });
  const asked = { atMs: Date.now(), answer };
  answers.set(key, asked);
  // A failure is forgotten, so that the next badge tries again.
  answer.catch(() => answers.get(key) === asked && answers.delete(key));
  return answer;
}
