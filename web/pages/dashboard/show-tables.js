// The tables of a month by operation, answer and key, each beside the month it is compared with.
import { make } from "../../make.js";
import { element, setText } from "../element.js";
import { cell, heading, number, numberHeading, row } from "./table-row.js";
import { operationName, verdictName, words } from "./words.js";

/**
 * @typedef {import("./fetch-usage.js").MonthUsage} MonthUsage
 * @typedef {{ name: string, note?: string, calls: number, before?: number | undefined }} Line
 */

/**
 * @param {MonthUsage} usage
 * @param {MonthUsage} [compared]
 */
export function showTables(usage, compared) {
  const isEmpty = usage.calls === 0 && (compared?.calls ?? 0) === 0;
  for (const name of ["methods", "verdicts"]) {
    element(name, HTMLElement).hidden = isEmpty;
    element(`no-${name}`, HTMLElement).hidden = !isEmpty;
    setText(`no-${name}`, `No requests in ${words.month(usage.month)}.`);
  }
  showTable("methods", "Operation", methodLines(usage, compared), { usage, compared });
  showTable("verdicts", "Answer", verdictLines(usage, compared), { usage, compared });
  showTable("keys", "Key", keyLines(usage, compared), { usage, compared });
}

/**
 * @param {string} id
 * @param {string} title
 * @param {readonly Line[]} lines
 * @param {{ usage: MonthUsage, compared: MonthUsage | undefined }} months
 */
function showTable(id, title, lines, { usage, compared }) {
  const before = compared === undefined ? [] : [numberHeading(words.shortMonth(compared.month))];
  const head = row(heading(title, "col"), ...["Requests", "Share"].map(numberHeading), ...before);
  element(`${id}-head`, HTMLElement).replaceChildren(head);
  const rows = lines.map((line) => {
    const name = heading(line.name, "row");
    if (line.note !== undefined) name.append(make("span", { class: "note muted" }, line.note));
    const share = usage.calls === 0 ? "–" : words.percent(line.calls / usage.calls);
    const cells = [number(line.calls), cell("number", share)];
    return row(name, ...cells, ...(compared === undefined ? [] : [number(line.before ?? 0)]));
  });
  element(`${id}-body`, HTMLElement).replaceChildren(...rows);
}

/**
 * @param {MonthUsage} usage
 * @param {MonthUsage} [compared]
 * @returns {Line[]}
 */
function methodLines({ methods }, compared) {
  const before = new Map(compared?.methods.map(({ method, calls }) => [method, calls]));
  const gone = [...before.keys()].filter((method) => !methods.some((each) => each.method === method));
  return [...methods, ...gone.map((method) => ({ method, calls: 0 }))].map(({ method, calls }) => ({
    name: operationName(method),
    calls,
    before: before.get(method),
  }));
}

/**
 * @param {MonthUsage} usage
 * @param {MonthUsage} [compared]
 * @returns {Line[]}
 */
function verdictLines(usage, compared) {
  const before = new Map(compared?.verdicts.map(({ verdict, calls }) => [verdict, calls]));
  return [
    ...usage.verdicts.map(({ verdict, calls }) => ({
      name: verdictName(verdict),
      calls,
      before: before.get(verdict),
    })),
    {
      name: "No verdict",
      note: "Forecasts, reviews and track records, which have no single verdict",
      calls: withoutVerdict(usage),
      before: compared && withoutVerdict(compared),
    },
  ];
}

/** @param {MonthUsage} usage */
function withoutVerdict({ calls, verdicts }) {
  return verdicts.reduce((rest, each) => rest - each.calls, calls);
}

/**
 * @param {MonthUsage} usage
 * @param {MonthUsage} [compared]
 * @returns {Line[]}
 */
function keyLines({ keys }, compared) {
  const before = new Map(compared?.keys.map(({ keyId, calls }) => [keyId, calls]));
  const calls = new Map(keys.map((key) => [key.keyId, key.calls]));
  const gone = (compared?.keys ?? []).filter(({ keyId }) => !calls.has(keyId));
  return [...keys, ...gone].map((key) => ({
    name: keyName(key),
    note: keyNote(key),
    calls: calls.get(key.keyId) ?? 0,
    before: before.get(key.keyId),
  }));
}

/** @param {MonthUsage["keys"][number]} key */
function keyName({ keyId, label, startsWith }) {
  if (keyId === "") return "Before keys were counted";
  return label === "" ? `${startsWith}…` : label;
}

/** @param {MonthUsage["keys"][number]} key */
function keyNote({ keyId, label, startsWith, isRevoked, publishable }) {
  const start = label === "" || keyId === "" ? "" : `${startsWith}…`;
  const open =
    publishable === undefined
      ? ""
      : `publishable on ${publishable.origins.join(", ")}, ${words.count(publishable.usedToday)} of ${words.count(publishable.dailyQuota)} today`;
  return [start, isRevoked ? "revoked" : open].filter((part) => part !== "").join(", ");
}
