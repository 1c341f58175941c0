// The calendar of this page and its choices. The key is in a variable here and in a header of requests, and never in the URL,
// a cookie or storage.
import { make } from "../../make.js";
import { element } from "../element.js";
import { fetchSports, SportsRefused } from "./fetch-sports.js";
import { askWith, generate, startGenerator } from "./generator.js";
import { choosePlaces } from "./places.js";

const keyForm = element("key-form", HTMLFormElement);
const keyInput = element("key", HTMLInputElement);
const keyProblem = element("key-problem", HTMLElement);
const sportSelect = element("sport", HTMLSelectElement);
const lengthSelect = element("length", HTMLSelectElement);
const languageSelect = element("language", HTMLSelectElement);

/** Empty unless the service is a demo. */
const demoKey = document.body.dataset["demoKey"] ?? "";

const calendar = make("suitability-calendar", { details: "", switches: "" });

languageSelect.value = browsersLanguage() ?? "en";
startGenerator(demoKey);
if (demoKey !== "") {
  void showWeek(demoKey);
}
sportSelect.addEventListener("change", showChoice);
lengthSelect.addEventListener("change", showChoice);
languageSelect.addEventListener("change", showChoice);
calendar.addEventListener("slot-chosen", (event) => {
  if (event instanceof CustomEvent) generate({ start: event.detail.startTime, facts: event.detail.facts });
});
let factsAsked = "{}";
calendar.addEventListener("loaded", (event) => {
  if (!(event instanceof CustomEvent)) return;
  // A switch for the roof, the lights or the surface changes the scores.
  const facts = JSON.stringify(event.detail.facts);
  if (facts !== factsAsked) generate({ facts: event.detail.facts });
  factsAsked = facts;
});
keyForm.addEventListener("submit", (event) => {
  event.preventDefault();
  void showWeek(keyInput.value.trim());
});

/** The first of the browser's languages that there are words in. */
function browsersLanguage() {
  const offered = [...languageSelect.options].map(({ value }) => value);
  const found = navigator.languages.map(
    (tag) => offered.find((known) => known === tag) ?? offered.find((known) => tag.startsWith(`${known}-`)),
  );
  return found.find(Boolean);
}

/** @param {string} key */
async function showWeek(key) {
  try {
    const sports = await fetchSports(key, { isTyped: key !== demoKey });
    const options = sports.map(
      ({ id, label }) => new Option(label.charAt(0).toUpperCase() + label.slice(1), id),
    );
    sportSelect.replaceChildren(...options);
  } catch (error) {
    if (!(error instanceof SportsRefused)) {
      throw error;
    }
    document.body.dataset["view"] = "key";
    keyProblem.hidden = false;
    keyProblem.textContent = error.message;
    return;
  }
  document.body.dataset["view"] = "week";
  keyInput.value = "";
  sportSelect.value = "tennis";
  showChoice();
  calendar.apiKey = key;
  askWith(key);
  // A publishable key has a list of places: the operator issues it for the places of this page.
  choosePlaces({ isForAll: !key.startsWith("wpk_") }, (chosen) => {
    // Hidden until the new place is known: readers would think that the week of the last place is that of the new one.
    calendar.hidden = chosen === undefined;
    if (chosen === undefined) {
      return;
    }
    generate(chosen);
    calendar.setAttribute("place", chosen.place);
    calendar.setAttribute("time-zone", chosen.timeZone);
    if (!calendar.isConnected) {
      element("calendar", HTMLElement).append(calendar);
    }
  });
}

function showChoice() {
  calendar.setAttribute("sport", sportSelect.value);
  calendar.setAttribute("duration", lengthSelect.value);
  calendar.lang = languageSelect.value;
  generate({ sport: sportSelect.value, minutes: lengthSelect.value, language: languageSelect.value });
}
