// What the visitor does, and what follows. The key is a variable here and a header of the one question asked: never in
// the URL, in a cookie or in storage.
import { element } from "./element.js";
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

/** What is on the page, once a key was accepted. @type {{ key: string, month: string, isCurrent: boolean } | undefined} */
let shown;

let asking = new AbortController();

signIn.addEventListener("submit", (event) => {
  event.preventDefault();
  void ask(keyInput.value.trim());
});
monthSelect.addEventListener("change", () => shown && void ask(shown.key, monthSelect.value));
// The current month is asked for without its name, so that a tab left open goes on to the next one.
element("refresh", HTMLButtonElement).addEventListener(
  "click",
  () => shown && void ask(shown.key, shown.isCurrent ? undefined : shown.month),
);
element("forget", HTMLButtonElement).addEventListener("click", () => {
  problem.hidden = true;
  forget();
  status.textContent = "The key is forgotten.";
});

/**
 * Only the last question asked changes the page.
 * @param {string} key
 * @param {string} [month]
 */
async function ask(key, month) {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  setBusy(true);
  try {
    const usage = await fetchUsage(key, { month, signal });
    problem.hidden = true;
    const isFirst = shown === undefined;
    shown = {
      key,
      month: usage.usage.month,
      isCurrent: usage.quota.asOf.startsWith(usage.usage.month),
    };
    // Before the chart is drawn: it takes the size of what is visible.
    showFigures(true);
    showUsage(usage);
    status.textContent = `Usage in ${words.month(usage.usage.month)} is shown.`;
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
    monthSelect.value = shown.month;
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
