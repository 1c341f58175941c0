// Shows code for the chosen question in tabs. On demand, it also shows the answer to the question, which takes one request.
import { element } from "../element.js";
import { calendarTag, codeSamples, parametersOf } from "./code-samples.js";

const DAY_MS = 86_400_000;

// A little longer than the service's own limit.
const TIMEOUT_MS = 15_000;

const code = element("code", HTMLElement);
const panel = element("code-panel", HTMLElement);
const answer = element("answer", HTMLElement);
const verdict = element("answer-verdict", HTMLElement);
const json = element("answer-json", HTMLElement);
const askButton = element("ask", HTMLButtonElement);
const tabs = [...document.querySelectorAll('[role="tab"]')].filter((tab) => tab instanceof HTMLButtonElement);

/** @type {import("./code-samples.js").Question} */
let question = {
  place: "51.434,-0.214",
  timeZone: "Europe/London",
  sport: "tennis",
  minutes: "90",
  language: "en",
  facts: {},
  start: `${new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)}T14:00:00Z`,
};
let shown = tabs[0]?.dataset["code"] ?? "";
/** The key in the visible code, and the key that requests are sent with. */
let keys = { shown: "wsk_…", asking: "" };

/**
 * Call it when the page loads, so that the code is visible before anything is chosen.
 * @param {string} key The page's own key; empty if it has none.
 */
export function startGenerator(key) {
  // A publishable key works on this page only, so the code does not show it.
  if (key.startsWith("wsk_")) keys = { shown: key, asking: key };
  for (const tab of tabs) {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const next = step && tabs.at((tabs.indexOf(tab) + step) % tabs.length);
      if (!next) return;
      choose(next);
      next.focus();
    });
  }
  askButton.addEventListener("click", () => void ask());
  for (const button of document.querySelectorAll("button[data-copies]")) {
    if (button instanceof HTMLButtonElement) button.addEventListener("click", () => void copy(button));
  }
  element("pinned-origin", HTMLElement).textContent = location.origin;
  showCode();
}

/** @param {string} key Typed by the visitor: it is sent, and shown to nobody. */
export function askWith(key) {
  keys = { ...keys, asking: key };
}

/**
 * Changes the question to what was chosen, and hides the answer to the last question.
 * @param {Partial<import("./code-samples.js").Question>} change
 */
export function generate(change) {
  question = { ...question, ...change };
  answer.hidden = true;
  showCode();
}

/** @param {HTMLButtonElement} chosen */
function choose(chosen) {
  for (const tab of tabs) {
    tab.ariaSelected = String(tab === chosen);
    tab.tabIndex = tab === chosen ? 0 : -1;
  }
  panel.setAttribute("aria-labelledby", chosen.id);
  shown = chosen.dataset["code"] ?? "";
  showCode();
}

function showCode() {
  const { origin } = location;
  code.textContent = codeSamples(question, { origin, key: keys.shown })[shown] ?? "";
  element("public-tag", HTMLElement).textContent = calendarTag(question, {
    origin,
    source: 'api-key="wpk_…"',
  });
  // In the operator's command, which customers do not get.
  const place = document.getElementById("issue-place");
  if (place !== null) place.textContent = question.place;
}

async function ask() {
  const asked = question;
  askButton.disabled = true;
  const { told, body } = await answerTo(`/v1/booking-confidence?${new URLSearchParams(parametersOf(asked))}`);
  askButton.disabled = false;
  // Something else may be chosen by now.
  if (asked !== question) return;
  answer.hidden = false;
  verdict.textContent = told;
  json.textContent = body === undefined ? "" : JSON.stringify(body, undefined, 2);
}

/** @param {string} url */
async function answerTo(url) {
  try {
    const response = await fetch(url, {
      headers: { "x-api-key": keys.asking },
      credentials: "omit",
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body = await response.json();
    const told = response.ok ? `${body.playability_score} of 100. ${body.summary}` : body.detail;
    return { told, body };
  } catch {
    return { told: "The service cannot be reached. Check your connection, then try again." };
  }
}

/** @param {HTMLButtonElement} button */
async function copy(button) {
  const source = element(button.dataset["copies"] ?? "", HTMLElement);
  try {
    // Browsers allow the clipboard only on pages over TLS or from their own machine.
    await navigator.clipboard.writeText(source.textContent ?? "");
    button.textContent = "Copied";
  } catch {
    getSelection()?.selectAllChildren(source);
    button.textContent = "Selected";
  }
  setTimeout(() => (button.textContent = "Copy"), 2_000);
}
