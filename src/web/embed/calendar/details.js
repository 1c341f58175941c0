// What there is to say of the start that was chosen.
import { make } from "./make.js";
import { VERDICTS } from "./verdicts.js";

/**
 * @typedef {import("./week.js").Session} Session
 * @typedef {import("./zone-clock.js").ZoneClock} ZoneClock
 *
 * @typedef {Session & {
 *   summary: string, rain_risk: string, wind_risk: string, temp_c: number,
 *   explanation?: { points_lost: { factor: string, points: number }[] },
 *   odds?: Record<import("./verdicts.js").Recommendation, number> & { lead_hours: number },
 *   alternatives?: Session[],
 * }} Confidence What /v1/booking-confidence answers, and the start that was asked about.
 */

/** @type {Readonly<Record<string, string>>} */
const FACTORS = {
  rain: "Rain",
  wind: "Wind",
  temperature: "Temperature",
  cloud: "Cloud",
  wet_surface: "Wet surface",
  fog: "Fog",
  darkness: "Darkness",
  storm: "Storm",
};

const WHICH_TO_BELIEVE =
  "The verdict judges this one forecast. Where the odds say otherwise, go by the verdict today and tomorrow, by the odds for later days.";

/**
 * The start and its verdict, as the calendar knows them.
 * @param {Session} session
 * @param {ZoneClock} clock
 */
export function verdictOf(session, clock) {
  const { name, mark, words } = VERDICTS[session.recommendation];
  return [
    make("p", { class: "heading", part: "chosen" }, `${clock.say(session.start_time)} (${clock.timeZone})`),
    make(
      "p",
      { class: "verdict" },
      make(
        "span",
        { class: `badge ${name}`, part: `badge badge-${name}` },
        `${mark} ${session.playability_score}`,
      ),
      make("strong", {}, words),
    ),
  ];
}

/**
 * The rest.
 * @param {Confidence} confidence
 * @param {{ clock: ZoneClock, onChosen: (session: Session) => void }} options
 */
export function detailsOf(confidence, { clock, onChosen }) {
  const { summary, rain_risk: rain, wind_risk: wind, explanation, odds, alternatives = [] } = confidence;
  return [
    make("p", {}, summary),
    make("p", { class: "quiet" }, `Risk of rain: ${rain}. Risk of wind: ${wind}.`),
    make(
      "div",
      { class: "columns" },
      pointsLost(explanation?.points_lost ?? []),
      ...(odds ? [oddsOf(odds)] : []),
    ),
    betterTimes(alternatives, { clock, onChosen }),
  ];
}

/** @param {{ factor: string, points: number }[]} lost */
function pointsLost(lost) {
  const title = make("p", { class: "heading" }, "Where the points went");
  if (lost.length === 0) {
    return make("div", {}, title, make("p", {}, "All 100 are there."));
  }
  const rows = lost.map(({ factor, points }) =>
    barRow({ label: FACTORS[factor] ?? factor, share: points / 100, figure: `−${points}`, name: "lost" }),
  );
  return make("div", {}, title, make("ul", { class: "bars" }, ...rows));
}

/** @param {NonNullable<Confidence["odds"]>} odds */
function oddsOf(odds) {
  const rows = Object.entries(VERDICTS).map(([recommendation, { name, words }]) => {
    const share = odds[/** @type {import("./verdicts.js").Recommendation} */ (recommendation)];
    return barRow({ label: words, share, figure: `${Math.round(share * 100)}%`, name });
  });
  const hours = odds.lead_hours;
  const ahead = hours < 2 ? "on the day" : `${hours} hours ahead`;
  const lead = `How often the weather deserved each verdict in the end, after forecasts like this one made ${ahead}.`;
  return make(
    "div",
    {},
    make("p", { class: "heading" }, "How sure"),
    make("ul", { class: "bars" }, ...rows),
    make("p", { class: "quiet" }, lead),
    make("p", { class: "quiet" }, WHICH_TO_BELIEVE),
  );
}

/** @param {{ label: string, share: number, figure: string, name: string }} row */
function barRow({ label, share, figure, name }) {
  const bar = make("span", { class: `bar ${name}`, part: `bar bar-${name}` });
  // Through the object model: a policy of the page may forbid style attributes.
  bar.style.inlineSize = `${share * 100}%`;
  return make(
    "li",
    {},
    make("span", {}, label),
    make("span", { class: "track" }, bar),
    make("span", { class: "figure" }, figure),
  );
}

/**
 * @param {readonly Session[]} sessions
 * @param {{ clock: ZoneClock, onChosen: (session: Session) => void }} options
 */
function betterTimes(sessions, { clock, onChosen }) {
  const title = make("p", { class: "heading" }, "Better times");
  // Ten points more can still be too few.
  const offered = sessions.filter(({ recommendation }) => recommendation !== "not_recommended");
  if (offered.length === 0) {
    const none =
      "None within a day of it: a better time has at least ten points more and is not advised against.";
    return make("div", {}, title, make("p", {}, none));
  }
  const items = offered.map((session) => {
    const { name, mark } = VERDICTS[session.recommendation];
    const badge = make(
      "span",
      { class: `badge ${name}`, part: `badge badge-${name}` },
      `${mark} ${session.playability_score}`,
    );
    const button = make("button", { type: "button", part: "button" }, clock.say(session.start_time), badge);
    button.addEventListener("click", () => onChosen(session));
    return make("li", {}, button);
  });
  return make("div", {}, title, make("ul", { class: "better" }, ...items));
}
