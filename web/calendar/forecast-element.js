// The base class of the calendar and the badge.
import { loadVoice } from "./load-voice.js";
import { CalendarProblem, tellDeveloper } from "./problem.js";
import { readSettings } from "./settings.js";
import { localeOf } from "./voice.js";

/** These files are served in `embed/`. */
const SERVICE_URL = new URL("..", import.meta.url).href;

/** On a server, which has no HTML elements, this file can be imported and does nothing. */
const Base = globalThis.HTMLElement ?? Object;

/** Several attributes that are set in a row cause one update. */
export class ForecastElement extends Base {
  /** @type {string | undefined} */
  #apiKey;
  #isUpdateDue = false;

  /** For a key that must not be in the page's HTML. It is sent in a header only. @param {string | undefined} key */
  set apiKey(key) {
    this.#apiKey = key;
    this.updateSoon();
  }

  connectedCallback() {
    this.updateSoon();
  }

  /** @param {string} _name @param {string | null} before @param {string | null} now */
  attributeChangedCallback(_name, before, now) {
    if (before !== now) {
      this.updateSoon();
    }
  }

  updateSoon() {
    if (!this.#isUpdateDue && this.isConnected) {
      this.#isUpdateDue = true;
      queueMicrotask(() => {
        this.#isUpdateDue = false;
        // The element was removed meanwhile: a request would count, and nobody would see its answer.
        if (!this.isConnected) {
          return;
        }
        const voice = loadVoice(localeOf(this));
        this.update(voice).catch((error) => this.report(error));
      });
    }
  }

  /** @param {Promise<import("./voice.js").Voice>} _voice */
  async update(_voice) {}

  /**
   * Throws a CalendarProblem.
   * @param {Readonly<Record<string, string>>} [switched]
   */
  settings(switched = {}) {
    return readSettings(this, { apiKey: this.#apiKey, serviceUrl: SERVICE_URL, switched });
  }

  /** @param {"loaded" | "failed" | "slot-chosen"} name @param {object} detail */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** Reports a problem to the page's developer. Rethrows any other error: that is a bug. @param {unknown} error */
  report(error) {
    if (!(error instanceof CalendarProblem)) {
      throw error;
    }
    const { message, reason } = error;
    tellDeveloper(`<${this.localName}> ${message}`, this);
    this.tell("failed", { reason, message });
    return error;
  }
}

/**
 * A page's strict content security policy allows an adopted style sheet, but not a style element.
 * @param {string} text
 */
export function adoptedSheet(text) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

/**
 * A page may load two copies of this file; the first is used.
 * @param {string} name
 * @param {CustomElementConstructor} element
 */
export function defineOnce(name, element) {
  if (globalThis.window !== undefined && customElements.get(name) === undefined) {
    customElements.define(name, element);
  }
}
