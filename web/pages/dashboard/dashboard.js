// Reacts to the visitor. The key is in a variable here and in a header of the request, and never in the URL, a cookie or
// storage.
import { element } from "../element.js";
import { fetchUsage, UsageRefused } from "./fetch-usage.js";
import { clearUsage, showUsage } from "./show-usage.js";
import { words } from "./words.js";

const signIn = element("sign-in", HTMLFormElement);
const keyInput = element("key", HTMLInputElement);
const showButton = element("show", HTMLButtonElement);
const actions = element("actions", HTMLElement);
const problem = element("problem", HTMLElement);
const status = element("status", HTMLElement);
const figures = element("usage", HTMLElement);
const monthSelect = element("month", HTMLSelectElement);
const comparedSelect = element("compared", HTMLSelectElement);

/**
 * What the page shows after a key was accepted. The current month is undefined, so that a tab left open moves on to the next
 * month.
 * @type {{ key: string, month: string | undefined, compared: string | undefined } | undefined}
 */
let shown;

let asking = new AbortController();

signIn.addEventListener("submit", (event) => {
  event.preventDefault();
  void ask(keyInput.value.trim());
});
for (const select of [monthSelect, comparedSelect]) {
  select.addEventListener("change", () => {
    // A month is not compared with itself.
    const compared = comparedSelect.value === monthSelect.value ? "" : comparedSelect.value;
    if (shown !== undefined) void ask(shown.key, monthSelect.value, compared || undefined);
  });
}
element("refresh", HTMLButtonElement).addEventListener(
  "click",
  () => shown && void ask(shown.key, shown.month, shown.compared),
);
element("forget", HTMLButtonElement).addEventListener("click", () => {
  problem.hidden = true;
  forget();
  status.textContent = "The key is forgotten.";
});

/**
 * Fetches and shows the usage. Only the last call of this function changes the page.
 * @param {string} key
 * @param {string} [month]
 * @param {string} [compared]
 */
async function ask(key, month, compared) {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  setBusy(true);
  try {
    const [answer, other] = await Promise.all([
      fetchUsage(key, { month, signal }),
      compared === undefined ? undefined : fetchUsage(key, { month: compared, signal }),
    ]);
    problem.hidden = true;
    const isFirst = shown === undefined;
    const current = answer.quota.asOf.slice(0, "2026-11".length);
    const shownMonth = answer.usage?.month ?? current;
    shown = { key, month: shownMonth === current ? undefined : shownMonth, compared };
    // The figures become visible before the chart is drawn, because a chart takes the size of its visible canvas.
    showFigures(true);
    showUsage(answer, other?.usage);
    status.textContent = `Usage in ${words.month(shownMonth)} is shown.`;
    if (isFirst) {
      element("account", HTMLElement).focus();
    }
    setBusy(false);
  } catch (error) {
    if (signal.aborted) {
      return;
    }
    setBusy(false);
    showProblem(error);
  }
}

/** @param {unknown} error */
function showProblem(error) {
  status.textContent = "";
  if (!(error instanceof UsageRefused)) {
    throw error;
  }
  element("problem-title", HTMLElement).textContent = error.title;
  element("problem-text", HTMLElement).textContent = error.message;
  const requestId = element("problem-id", HTMLElement);
  requestId.hidden = error.requestId === null;
  requestId.textContent = `Request id, to quote when you ask for help: ${error.requestId}`;
  problem.hidden = false;
  if (shown === undefined) {
    keyInput.focus();
  } else if (error.isAboutKey) {
    forget();
  } else {
    monthSelect.value = shown.month ?? monthSelect.options[0]?.value ?? "";
    comparedSelect.value = shown.compared ?? "";
  }
}

function forget() {
  asking.abort();
  shown = undefined;
  setBusy(false);
  showFigures(false);
  clearUsage();
  keyInput.focus();
}

/** @param {boolean} isShown */
function showFigures(isShown) {
  figures.hidden = !isShown;
  actions.hidden = !isShown;
  signIn.hidden = isShown;
  if (isShown) {
    keyInput.value = "";
  }
}

/** @param {boolean} isBusy */
function setBusy(isBusy) {
  showButton.disabled = isBusy;
  showButton.textContent = isBusy ? "Loading…" : "Show usage";
  figures.ariaBusy = String(isBusy);
  if (isBusy) {
    status.textContent = "Loading…";
  }
}
