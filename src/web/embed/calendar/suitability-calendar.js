import { ask } from "./ask.js";
import { createChosenStart } from "./chosen-start.js";
import { make } from "./make.js";
import { CalendarProblem } from "./problem.js";
import { ATTRIBUTES, readSettings } from "./settings.js";
import { STYLE } from "./style.js";
import { weekView } from "./week-view.js";

// A sheet that is adopted passes a strict policy of the page; a style element would not.
const SHEET = new CSSStyleSheet();
SHEET.replaceSync(STYLE);

/** All this is served as `embed/calendar.js`. */
const SERVICE_URL = new URL("..", import.meta.url).href;

/** The starts of some days, coloured by what they promise: one request a view and, with `details`, one more a click. */
export class SuitabilityCalendar extends HTMLElement {
  static observedAttributes = ATTRIBUTES;
  static version = "{{version}}";

  #week = make("div", { class: "week" });
  #section = make("section", {
    class: "chosen",
    part: "details",
    "aria-label": "Chosen start",
    "aria-live": "polite",
  });
  #chosen = createChosenStart({ calendar: this, week: this.#week, section: this.#section });
  /** @type {string | undefined} */
  #apiKey;
  /** What is shown, or will be. @type {import("./settings.js").Settings | undefined} */
  #settings;
  /** @type {{ url: string, apiKey: string | undefined, answer: Promise<import("./ask.js").Answer> } | undefined} */
  #request;
  #asking = new AbortController();
  #isReadersTime = false;
  #isUpdateDue = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [SHEET];
    root.append(this.#week, this.#section);
    this.#section.hidden = true;
  }

  /** For a key that may not stand in the page. It is a header of what is asked, and nowhere else. @param {string} key */
  set apiKey(key) {
    this.#apiKey = key;
    this.#updateSoon();
  }

  connectedCallback() {
    this.#updateSoon();
  }

  disconnectedCallback() {
    this.#forget();
  }

  attributeChangedCallback() {
    this.#updateSoon();
  }

  /** Attributes that are set one after the other make one request. */
  #updateSoon() {
    if (!this.#isUpdateDue && this.isConnected) {
      this.#isUpdateDue = true;
      queueMicrotask(() => {
        this.#isUpdateDue = false;
        void this.#update();
      });
    }
  }

  async #update() {
    this.#chosen.forget();
    /** @type {import("./settings.js").Settings | undefined} */
    let settings;
    try {
      settings = readSettings(this, { apiKey: this.#apiKey, serviceUrl: SERVICE_URL });
      this.#settings = settings;
      const answer = await this.#forecast(settings);
      if (this.#settings === settings) {
        this.#show(settings, answer);
      }
    } catch (error) {
      if (settings === undefined || this.#settings === settings) {
        this.#forget();
        this.#showProblem(error);
      }
    }
  }

  /**
   * The answer that is there or on its way, where the question is the same.
   * @param {import("./settings.js").Settings} settings
   */
  #forecast({ forecastUrl: url, apiKey }) {
    if (this.#request === undefined || this.#request.url !== url || this.#request.apiKey !== apiKey) {
      this.#asking.abort();
      this.#asking = new AbortController();
      this.#request = { url, apiKey, answer: ask(url, { apiKey, signal: this.#asking.signal }) };
      this.#showNotice("status", "Loading the forecast…");
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
   */
  #show(settings, answer) {
    const clock = this.#isReadersTime ? settings.readersClock : settings.venueClock;
    const view = weekView(settings, answer, {
      clock,
      onChosen: (session) => this.#chosen.choose(session, { settings, clock }),
      onZoneChanged: () => {
        this.#isReadersTime = !this.#isReadersTime;
        this.#chosen.forget();
        this.#show(settings, answer);
        this.#week.querySelector("button")?.focus();
      },
    });
    this.#week.replaceChildren(...view);
  }

  /** @param {unknown} error */
  #showProblem(error) {
    if (!(error instanceof CalendarProblem)) {
      throw error;
    }
    const notice = this.#showNotice("alert", error.message);
    if (!error.isLasting) {
      const button = make("button", { type: "button", part: "button" }, "Try again");
      button.addEventListener("click", () => this.#updateSoon());
      notice.append(button);
    }
  }

  /**
   * @param {"status" | "alert"} role
   * @param {string} text
   */
  #showNotice(role, text) {
    const notice = make("div", { class: "notice", part: "notice", role }, make("p", {}, text));
    this.#week.replaceChildren(notice);
    return notice;
  }
}

// A page may load two copies of this file; the first is used.
if (customElements.get("suitability-calendar") === undefined) {
  customElements.define("suitability-calendar", SuitabilityCalendar);
}
