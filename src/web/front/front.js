// The calendar of this page, and what may be chosen for it. The key is a variable here and a header of what is asked: never
// in the URL, in a cookie or in storage.
import { fetchSports, SportsRefused } from "./fetch-sports.js";
import { part } from "./page-parts.js";
import { choosePlaces } from "./places.js";

const keyForm = part("key-form", HTMLFormElement);
const keyInput = part("key", HTMLInputElement);
const keyProblem = part("key-problem", HTMLElement);
const sportSelect = part("sport", HTMLSelectElement);
const lengthSelect = part("length", HTMLSelectElement);

/** Only a demo has one. */
const demoKey = document.body.dataset["demoKey"] ?? "";

const calendar = /** @type {import("../embed/calendar/suitability-calendar.js").SuitabilityCalendar} */ (
  document.createElement("suitability-calendar")
);
calendar.setAttribute("details", "");

showSnippets();
if (demoKey !== "") {
  void showWeek(demoKey);
}
sportSelect.addEventListener("change", showChoice);
lengthSelect.addEventListener("change", showChoice);
keyForm.addEventListener("submit", (event) => {
  event.preventDefault();
  void showWeek(keyInput.value.trim());
});

/** @param {string} key */
async function showWeek(key) {
  try {
    const sports = await fetchSports(key);
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
  choosePlaces((chosen) => {
    // The week of another place would pass for that of this one.
    calendar.hidden = chosen === undefined;
    if (chosen === undefined) {
      return;
    }
    calendar.setAttribute("place", chosen.place);
    calendar.setAttribute("time-zone", chosen.timeZone);
    if (!calendar.isConnected) {
      part("calendar", HTMLElement).append(calendar);
    }
  });
}

function showChoice() {
  calendar.setAttribute("sport", sportSelect.value);
  calendar.setAttribute("duration", lengthSelect.value);
}

/** What to paste, with this service's address. */
function showSnippets() {
  const { origin } = location;
  const key = demoKey === "" ? "wsk_…" : demoKey;
  part("curl", HTMLElement).textContent =
    `curl -H "X-API-Key: ${key}" \\\n  "${origin}/v1/forecast?lat=51.434&lng=-0.214&sport=tennis"`;
  part("embed", HTMLElement).textContent = calendarFrom(`src="/weather"`);
  part("embed-static", HTMLElement).textContent = calendarFrom(`key="wpk_…"`);

  /** @param {string} where It asks. */
  function calendarFrom(where) {
    return [
      `<script type="module"`,
      `  src="${origin}/embed/calendar.js"`,
      `></script>`,
      `<suitability-calendar ${where}`,
      `  place="51.434,-0.214" sport="tennis"`,
      `  duration="90" time-zone="Europe/London"`,
      `  details></suitability-calendar>`,
    ].join("\n");
  }
}
