import { make } from "../../make.js";
import { element, setText } from "../element.js";
import { downloadCsv } from "./download-csv.js";
import { daysBeside, daysOf, monthsOf } from "./months.js";
import { showQuota } from "./show-quota.js";
import { showSports } from "./show-sports.js";
import { showTables } from "./show-tables.js";
import { cell, heading, number, numberHeading, row } from "./table-row.js";
import { callsOn, createUsageChart, methodsOf, totalOn } from "./usage-chart.js";
import { operationName, words } from "./words.js";

/**
 * @typedef {import("./fetch-usage.js").Usage} Usage
 * @typedef {import("./fetch-usage.js").MonthUsage} MonthUsage
 */

const chart = createUsageChart(element("chart", HTMLCanvasElement));

/** The figures on the page, which the CSV buttons download. @type {{ asOf: string, usage: MonthUsage } | undefined} */
let shown;

element("days-csv", HTMLButtonElement).addEventListener("click", () => shown && downloadDays(shown));
element("keys-csv", HTMLButtonElement).addEventListener("click", () => shown && downloadKeys(shown.usage));

/**
 * @param {Usage} answer
 * @param {MonthUsage} [compared]
 */
export function showUsage(answer, compared) {
  const { quota, usage } = answer;
  setText("account", answer.accountName);
  setText("plan", `${answer.planTitle} plan${answer.planPrice ? `, ${answer.planPrice}` : ""}`);
  setText(
    "as-of",
    `As of ${words.minute(quota.asOf)} UTC. Looking at this page does not count as a request.`,
  );
  showQuota(answer);
  showFirstRequest(quota.used === 0 && answer.months.length === 0);
  element("charts", HTMLElement).hidden = usage === undefined;
  element("no-charts", HTMLElement).hidden = usage !== undefined;
  if (usage === undefined) {
    const comes = answer.usageFromPlan
      ? `come with the ${answer.usageFromPlan} plan`
      : "are not part of this plan";
    setText(
      "no-charts-text",
      `Requests by day, operation, answer and key, and the months before, ${comes}. Ask the operator of this service.`,
    );
    return;
  }
  shown = { asOf: quota.asOf, usage };
  showMonthChoice(answer, usage.month, compared?.month);
  showDays(usage, compared);
  showTables(usage, compared);
  showMonths(answer, usage.month);
  showSports(answer.sports);
}

const FILLED = [
  "account",
  "plan",
  "as-of",
  "used",
  "left",
  "quota",
  "projected",
  "used-share",
  "projection",
  "resets",
  "month",
  "compared",
  "no-charts-text",
  "sports-list",
];
const FILLED_TABLES = [
  "days-head",
  "days-body",
  "methods-head",
  "methods-body",
  "verdicts-head",
  "verdicts-body",
  "keys-head",
  "keys-body",
  "months-body",
];

/** Takes every figure off the page. */
export function clearUsage() {
  shown = undefined;
  chart.clear();
  for (const id of [...FILLED, ...FILLED_TABLES]) {
    element(id, HTMLElement).replaceChildren();
  }
}

/** @param {boolean} isFirst */
function showFirstRequest(isFirst) {
  element("first-request", HTMLElement).hidden = !isFirst;
  const url = `${location.origin}/v1/forecast?lat=51.5074&lng=-0.1278&days=1&sport=tennis`;
  setText("command", `curl -H "X-API-Key: YOUR_KEY" "${url}"`);
}

/**
 * @param {Usage} answer
 * @param {string} month
 * @param {string} [compared]
 */
function showMonthChoice(answer, month, compared = "") {
  const months = monthsOf(answer).map(({ month }) => month);
  const select = element("month", HTMLSelectElement);
  select.replaceChildren(...months.map(monthOption));
  select.value = month;
  const other = element("compared", HTMLSelectElement);
  const others = months.filter((each) => each !== month);
  other.replaceChildren(new Option("no other", ""), ...others.map(monthOption));
  other.value = compared;
}

/** @param {string} month */
function monthOption(month) {
  return new Option(words.month(month), month);
}

/**
 * @param {MonthUsage} usage
 * @param {MonthUsage} [compared]
 */
function showDays(usage, compared) {
  const isEmpty = usage.days.length === 0 && (compared?.days.length ?? 0) === 0;
  element("days", HTMLElement).hidden = isEmpty;
  element("no-days", HTMLElement).hidden = !isEmpty;
  setText("no-days", `No requests in ${words.month(usage.month)}.`);
  if (isEmpty) {
    chart.clear();
    return;
  }
  chart.show(usage, compared);

  const methods = methodsOf(usage);
  const before = compared === undefined ? [] : [`Total, ${words.shortMonth(compared.month)}`];
  const names = [...methods.map(operationName), "Total", ...before];
  element("days-head", HTMLElement).replaceChildren(row(heading("Day", "col"), ...names.map(numberHeading)));
  const beforeOn = (/** @type {string} */ day) =>
    compared === undefined ? [] : [totalOn(compared, `${compared.month}${day.slice(-3)}`)];
  const rows = daysBeside(usage.month, compared?.month)
    .map((day) => ({ day, figures: [totalOn(usage, day), ...beforeOn(day)] }))
    .filter(({ figures }) => figures.some((calls) => calls > 0))
    .map(({ day, figures }) =>
      row(
        heading(words.shortDay(day), "row"),
        ...[...methods.map((method) => callsOn(usage, day, method)), ...figures].map(number),
      ),
    );
  element("days-body", HTMLElement).replaceChildren(...rows);
}

/**
 * @param {Usage} answer
 * @param {string} shownMonth
 */
function showMonths(answer, shownMonth) {
  const months = monthsOf(answer);
  const most = Math.max(1, ...months.map(({ calls }) => calls));
  const rows = months.map(({ month, calls }) => {
    const bar = make("div", { class: "bar" });
    bar.style.inlineSize = `${(calls / most) * 100}%`;
    const name = heading(words.shortMonth(month), "row");
    if (month === shownMonth) {
      name.setAttribute("aria-current", "true");
    }
    return row(name, cell("compared", bar), number(calls));
  });
  element("months-body", HTMLElement).replaceChildren(...rows);
}

/**
 * Every day of the month up to `asOf`.
 * @param {{ asOf: string, usage: MonthUsage }} shown
 */
function downloadDays({ asOf, usage }) {
  const methods = methodsOf(usage);
  const days = daysOf(usage.month).filter((day) => day <= asOf);
  const rowOf = (/** @type {string} */ day) => {
    const calls = methods.map((method) => callsOn(usage, day, method));
    return [day].concat(...calls.map(String), String(totalOn(usage, day)));
  };
  downloadCsv(`requests-${usage.month}.csv`, [["day", ...methods, "total"], ...days.map(rowOf)]);
}

/** @param {MonthUsage} usage */
function downloadKeys({ month, keys }) {
  downloadCsv(`requests-${month}-by-key.csv`, [
    ["month", "key_id", "label", "starts_with", "revoked", "requests"],
    ...keys.map((key) => [
      month,
      key.keyId,
      key.label,
      key.startsWith,
      key.isRevoked ? "yes" : "no",
      String(key.calls),
    ]),
  ]);
}
