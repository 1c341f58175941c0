// The chosen start: reported to the page, and explained if the calendar has `details`.
import { make } from "../make.js";
import { ask } from "./ask.js";
import { betterThan, reasonsOf, summaryOf, verdictOf } from "./details.js";
import { paintCell } from "./grid.js";
import { CalendarProblem, problemWords } from "./problem.js";
import { ageNote } from "./voice.js";

/**
 * @typedef {import("./week.js").Session} Session
 * @typedef {import("./grid.js").View} View
 * @typedef {(session: Session, view: View, confidence?: import("./details.js").Confidence) => void} Show
 *
 * @param {object} parts
 * @param {import("./forecast-element.js").ForecastElement} parts.calendar
 * @param {HTMLElement} parts.week Where the cells are.
 * @param {HTMLElement} parts.section Gets the explanation.
 */
export function createChosenStart({ calendar, week, section }) {
  let asking = new AbortController();

  const forget = () => {
    asking.abort();
    section.hidden = true;
  };

  const close = () => {
    forget();
    const cell = week.querySelector("[aria-selected]");
    cell?.removeAttribute("aria-selected");
    cell?.querySelector("button")?.focus({ preventScroll: true });
  };

  section.parentElement?.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !section.hidden) {
      // Otherwise a dialog around the calendar would close too.
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  });

  /**
   * @param {Session} session
   * @param {View} view
   */
  const choose = (session, view) => {
    forget();
    const { settings, voice } = view;
    const cell = markedCell(week, session.start_time);
    show(session, view);
    section.setAttribute("aria-label", voice.words.chosen);
    section.hidden = false;
    section.scrollTop = 0;
    cell?.scrollIntoView({ block: "nearest" });
    const { start_time: startTime, playability_score: playabilityScore, recommendation } = session;
    calendar.tell("slot-chosen", { ...settings.session, startTime, playabilityScore, recommendation });
    if (calendar.hasAttribute("details")) {
      asking = new AbortController();
      void explain(session, { view, cell, section, signal: asking.signal, show, calendar });
    }
  };

  /**
   * @param {Session} session
   * @param {View} view
   * @param {import("./details.js").Confidence} [confidence]
   */
  const show = (session, view, confidence) => {
    const button = make(
      "button",
      {
        type: "button",
        class: "close",
        part: "button",
        "aria-label": view.voice.words.close,
      },
      "✕",
    );
    button.addEventListener("click", close);
    const onChosen = (/** @type {Session} */ better) => choose(better, view);
    section.replaceChildren(
      button,
      ...verdictOf(session, view),
      ...(confidence ? summaryOf(confidence, view) : []),
      ...betterThan(session, { ...view, onChosen }),
      ...(confidence ? reasonsOf(confidence, view) : []),
    );
  };

  return { choose, forget };
}

/**
 * @param {Session} session
 * @param {{ view: View, cell: HTMLButtonElement | undefined, section: HTMLElement, signal: AbortSignal, show: Show, calendar: import("./forecast-element.js").ForecastElement }} options
 */
async function explain(session, { view, cell, section, signal, show, calendar }) {
  const { settings, voice } = view;
  const { words } = voice;
  const status = make("p", { class: "quiet", role: "status" }, words.loadingDetails);
  section.append(status);
  try {
    const { apiKey, confidenceUrl } = settings;
    const { body, ageSeconds } = await ask(confidenceUrl(session.start_time, words.tag), { apiKey, signal });
    /** @type {import("./details.js").Confidence} */
    const confidence = { ...body, start_time: session.start_time };
    if (cell !== undefined) {
      paintCell(cell, confidence, view);
    }
    const hasChanged = session.playability_score !== confidence.playability_score;
    status.textContent = [hasChanged ? words.changed : "", ageNote(ageSeconds, voice)].join(" ").trim();
    show(confidence, view, confidence);
    if (status.textContent !== "") {
      section.append(status);
    }
    cell?.scrollIntoView({ block: "nearest" });
  } catch (error) {
    if (signal.aborted) {
      return;
    }
    if (!(error instanceof CalendarProblem)) {
      throw error;
    }
    calendar.report(error);
    status.textContent = problemWords(error, voice);
  }
}

/**
 * Marks the cell of a start, if it is shown, and no other.
 * @param {HTMLElement} week
 * @param {string} startTime
 */
function markedCell(week, startTime) {
  week.querySelector("[aria-selected]")?.removeAttribute("aria-selected");
  const cells = [...week.querySelectorAll("button")];
  const cell = cells.find(({ dataset }) => dataset["start"] === startTime);
  cell?.closest("td")?.setAttribute("aria-selected", "true");
  // After choosing a better time, the keyboard focus goes there.
  cell?.focus({ preventScroll: true });
  return cell;
}
