// The calendar's view of a forecast, except for the chosen start.
import { make } from "../make.js";
import { assumptionsOf } from "./assumptions.js";
import { creditOf } from "./credit.js";
import { gridOf, UNSTEADY_MARK } from "./grid.js";
import { recordLine } from "./record-line.js";
import { badgeOf } from "./verdict-badge.js";
import { RECOMMENDATIONS, VERDICTS } from "./verdicts.js";
import { ageNote, filled } from "./voice.js";
import { zoneLine } from "./zone-line.js";

/**
 * @typedef {import("./grid.js").View} View
 *
 * @typedef {object} Actions
 * @property {() => void} onZoneChanged
 * @property {(session: import("./week.js").Session) => void} onChosen
 * @property {(fact: string, value: string) => void} onSwitched
 *
 * @param {View} view
 * @param {import("./ask.js").Answer} answer Of /v1/forecast.
 * @param {Actions} actions
 */
export function weekView(view, { body, source, ageSeconds }, { onChosen, onSwitched, onZoneChanged }) {
  const { voice } = view;
  const { words } = voice;
  if (view.week.days.length === 0) {
    return [
      make("p", { class: "notice", part: "notice" }, words.noStarts),
      ...unratedLine(view, body.sessions),
      creditOf(source, voice),
    ];
  }
  const age = ageNote(ageSeconds, voice);
  return [
    zoneLine(view, { onZoneChanged, sessions: body.sessions }),
    hintLine(words),
    make("div", { class: "scroll" }, gridOf(view, { label: labelOf(view), onChosen })),
    ...unratedLine(view, body.sessions),
    legend(view),
    ...assumptionsOf(view, onSwitched),
    recordLine(view.record, voice),
    ...(age ? [make("p", { class: "quiet", part: "age" }, age)] : []),
    creditOf(source, voice),
  ];
}

/** @param {View} view */
function labelOf({ settings, voice: { words, minutes } }) {
  const length = minutes(settings.session.durationMinutes);
  const sport = words.sports[settings.session.sport.toLowerCase()];
  return filled(sport === undefined ? words.starts : words.startsOf, { length, sport: sport ?? "" });
}

/** Says that cells can be clicked. Has a button that shows the weather, for cells that are too narrow to show it always. */
function hintLine(/** @type {import("./voice.js").Words} */ words) {
  const button = make(
    "button",
    { type: "button", part: "button", class: "weather-button", "aria-pressed": "false" },
    words.showWeather,
  );
  const line = make("p", { class: "hint", part: "hint" }, words.choose, " ", button);
  button.addEventListener("click", () => {
    const isShown = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(isShown));
    line.parentElement?.classList.toggle("with-weather", isShown);
  });
  return line;
}

/** @param {View} view */
function legend({ voice: { words }, week, oftenChanges }) {
  const items = RECOMMENDATIONS.map((recommendation) =>
    make("li", {}, badgeOf(recommendation, VERDICTS[recommendation].band), words.verdicts[recommendation]),
  );
  const isUnsteady = week.rows.some(({ sessions }) => sessions.some((each) => each && oftenChanges(each)));
  if (isUnsteady) {
    const text = `${words.verdicts.safe_to_book}, ${words.oftenChanges}`;
    items.splice(1, 0, make("li", {}, badgeOf("safe_to_book", "", UNSTEADY_MARK), text));
  }
  return make("ul", { class: "legend", part: "legend", "aria-label": words.legend }, ...items);
}

/**
 * How many of the site's starts within the forecast have no verdict: without this line, they would seem to be taken.
 * @param {View} view
 * @param {readonly import("./week.js").Session[]} sessions
 */
function unratedLine({ settings, voice: { words, locale } }, sessions) {
  const [firstMs = 0, lastMs = 0] = [sessions[0], sessions.at(-1)].map((session) =>
    Date.parse(session?.start_time ?? ""),
  );
  const unrated = settings.unfitSlots.filter((start) => {
    const ms = Date.parse(start);
    return firstMs <= ms && ms <= lastMs;
  });
  const count = new Intl.NumberFormat(locale).format(unrated.length);
  return unrated.length === 0
    ? []
    : [make("p", { class: "quiet", part: "unrated" }, filled(words.unrated, { count }))];
}
