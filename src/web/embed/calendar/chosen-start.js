// The start that was chosen: told to the page around, and explained where the calendar has `details`.
import { ask } from "./ask.js";
import { detailsOf, verdictOf } from "./details.js";
import { ageNote } from "./from-now.js";
import { paintCell } from "./grid.js";
import { make } from "./make.js";
import { CalendarProblem } from "./problem.js";

/**
 * @typedef {import("./week.js").Session} Session
 * @typedef {{ settings: import("./settings.js").Settings, clock: import("./zone-clock.js").ZoneClock }} View
 *
 * @param {object} parts
 * @param {HTMLElement} parts.calendar
 * @param {HTMLElement} parts.week Where the cells are.
 * @param {HTMLElement} parts.section To be filled.
 */
export function createChosenStart({ calendar, week, section }) {
  let asking = new AbortController();

  const forget = () => {
    asking.abort();
    section.hidden = true;
  };

  /**
   * @param {Session} session
   * @param {View} view
   */
  const choose = (session, view) => {
    forget();
    const cell = markedCell(week, session.start_time);
    section.replaceChildren(...verdictOf(session, view.clock));
    section.hidden = false;
    const { start_time: startTime, playability_score: playabilityScore, recommendation } = session;
    const detail = { ...view.settings.session, startTime, playabilityScore, recommendation };
    calendar.dispatchEvent(new CustomEvent("slot-chosen", { detail, bubbles: true, composed: true }));
    if (calendar.hasAttribute("details")) {
      asking = new AbortController();
      void explain(session, { ...view, cell, signal: asking.signal });
    }
  };

  /**
   * @param {Session} session
   * @param {View & { cell: HTMLButtonElement | undefined, signal: AbortSignal }} view
   */
  const explain = async (session, { settings, clock, cell, signal }) => {
    const status = make("p", { class: "quiet" }, "Asking for details, which counts as one request…");
    section.append(status);
    try {
      const { apiKey, confidenceUrl } = settings;
      const { body, ageSeconds } = await ask(confidenceUrl(session.start_time), { apiKey, signal });
      /** @type {import("./details.js").Confidence} */
      const confidence = { ...body, start_time: session.start_time };
      if (cell !== undefined) {
        paintCell(cell, confidence, clock);
      }
      const onChosen = (/** @type {Session} */ better) => choose(better, { settings, clock });
      status.textContent = `${noteOn(session, confidence)} ${ageNote(ageSeconds)}`;
      section.replaceChildren(
        ...verdictOf(confidence, clock),
        ...detailsOf(confidence, { clock, onChosen }),
        status,
      );
      section.scrollIntoView({ block: "nearest" });
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      if (!(error instanceof CalendarProblem)) {
        throw error;
      }
      status.textContent = error.message;
    }
  };

  return { choose, forget };
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
  // Where a better time was chosen, the keyboard goes on from there.
  cell?.focus({ preventScroll: true });
  return cell;
}

/**
 * @param {Session} session
 * @param {Session} confidence
 */
function noteOn(session, confidence) {
  const request = "These details counted as one request.";
  return session.playability_score === confidence.playability_score
    ? request
    : `${request} The forecast has changed since this calendar was loaded; the cell shows what holds now.`;
}
