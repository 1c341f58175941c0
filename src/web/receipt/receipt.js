// /receipt: shows a pasted receipt in words and as a table.
import { readReceipt } from "./read-receipt.js";

/** @typedef {import("./read-receipt.js").Payload} Payload */

/** @type {readonly import("./read-receipt.js").PublicJwk[]} */
const KEYS = JSON.parse(document.body.dataset["keys"] ?? "[]");

/**
 * The built-in sports of this version of the model.
 * @type {readonly Payload[]}
 */
const SPORTS = JSON.parse(document.body.dataset["sports"] ?? "[]");

const VERDICTS = /** @type {Readonly<Record<string, string>>} */ ({
  safe_to_book: "safe to book",
  proceed_with_caution: "proceed with caution",
  not_recommended: "not recommended",
});

/** @type {readonly (readonly [name: string, title: string, unit: string])[]} */
const COLUMNS = [
  ["playability_score", "Score", ""],
  ["temp_c", "Temperature", " °C"],
  ["rain_mm", "Rain", " mm"],
  ["precip_prob_pct", "Chance of rain", " %"],
  ["wind_kmh", "Wind", " km/h"],
  ["gust_kmh", "Gusts", " km/h"],
  ["cloud_cover_pct", "Clouds", " %"],
];

/** @param {string} id */
function part(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found;
}

const input = /** @type {HTMLTextAreaElement} */ (part("receipt"));
input.addEventListener("input", () => void look());
// A browser may keep the field's text when the page is reloaded.
void look();

async function look() {
  const text = input.value;
  if (text.trim() === "") {
    show("", "", "");
    return;
  }
  const read = await readReceipt(text, KEYS).catch(cannotVerify);
  // The text has changed meanwhile: a later call shows it.
  if (text !== input.value) return;
  if ("because" in read) {
    show("down", `✗ Not valid: ${read.because}`, read.sentence);
    return;
  }
  const { payload, isSimulated } = read;
  const when = time(payload["iat"] * 1000);
  if (isSimulated) {
    show(
      "degraded",
      "! Simulated weather",
      "The signature is good, but the weather is made up: this receipt proves nothing.",
    );
  } else {
    show(
      "ok",
      "✓ Good",
      `${String(payload["iss"])} signed this, on ${when} as it says, and nothing was changed since.`,
    );
  }
  tell(read);
}

function cannotVerify() {
  const sentence = isSecureContext
    ? "This browser cannot verify Ed25519 signatures: take a newer one."
    : "A browser verifies signatures only in pages that were fetched by https.";
  return { because: "browser", sentence };
}

/**
 * @param {string} state
 * @param {string} headline
 * @param {string} sentence
 */
function show(state, headline, sentence) {
  part("verdict").className = `state ${state}`;
  part("verdict").textContent = headline;
  part("reason").textContent = sentence;
  part("said").hidden = true;
}

/** @param {import("./read-receipt.js").Signed} read */
function tell({ payload, kid }) {
  const { question, answer, explanation } = payload;
  const lost = explanation.points_lost.map(
    (/** @type {{ factor: string, points: number }} */ { factor, points }) =>
      `${factor.replaceAll("_", " ")} ${points}`,
  );
  facts([
    ["Said to whoever booked", `“${answer.summary}”`],
    [
      "Score",
      `${answer.playability_score} of 100: ${VERDICTS[answer.recommendation] ?? answer.recommendation}`,
    ],
    ["Points lost", lost.length === 0 ? "none" : lost.join(", ")],
    ["Risks", `rain ${answer.rain_risk}, wind ${answer.wind_risk}`],
    ["Temperature at the start", `${answer.temp_c} °C`],
    ["Sport", sportText(payload)],
    ["Start", time(Date.parse(question.start_time))],
    ["Length", `${question.duration_minutes} minutes`],
    ["Place", `${question.lat}, ${question.lng}`],
    ["Also asked", besides(question)],
    ["Forecast", `${payload["source"]}, made ${time(Date.parse(answer.forecast_at))}`],
    ["Credit", String(payload["credit"])],
    ["Signed by", String(payload["iss"])],
    ["Signed at", `${time(payload["iat"] * 1000)}, says the signer`],
    ["Reference", payload["sub"] === undefined ? "none" : String(payload["sub"])],
    ["Request", String(payload["jti"])],
    ["Key", kid],
    ["Model version", String(payload["model_version"])],
  ]);
  part("columns").replaceChildren(...["Hour", ...COLUMNS.map(([, title]) => title)].map(heading));
  part("hours").replaceChildren(...explanation.hours.map(row));
  part("payload").textContent = JSON.stringify(payload, null, 2);
  part("said").hidden = false;
}

/**
 * A custom sport may have the name of a built-in one but other curves.
 * @param {Payload} payload
 */
function sportText({ profile, model_version: version }) {
  const sport = profile.id === profile.base ? profile.id : `${profile.id}, made from ${profile.base}`;
  const builtIn = SPORTS.find(({ id }) => id === profile.base);
  if (builtIn === undefined || version !== document.body.dataset["modelVersion"]) return sport;
  const own = Object.entries(builtIn)
    .filter(([name, value]) => name !== "id" && JSON.stringify(value) !== JSON.stringify(profile[name]))
    .map(([name]) => name);
  return own.length === 0 ? `${sport}, with the built-in curves` : `${sport}, with its own ${own.join(", ")}`;
}

/** The parameters that have a line of their own, or ask only for the receipt and the explanation. */
const SHOWN = new Set("lat lng start_time duration_minutes sport receipt receipt_ref explain".split(" "));

/** @param {Payload} question */
function besides(question) {
  const others = Object.entries(question).filter(([name]) => !SHOWN.has(name));
  return others.length === 0
    ? "nothing"
    : others.map(([name, value]) => `${name} ${String(value)}`).join(", ");
}

/** @param {readonly (readonly [string, string])[]} pairs */
function facts(pairs) {
  const items = pairs.flatMap(([name, text]) => [element("dt", name), element("dd", text)]);
  part("facts").replaceChildren(...items);
}

/** @param {string} title */
function heading(title) {
  const th = element("th", title);
  th.setAttribute("scope", "col");
  return th;
}

/** @param {Payload} hour */
function row(hour) {
  const th = element("th", time(Date.parse(hour["time"])));
  th.setAttribute("scope", "row");
  const tr = document.createElement("tr");
  tr.append(th, ...COLUMNS.map((column) => cell(hour, column)));
  return tr;
}

/**
 * @param {Payload} hour
 * @param {(typeof COLUMNS)[number]} column
 */
function cell(hour, [name, title, unit]) {
  const value = hour[name];
  const td = element("td", typeof value === "number" ? `${Math.round(value * 10) / 10}${unit}` : "not known");
  // What page.css puts before the cell on a phone.
  td.dataset["title"] = title;
  return td;
}

/**
 * @param {string} kind
 * @param {string} text
 */
function element(kind, text) {
  const made = document.createElement(kind);
  made.textContent = text;
  return made;
}

/** @param {number} ms */
function time(ms) {
  return Number.isNaN(ms) ? "?" : `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
