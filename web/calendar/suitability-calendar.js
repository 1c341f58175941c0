import { make } from "../make.js";
import { ask } from "./ask.js";
import CALENDAR_STYLE from "./calendar.css";
import { createChosenStart } from "./chosen-start.js";
import { adoptedSheet, ForecastElement } from "./forecast-element.js";
import { oftenChangesFrom } from "./often-changes.js";
import { problemWords, tellDeveloper } from "./problem.js";
import { createRecordQuestion } from "./record-line.js";
import { ATTRIBUTES, unfitWords } from "./settings.js";
import SHARED_STYLE from "./shared.css";
import { weatherOf } from "./weather.js";
import { weekOf } from "./week.js";
import { weekView } from "./week-view.js";
import { spokenClock } from "./zone-clock.js";

/** @type {CSSStyleSheet[] | undefined} */
let sheets;

/**
 * The starts of some days in the colours of their verdicts. Makes one request for the forecast, with `details` one for
 * each chosen start, and with `track-record` one for the record.
 */
export class SuitabilityCalendar extends ForecastElement {
  static observedAttributes = ATTRIBUTES;
  static version = SERVICE.version;

  #week = make("div", { class: "week" });
  #section = make("section", { class: "chosen", part: "details", "aria-live": "polite" });
  // The direction of the words inside, which may differ from the page's.
  #frame = make("div", { class: "frame", dir: "ltr" }, this.#week, this.#section);
  #chosen = createChosenStart({ calendar: this, week: this.#week, section: this.#section });
  /** The settings of what is shown or is being loaded. @type {import("./settings.js").Settings | undefined} */
  #settings;
  /** @type {{ url: string, apiKey: string | undefined, answer: Promise<import("./ask.js").Answer> } | undefined} */
  #request;
  #asking = new AbortController();
  #recordOf = createRecordQuestion();
  #isReadersTime = false;
  /** The venue facts that the visitor has changed. @type {Record<string, string>} */
  #switched = {};

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = sheets ??= [SHARED_STYLE, CALENDAR_STYLE].map(adoptedSheet);
    root.append(this.#frame);
    this.#section.hidden = true;
  }

  disconnectedCallback() {
    this.#forget();
  }

  /** @param {string} name @param {string | null} before @param {string | null} now @override */
  attributeChangedCallback(name, before, now) {
    if (name === "sport" && now !== before) {
      // Another sport may not have these facts.
      this.#switched = {};
    }
    super.attributeChangedCallback(name, before, now);
  }

  /** @param {Promise<import("./voice.js").Voice>} speaking @override */
  async update(speaking) {
    this.#chosen.forget();
    /** @type {import("./settings.js").Settings | undefined} */
    let settings;
    try {
      settings = this.settings(this.#switched);
      this.#settings = settings;
      const asked = this.#forecast(settings, speaking);
      // The words load at the same time.
      const [voice, answer] = await Promise.all([speaking, asked]);
      if (this.#settings === settings) {
        this.#frame.lang = voice.words.tag;
        this.#show(settings, answer, voice);
        tellOfLapses(settings);
        const { source, ageSeconds } = answer;
        this.tell("loaded", { ...settings.session, source, ageSeconds });
      }
    } catch (error) {
      const voice = await speaking;
      if (settings === undefined || this.#settings === settings) {
        this.#forget();
        this.#showProblem(error, voice);
      }
    }
  }

  /**
   * The current answer, or the one in flight, if the URL and the key are the same. Otherwise makes a request.
   * @param {import("./settings.js").Settings} settings
   * @param {Promise<import("./voice.js").Voice>} speaking
   */
  #forecast({ forecastUrl: url, apiKey }, speaking) {
    if (this.#request === undefined || this.#request.url !== url || this.#request.apiKey !== apiKey) {
      this.#asking.abort();
      this.#asking = new AbortController();
      const request = { url, apiKey, answer: ask(url, { apiKey, signal: this.#asking.signal }) };
      this.#request = request;
      let isOver = false;
      const end = () => (isOver = true);
      request.answer.then(end, end);
      const showLoading = (/** @type {import("./voice.js").Voice} */ voice) => {
        if (this.#request === request && !isOver) {
          this.#showNotice("status", voice.words.loading, voice);
        }
      };
      // If the words cannot be loaded, `update`, which waits for them too, gets the error.
      speaking.then(showLoading, end);
    }
    return this.#request.answer;
  }

  #forget() {
    this.#asking.abort();
    this.#chosen.forget();
    this.#request = undefined;
    this.#settings = undefined;
  }

  /**
   * @param {import("./settings.js").Settings} settings
   * @param {import("./ask.js").Answer} answer
   * @param {import("./voice.js").Voice} voice
   */
  #show(settings, answer, voice) {
    const isReadersTime = this.#isReadersTime;
    const shownClock = (isReadersTime ? settings.readersClock : undefined) ?? settings.mainClock;
    const { sessions = [], hours = [] } = answer.body;
    const view = {
      settings,
      voice,
      clock: spokenClock(shownClock, voice),
      isReadersTime,
      week: weekOf(sessions, { ...settings, shownClock }),
      record: this.#recordOf(settings),
      weatherAt: weatherOf(hours, settings.session.durationMinutes),
      oftenChanges: oftenChangesFrom(answer.body.explanation?.safe_often_changes_from),
    };
    const shown = weekView(view, answer, {
      onChosen: (session) => this.#chosen.choose(session, view),
      onSwitched: (fact, value) => {
        if (value === "") delete this.#switched[fact];
        else this.#switched[fact] = value;
        this.updateSoon();
      },
      onZoneChanged: () => {
        this.#isReadersTime = !isReadersTime;
        this.#chosen.forget();
        this.#show(settings, answer, voice);
        this.#week.querySelector("button")?.focus();
      },
    });
    this.#week.replaceChildren(...shown);
  }

  /** @param {unknown} error @param {import("./voice.js").Voice} voice */
  #showProblem(error, voice) {
    const problem = this.report(error);
    const notice = this.#showNotice("alert", problemWords(problem, voice), voice);
    if (!problem.isLasting) {
      const button = make("button", { type: "button", part: "button" }, voice.words.tryAgain);
      button.addEventListener("click", () => this.updateSoon());
      notice.append(button);
    }
  }

  /**
   * @param {"status" | "alert"} role
   * @param {string} text
   * @param {import("./voice.js").Voice} voice
   */
  #showNotice(role, text, { words }) {
    const notice = make("div", { class: "notice", part: "notice", role }, make("p", {}, text));
    this.#frame.lang = words.tag;
    this.#week.replaceChildren(notice);
    return notice;
  }
}

/** Tells the page's developer what the week is shown without. @param {import("./settings.js").Settings} settings */
function tellOfLapses({ unknownZone, unfitSlots }) {
  const [unfit] = unfitSlots;
  if (unknownZone !== undefined) {
    tellDeveloper(`This browser does not know time-zone="${unknownZone}". Is it an IANA name?`);
  }
  if (unfit !== undefined) {
    tellDeveloper(`Slots that are not shown: ${unfitSlots.length}; ${unfitWords(unfit)}`);
  }
}
