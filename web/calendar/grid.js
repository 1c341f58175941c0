// The week as a grid. One cell is in the tab order; the arrow keys move from there.
import { make } from "../make.js";
import { iconOf } from "./icon.js";
import { VERDICTS } from "./verdicts.js";
import { filled } from "./voice.js";
import { figuresOf, weatherText } from "./weather-text.js";

/**
 * @typedef {import("./week.js").Session} Session
 *
 * @typedef {object} View What is shown, with the words and clock to show it in.
 * @property {import("./settings.js").Settings} settings
 * @property {import("./week.js").Week} week
 * @property {import("./voice.js").Voice} voice
 * @property {import("./zone-clock.js").SpokenClock} clock
 * @property {boolean} isReadersTime Whether the visitor has asked for the times of their own clock.
 * @property {Promise<any> | undefined} record
 * @property {(startTime: string) => import("./weather.js").Weather | undefined} weatherAt
 * @property {(session: Session) => boolean} oftenChanges Whether it is said to be safe, and that often changes.
 */

/**
 * @param {View} view
 * @param {{ label: string, onChosen: (session: Session) => void }} options
 */
export function gridOf(view, { label, onChosen }) {
  const { clock, voice } = view;
  const { days, rows } = view.week;
  /** @type {(HTMLButtonElement | undefined)[][]} */
  const buttons = rows.map(({ sessions }) =>
    sessions.map((session) => session && cellButton(session, { view, onChosen })),
  );
  const heads = days.map((day) => {
    const { weekday, date } = clock.sayDay(day);
    return make("th", { scope: "col", part: "day" }, weekday, make("span", {}, date));
  });
  const head = make(
    "tr",
    {},
    make("th", { scope: "col" }, make("span", { class: "unseen" }, voice.words.start)),
    ...heads,
  );
  const body = rows.map((row, index) => {
    const time = clock.sayTime(row.time);
    return make(
      "tr",
      {},
      make("th", { scope: "row", part: "time" }, row.isAgain ? filled(voice.words.again, { time }) : time),
      ...days.map((_, column) => make("td", {}, buttons[index]?.[column] ?? "")),
    );
  });
  const table = make(
    "table",
    { role: "grid", part: "grid", "aria-label": label },
    make("thead", {}, head),
    make("tbody", {}, ...body),
  );
  roveWithin(table, buttons);
  return table;
}

/**
 * @param {Session} session
 * @param {{ view: View, onChosen: (session: Session) => void }} options
 */
function cellButton(session, { view, onChosen }) {
  const button = make("button", { type: "button", tabindex: "-1", "data-start": session.start_time });
  paintCell(button, session, view);
  button.addEventListener("click", () => onChosen(session));
  return button;
}

/** In place of the mark of "safe", where such a verdict often changes. */
export const UNSTEADY_MARK = "≈";

/**
 * Gives a cell the colour, the mark and the number of a verdict, and its weather.
 * @param {HTMLButtonElement} button
 * @param {Session} session
 * @param {View} view
 */
export function paintCell(button, session, { voice, clock, weatherAt, oftenChanges }) {
  const { name, mark } = VERDICTS[session.recommendation];
  const { words } = voice;
  const score = session.playability_score;
  const weather = weatherAt(session.start_time);
  const verdict = words.verdicts[session.recommendation];
  const isUnsteady = oftenChanges(session);
  const told = isUnsteady ? `${verdict}, ${words.oftenChanges}` : verdict;
  const said = filled(words.cell, { when: clock.say(session.start_time), score, verdict: told });
  button.setAttribute("part", `cell cell-${name}`);
  button.className = `cell ${name}`;
  button.setAttribute("aria-label", weather ? `${said}. ${weatherText(weather, voice)}` : said);
  button.replaceChildren(
    make(
      "span",
      { class: "score" },
      make("span", { class: "mark" }, isUnsteady ? UNSTEADY_MARK : mark),
      String(score),
    ),
  );
  if (weather) {
    // The style sheet shows the figures, so that the cell's text is only its score: that is what users of speech control say.
    const figures = figuresOf(weather, voice);
    const [degrees = ""] = figures;
    const attributes = {
      class: "weather",
      part: "weather",
      "data-figures": figures.join(" "),
      "data-degrees": degrees,
    };
    button.append(make("span", attributes, iconOf(weather.kind)));
  }
}

/** @type {Readonly<Record<string, readonly [number, number]>>} Rows and columns to go. */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * @param {HTMLTableElement} table
 * @param {readonly (readonly (HTMLButtonElement | undefined)[])[]} buttons
 */
function roveWithin(table, buttons) {
  const all = buttons.flat().filter((button) => button !== undefined);
  let current = all[0];
  const makeCurrent = (/** @type {HTMLButtonElement | undefined} */ button) => {
    current?.setAttribute("tabindex", "-1");
    current = button;
    current?.setAttribute("tabindex", "0");
  };
  makeCurrent(current);
  table.addEventListener("focusin", ({ target }) =>
    makeCurrent(all.find((button) => button === target) ?? current),
  );
  table.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    const row = buttons.find((each) => each.includes(current)) ?? [];
    const inRow = row.filter((button) => button !== undefined);
    const ends = new Map([
      ["Home", inRow[0]],
      ["End", inRow.at(-1)],
    ]);
    const next = ends.get(event.key) ?? stepFrom(buttons.indexOf(row), row.indexOf(current), event.key);
    if (next !== undefined) {
      // Otherwise the page scrolls.
      event.preventDefault();
      next.focus();
    }
  });

  /** The nearest cell in that direction, beyond gaps. @type {(row: number, column: number, key: string) => HTMLButtonElement | undefined} */
  function stepFrom(row, column, key) {
    const [down, right] = STEPS[key] ?? [0, 0];
    const [nextRow, nextColumn] = [row + down, column + right];
    const line = buttons[nextRow];
    const isOutside = line === undefined || nextColumn < 0 || nextColumn >= line.length;
    return (down === 0 && right === 0) || isOutside
      ? undefined
      : (line[nextColumn] ?? stepFrom(nextRow, nextColumn, key));
  }
}
