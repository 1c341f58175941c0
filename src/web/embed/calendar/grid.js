// The week as a grid: one of its cells is in the order of Tab, the arrow keys go from there to the others.
import { make } from "./make.js";
import { VERDICTS } from "./verdicts.js";

/** @typedef {import("./week.js").Session} Session */

const DAY = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", weekday: "short" });
const DATE = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", day: "numeric", month: "short" });

/**
 * @param {import("./week.js").Week} week
 * @param {object} options
 * @param {string} options.label
 * @param {import("./zone-clock.js").ZoneClock} options.clock
 * @param {(session: Session) => void} options.onChosen
 */
export function gridOf({ days, rows }, { label, clock, onChosen }) {
  /** @type {(HTMLButtonElement | undefined)[][]} */
  const buttons = rows.map(({ sessions }) =>
    sessions.map((session) => session && cellButton(session, { clock, onChosen })),
  );
  const heads = days.map((day) => {
    const date = new Date(day);
    return make("th", { scope: "col", part: "day" }, DAY.format(date), make("span", {}, DATE.format(date)));
  });
  const head = make(
    "tr",
    {},
    make("th", { scope: "col" }, make("span", { class: "unseen" }, "Start")),
    ...heads,
  );
  const body = rows.map(({ time }, row) =>
    make(
      "tr",
      {},
      make("th", { scope: "row", part: "time" }, time),
      ...days.map((_, column) => make("td", {}, buttons[row]?.[column] ?? "")),
    ),
  );
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
 * @param {{ clock: import("./zone-clock.js").ZoneClock, onChosen: (session: Session) => void }} options
 */
function cellButton(session, { clock, onChosen }) {
  const button = make("button", { type: "button", tabindex: "-1", "data-start": session.start_time });
  paintCell(button, session, clock);
  button.addEventListener("click", () => onChosen(session));
  return button;
}

/**
 * Gives a cell the colour, the mark and the number of a verdict.
 * @param {HTMLButtonElement} button
 * @param {Session} session
 * @param {import("./zone-clock.js").ZoneClock} clock
 */
export function paintCell(button, session, clock) {
  const { name, mark, words } = VERDICTS[session.recommendation];
  const score = session.playability_score;
  button.setAttribute("part", `cell cell-${name}`);
  button.className = `cell ${name}`;
  button.setAttribute("aria-label", `${clock.say(session.start_time)}: ${score} of 100, ${words}`);
  button.replaceChildren(make("span", { class: "mark" }, mark), String(score));
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

  /** The next cell that there is in that direction. @type {(row: number, column: number, key: string) => HTMLButtonElement | undefined} */
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
