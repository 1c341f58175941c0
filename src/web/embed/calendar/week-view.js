// What a calendar shows once there is a forecast, but for the start that is chosen.
import { creditOf } from "./credit.js";
import { ageNote } from "./from-now.js";
import { gridOf } from "./grid.js";
import { make } from "./make.js";
import { VERDICTS } from "./verdicts.js";
import { weekOf } from "./week.js";

/**
 * @typedef {import("./settings.js").Settings} Settings
 * @typedef {import("./zone-clock.js").ZoneClock} ZoneClock
 * @typedef {import("./week.js").Session} Session
 *
 * @param {Settings} settings
 * @param {import("./ask.js").Answer} answer Of /v1/forecast.
 * @param {{ clock: ZoneClock, onZoneChanged: () => void, onChosen: (session: Session) => void }} options
 */
export function weekView(settings, { body, source, ageSeconds }, { clock, onZoneChanged, onChosen }) {
  const { durationMinutes, sport } = settings.session;
  /** @type {readonly Session[]} */
  const sessions = body.sessions ?? [];
  const week = weekOf(sessions, { ...settings, shownClock: clock });
  if (week.days.length === 0) {
    const text = "No session can start within these hours in the days that are forecast.";
    return [make("p", { class: "notice", part: "notice" }, text), creditOf(source)];
  }
  const label = `Starts of ${durationMinutes} minutes of ${sport}`;
  const age = ageNote(ageSeconds);
  return [
    zoneLine(settings, { clock, onZoneChanged, ends: [sessions[0], sessions.at(-1)] }),
    make("div", { class: "scroll" }, gridOf(week, { label, clock, onChosen })),
    legend(),
    ...(age ? [make("p", { class: "quiet", part: "age" }, age)] : []),
    creditOf(source),
  ];
}

/**
 * Whose clock is shown, and how to see the other.
 * @param {Settings} settings
 * @param {{ clock: ZoneClock, onZoneChanged: () => void, ends: readonly (Session | undefined)[] }} options
 */
function zoneLine({ venueClock, readersClock, isZoneKnown }, { clock, onZoneChanged, ends }) {
  const line = make("p", { class: "zone", part: "zone" });
  const isVenues = isZoneKnown && clock === venueClock;
  line.append(isVenues ? `Times at the venue (${clock.timeZone}).` : `Your times (${clock.timeZone}).`);
  const differs = ends.some(
    (session) => session && venueClock.say(session.start_time) !== readersClock.say(session.start_time),
  );
  if (isZoneKnown && differs) {
    const text = isVenues ? "Show yours" : "Show the venue's";
    const button = make("button", { type: "button", part: "button" }, text);
    button.addEventListener("click", onZoneChanged);
    line.append(" ", button);
  } else if (isZoneKnown) {
    line.append(" Yours are the same.");
  }
  return line;
}

function legend() {
  const items = Object.values(VERDICTS).map(({ name, mark, words, band }) =>
    make(
      "li",
      {},
      make("span", { class: `badge ${name}`, part: `badge badge-${name}` }, `${mark} ${band}`),
      words,
    ),
  );
  return make("ul", { class: "legend", part: "legend", "aria-label": "What the cells say" }, ...items);
}
