// The explanation of the chosen start.
import { make } from "../make.js";
import { betterTimes } from "./better-times.js";
import { iconOf } from "./icon.js";
import { badgeOf } from "./verdict-badge.js";
import { RECOMMENDATIONS, VERDICTS } from "./verdicts.js";
import { filled } from "./voice.js";
import { weatherText } from "./weather-text.js";
import { startText } from "./zone-line.js";

/**
 * @typedef {import("./week.js").Session} Session
 * @typedef {import("./grid.js").View} View
 *
 * @typedef {keyof import("./voice.js").Words["factors"]} Factor
 *
 * @typedef {Session & {
 *   summary: string, rain_risk: "low" | "medium" | "high", wind_risk: "low" | "medium" | "high",
 *   explanation?: { points_lost: { factor: Factor, points: number }[], limiting?: { factor: Factor } },
 *   odds?: Record<import("./verdicts.js").Recommendation, number> & { lead_hours: number },
 * }} Confidence The answer of /v1/booking-confidence, and the start that was asked about.
 */

/**
 * The start, its verdict and its weather, as the calendar knows them.
 * @param {Session} session
 * @param {View} view
 */
export function verdictOf(session, view) {
  const { voice, weatherAt } = view;
  const weather = weatherAt(session.start_time);
  return [
    make("p", { class: "heading", part: "chosen" }, startText(session, view)),
    make(
      "p",
      { class: "verdict" },
      badgeOf(session.recommendation, session.playability_score),
      make("strong", {}, voice.words.verdicts[session.recommendation]),
    ),
    ...(weather ? [make("p", { class: "sky" }, iconOf(weather.kind), weatherText(weather, voice))] : []),
  ];
}

/**
 * The service's summary, and the risks of rain and wind. For a sport that needs wind, too little is a risk too: "wind risk: high"
 * would contradict a summary that says there is almost none.
 * @param {Confidence} confidence
 * @param {View} view
 */
export function summaryOf({ summary, rain_risk: rain, wind_risk: wind }, { settings, voice: { words } }) {
  const sport = settings.session.sport.toLowerCase().replaceAll(/[\s-]/g, "_");
  const risks = [
    filled(words.rainRisk, { risk: words.risks[rain] }),
    ...(SERVICE.windSports.includes(sport) ? [] : [filled(words.windRisk, { risk: words.risks[wind] })]),
  ];
  return [make("p", {}, summary), make("p", { class: "quiet" }, risks.join(" "))];
}

/**
 * The points lost and the odds.
 * @param {Confidence} confidence
 * @param {View} view
 */
export function reasonsOf({ explanation, odds }, { voice }) {
  return [
    make("div", { class: "columns" }, pointsLost(explanation, voice), ...(odds ? [oddsOf(odds, voice)] : [])),
  ];
}

/**
 * @param {Confidence["explanation"]} explanation
 * @param {import("./voice.js").Voice} voice
 */
function pointsLost({ points_lost: lost, limiting } = { points_lost: [] }, { words }) {
  const title = make("p", { class: "heading" }, words.pointsLost);
  if (lost.length === 0) {
    return make("div", {}, title, make("p", {}, words.noneLost));
  }
  const rows = lost.map(({ factor, points }) =>
    barRow({ label: words.factors[factor], share: points / 100, figure: `−${points}`, name: "lost" }),
  );
  const bars = make("ul", { class: "bars" }, ...rows);
  if (limiting === undefined) {
    return make("div", {}, title, bars);
  }
  // Without figures: those in the summary are rounded more.
  const alone = filled(words.limiting, {
    verdict: words.verdicts.safe_to_book,
    factor: words.factors[limiting.factor],
  });
  return make("div", {}, title, bars, make("p", { class: "quiet" }, alone));
}

/**
 * @param {NonNullable<Confidence["odds"]>} odds
 * @param {import("./voice.js").Voice} voice
 */
function oddsOf(odds, { words, percent, lead }) {
  const rows = RECOMMENDATIONS.map((recommendation) =>
    barRow({
      label: words.verdicts[recommendation],
      share: odds[recommendation],
      figure: percent(odds[recommendation]),
      name: VERDICTS[recommendation].name,
    }),
  );
  const { lead_hours: hours } = odds;
  const made = hours < 2 ? words.onTheDay : filled(words.ahead, { lead: lead(hours) });
  return make(
    "div",
    {},
    make("p", { class: "heading" }, words.howSure),
    make("ul", { class: "bars" }, ...rows),
    make("p", { class: "quiet" }, made),
    make("p", { class: "quiet" }, words.whichToBelieve),
  );
}

/** @param {{ label: string, share: number, figure: string, name: string }} row */
function barRow({ label, share, figure, name }) {
  const bar = make("span", { class: `bar ${name}`, part: `bar bar-${name}` });
  // Set through the DOM, because a page's policy may forbid style attributes.
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
 * Better starts among those shown: any other may be taken or outside opening hours.
 * @param {Session} session
 * @param {View & { onChosen: (session: Session) => void }} view
 */
export function betterThan(session, { week, clock, voice, onChosen }) {
  const title = make("p", { class: "heading" }, voice.words.better);
  const items = betterTimes(week, session).map((better) => {
    const badge = badgeOf(better.recommendation, better.playability_score);
    const button = make("button", { type: "button", part: "button" }, clock.say(better.start_time), badge);
    button.addEventListener("click", () => onChosen(better));
    return make("li", {}, button);
  });
  if (items.length > 0) {
    return [make("div", {}, title, make("ul", { class: "better" }, ...items))];
  }
  // A start that is safe to book needs no better time.
  const none = make("div", {}, title, make("p", {}, voice.words.noBetter));
  return session.recommendation === "safe_to_book" ? [] : [none];
}
