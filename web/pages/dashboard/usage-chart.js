// Requests a day as stacked bars, one colour for each operation. The canvas is only a picture: the table beside it has the
// figures.
import { daysBeside, daysOf } from "./months.js";
import { operationName, words } from "./words.js";

/** The library is a classic script that ran before this module and defines a global. */
const { Chart } = /** @type {{ Chart: typeof import("chart.js").Chart }} */ (
  /** @type {unknown} */ (globalThis)
);

Chart.defaults.font.family = getComputedStyle(document.documentElement).fontFamily;

/** Each operation keeps its colour from month to month. */
const COLOURS = new Map([
  ["GetBookingConfidence", "--series-1"],
  ["GetForecast", "--series-2"],
  ["RankSafeSlots", "--series-3"],
]);
const COLOUR_OF_OTHERS = "--series-4";

/**
 * @typedef {import("./fetch-usage.js").MonthUsage} MonthUsage
 * @param {HTMLCanvasElement} canvas
 */
export function createUsageChart(canvas) {
  /** @type {import("chart.js").Chart | undefined} */
  let chart;
  /** @type {[usage: MonthUsage, compared?: MonthUsage] | undefined} */
  let shown;

  const clear = () => {
    chart?.destroy();
    chart = undefined;
    shown = undefined;
  };

  /**
   * @param {MonthUsage} usage
   * @param {MonthUsage} [compared] Drawn as a line, day by day.
   */
  const show = (usage, compared) => {
    clear();
    shown = [usage, compared];
    canvas.setAttribute("aria-label", description(usage, compared));
    chart = new Chart(canvas, configuration(usage, compared));
  };

  // A drawn chart keeps its colours, so it is drawn again.
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    if (shown !== undefined) {
      show(...shown);
    }
  });
  return { show, clear };
}

/**
 * The methods of a month in the order of their colours.
 * @param {MonthUsage} usage
 */
export function methodsOf({ methods }) {
  const order = [...COLOURS.keys()];
  const rank = (/** @type {string} */ method) =>
    (order.indexOf(method) + order.length + 1) % (order.length + 1);
  return methods.map(({ method }) => method).sort((a, b) => rank(a) - rank(b));
}

/**
 * @param {MonthUsage} usage
 * @param {MonthUsage} [compared]
 */
function description(usage, compared) {
  const totals = daysOf(usage.month).map((day) => ({ day, calls: totalOn(usage, day) }));
  const busiest = totals.reduce((most, each) => (each.calls > most.calls ? each : most));
  const busy =
    busiest.calls === 0
      ? "No requests."
      : `Busiest day: ${words.shortDay(busiest.day)}, ${words.count(busiest.calls)}.`;
  const line = compared === undefined ? "" : ` A line shows those of ${words.month(compared.month)}.`;
  return `Bar chart of the requests per day in ${words.month(usage.month)}. ${busy}${line}`;
}

/**
 * @param {MonthUsage} usage
 * @param {MonthUsage} [compared]
 * @returns {import("chart.js").ChartConfiguration<"bar" | "line">}
 */
function configuration(usage, compared) {
  const days = daysBeside(usage.month, compared?.month);
  const style = getComputedStyle(document.documentElement);
  const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  const bars = methodsOf(usage).map((method) => ({
    type: /** @type {const} */ ("bar"),
    label: operationName(method),
    data: days.map((day) => callsOn(usage, day, method)),
    backgroundColor: colour(COLOURS.get(method) ?? COLOUR_OF_OTHERS),
    borderColor: colour("--surface"),
    // A gap separates the stacked parts, for those who cannot see the colours.
    borderWidth: { top: 1, right: 0, bottom: 0, left: 0 },
    maxBarThickness: 28,
  }));
  const lines = compared === undefined ? [] : [comparedLine(compared, colour("--text"))];
  return {
    type: "bar",
    // The first dataset lies on top.
    data: { labels: days.map((day) => Number(day.slice(-2))), datasets: [...lines, ...bars] },
    options: {
      animation: false,
      maintainAspectRatio: false,
      interaction: { mode: "index", intersect: false },
      color: colour("--text"),
      plugins: {
        legend: { position: "bottom", align: "start", labels: { boxWidth: 12, boxHeight: 12, padding: 16 } },
        tooltip: {
          callbacks: {
            title: ([first]) => words.day(days[first?.dataIndex ?? 0] ?? usage.month),
            label: ({ dataset, parsed }) => ` ${dataset.label}: ${words.count(parsed.y ?? 0)}`,
            footer: (items) => {
              const ofMonth = items.filter(({ dataset }) => dataset.type === "bar");
              return `Total: ${words.count(ofMonth.reduce((sum, { parsed }) => sum + (parsed.y ?? 0), 0))}`;
            },
          },
        },
      },
      scales: scales(usage.month, colour),
    },
  };
}

/**
 * @param {MonthUsage} compared
 * @param {string} colour
 */
function comparedLine(compared, colour) {
  return {
    type: /** @type {const} */ ("line"),
    label: `Total, ${words.shortMonth(compared.month)}`,
    data: daysOf(compared.month).map((day) => totalOn(compared, day)),
    // A stack of its own, so that the line is not added to the bars.
    stack: "compared",
    borderColor: colour,
    backgroundColor: "transparent",
    borderWidth: 1.5,
    borderDash: [5, 4],
    pointRadius: 0,
  };
}

/**
 * @param {string} month
 * @param {(name: string) => string} colour
 * @returns {import("chart.js").ChartOptions<"bar">["scales"]}
 */
function scales(month, colour) {
  const muted = colour("--muted");
  return {
    x: {
      stacked: true,
      title: { display: true, text: `Day of ${words.month(month)} (UTC)`, color: muted },
      ticks: { color: muted, maxRotation: 0, autoSkipPadding: 8 },
      grid: { display: false },
      border: { color: colour("--line") },
    },
    y: {
      stacked: true,
      beginAtZero: true,
      title: { display: true, text: "Requests", color: muted },
      ticks: {
        color: muted,
        precision: 0,
        maxTicksLimit: 6,
        callback: (value) => words.count(Number(value)),
      },
      grid: { color: colour("--line") },
      border: { display: false },
    },
  };
}

/**
 * @param {MonthUsage} usage
 * @param {string} day
 * @param {string} method
 */
export function callsOn({ days }, day, method) {
  const ofDay = days.find((each) => each.day === day)?.methods ?? [];
  return ofDay.find((each) => each.method === method)?.calls ?? 0;
}

/**
 * @param {MonthUsage} usage
 * @param {string} day
 */
export function totalOn({ days }, day) {
  const ofDay = days.find((each) => each.day === day)?.methods ?? [];
  return ofDay.reduce((sum, { calls }) => sum + calls, 0);
}
