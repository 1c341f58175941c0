// The figures as the page shows them.
import { element } from "./element.js";
import { cell, heading, number, numberHeading, row } from "./table-row.js";
import { callsOn, createUsageChart, methodsOf } from "./usage-chart.js";
import { operationName, words } from "./words.js";

/** @typedef {import("./fetch-usage.js").Usage} Usage */

/** From these shares of the quota on the meter changes its colour. */
const NEAR_LIMIT = 0.8;

const MONTHS_MAX = 13;

const chart = createUsageChart(element("chart", HTMLCanvasElement));

/** @param {Usage} usage */
export function showUsage(usage) {
  setText("account", usage.accountName);
  setText("plan", `${usage.planTitle} plan`);
  setText(
    "as-of",
    `As of ${words.minute(usage.quota.asOf)} UTC. Looking at this page does not count as a request.`,
  );
  showQuota(usage.quota);
  showMonthChoice(usage);
  showDays(usage.usage);
  showMethods(usage.usage);
  showMonths(usage);
}

const FILLED = ["account", "plan", "as-of", "used", "left", "quota", "used-share", "resets", "month"];
const FILLED_TABLES = ["days-head", "days-body", "methods-body", "months-body"];

/** Takes every figure off the page. */
export function clearUsage() {
  chart.clear();
  for (const id of [...FILLED, ...FILLED_TABLES]) {
    element(id, HTMLElement).replaceChildren();
  }
}

/** @param {Usage["quota"]} quota */
function showQuota({ asOf, monthlyQuota, used, left, resetsAt }) {
  setText("used", words.count(used));
  setText("left", words.count(left));
  setText("quota", words.count(monthlyQuota));
  setText("resets", `Starts afresh ${words.until(asOf, resetsAt)}: on ${words.day(resetsAt)}, 00:00 UTC.`);

  const share = used / monthlyQuota;
  const text =
    left === 0 ? "Used up: requests are refused until the month ends." : `${words.percent(share)} used.`;
  setText("used-share", text);
  const meter = element("meter", HTMLElement);
  meter.setAttribute("aria-valuemax", String(monthlyQuota));
  meter.setAttribute("aria-valuenow", String(Math.min(used, monthlyQuota)));
  meter.setAttribute("aria-valuetext", `${words.count(used)} of ${words.count(monthlyQuota)} requests used`);
  meter.dataset["level"] = left === 0 ? "used-up" : share >= NEAR_LIMIT ? "near-limit" : "fine";
  const fill = element("meter-fill", HTMLElement);
  fill.hidden = used === 0;
  fill.style.inlineSize = `${Math.min(1, share) * 100}%`;
}

/** @param {Usage} usage */
function showMonthChoice(usage) {
  const options = monthsOf(usage).map(({ month }) => new Option(words.month(month), month));
  const select = element("month", HTMLSelectElement);
  select.replaceChildren(...options);
  select.value = usage.usage.month;
}

/** @param {Usage["usage"]} usage */
function showDays(usage) {
  const isEmpty = usage.days.length === 0;
  element("days", HTMLElement).hidden = isEmpty;
  showEmpty("no-days", isEmpty, usage.month);
  if (isEmpty) {
    chart.clear();
    return;
  }
  chart.show(usage);

  const methods = methodsOf(usage);
  const head = document.createElement("tr");
  head.append(heading("Day", "col"), ...[...methods.map(operationName), "Total"].map(numberHeading));
  element("days-head", HTMLElement).replaceChildren(head);
  const rows = usage.days.map(({ day }) => {
    const calls = methods.map((method) => callsOn(usage, day, method));
    const total = calls.reduce((sum, each) => sum + each, 0);
    return row(heading(words.shortDay(day), "row"), ...[...calls, total].map(number));
  });
  element("days-body", HTMLElement).replaceChildren(...rows);
}

/** @param {Usage["usage"]} usage */
function showMethods({ month, calls, methods }) {
  const isEmpty = methods.length === 0;
  element("methods", HTMLElement).hidden = isEmpty;
  showEmpty("no-methods", isEmpty, month);
  const rows = methods.map((each) =>
    row(
      heading(operationName(each.method), "row"),
      number(each.calls),
      cell(words.percent(each.calls / calls), "number"),
    ),
  );
  element("methods-body", HTMLElement).replaceChildren(...rows);
}

/** @param {Usage} usage */
function showMonths(usage) {
  const months = monthsOf(usage);
  const most = Math.max(1, ...months.map(({ calls }) => calls));
  const rows = months.map(({ month, calls }) => {
    const bar = document.createElement("div");
    bar.className = "bar";
    bar.style.inlineSize = `${(calls / most) * 100}%`;
    const compared = cell("", "compared");
    compared.append(bar);
    const name = heading(words.shortMonth(month), "row");
    if (month === usage.usage.month) {
      name.setAttribute("aria-current", "true");
    }
    return row(name, compared, number(calls));
  });
  element("months-body", HTMLElement).replaceChildren(...rows);
}

/**
 * From the current month back to the first one there is, without gaps: a month without requests is a fact too.
 * @param {Usage} usage
 */
function monthsOf({ quota, months }) {
  const calls = new Map(months.map((each) => [each.month, each.calls]));
  const current = quota.asOf.slice(0, "2026-11".length);
  const first = months.at(-1)?.month ?? current;
  const all = [];
  for (let month = current; month >= first && all.length < MONTHS_MAX; month = monthBefore(month)) {
    all.push({ month, calls: calls.get(month) ?? 0 });
  }
  return all;
}

/** @param {string} month */
function monthBefore(month) {
  const [year = 0, monthNumber = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, monthNumber - 2)).toISOString().slice(0, "2026-11".length);
}

/**
 * @param {string} id
 * @param {boolean} isEmpty
 * @param {string} month
 */
function showEmpty(id, isEmpty, month) {
  setText(id, `No requests in ${words.month(month)}.`);
  element(id, HTMLElement).hidden = !isEmpty;
}

/**
 * @param {string} id
 * @param {string} text
 */
function setText(id, text) {
  element(id, HTMLElement).textContent = text;
}
