/**
 * The question of the samples, as it was chosen in the fields above them.
 * @typedef {object} Question
 * @property {string} place `51.434,-0.214`
 * @property {string} timeZone Empty if it is not known.
 * @property {string} sport
 * @property {string} minutes
 * @property {string} language
 * @property {string} start `2026-11-24T14:00:00Z`
 * @property {Readonly<Record<string, string>>} facts The facts of the venue, such as `surface`, by parameter.
 */

/** @param {Question} question */
export function parametersOf({ place, sport, minutes, language, start, facts }) {
  const [lat = "", lng = ""] = place.split(/\s*,\s*/);
  return { lat, lng, start_time: start, duration_minutes: minutes, sport, ...facts, lang: language };
}

/**
 * The question in each language that there is a tab for, with this service's address. Lines are short enough for most screens.
 * @param {Question} question
 * @param {{ origin: string, key: string }} caller
 * @returns {Record<string, string>}
 */
export function codeSamples(question, { origin, key }) {
  const parameters = Object.entries(parametersOf(question));
  const url = `${origin}/v1/booking-confidence`;
  return {
    curl: [
      `curl --get -H "X-API-Key: ${key}" \\`,
      ...parameters.map(([name, value]) => `  -d ${name}=${value} \\`),
      `  ${url}`,
    ].join("\n"),
    javascript: [
      "// On your server: a page would give the key away.",
      "// For pages: the calendar, or a publishable key.",
      "const query = new URLSearchParams({",
      ...parameters.map(([name, value]) => `  ${name}: "${value}",`),
      "});",
      "const response = await fetch(",
      `  \`${url}?\${query}\`,`,
      `  { headers: { "X-API-Key": "${key}" } },`,
      ");",
      "const answer = await response.json();",
      "if (!response.ok) throw new Error(answer.detail);",
      "console.log(answer.recommendation, answer.summary);",
    ].join("\n"),
    python: [
      "import json",
      "from urllib.error import HTTPError",
      "from urllib.parse import urlencode",
      "from urllib.request import Request, urlopen",
      "",
      "query = urlencode({",
      ...parameters.map(([name, value]) => `    "${name}": "${value}",`),
      "})",
      "request = Request(",
      `    f"${url}?{query}",`,
      `    headers={"X-API-Key": "${key}"},`,
      ")",
      "try:",
      "    with urlopen(request, timeout=10) as response:",
      "        answer = json.load(response)",
      '    print(answer["recommendation"], answer["summary"])',
      "except HTTPError as refusal:",
      '    print(json.load(refusal)["detail"])',
    ].join("\n"),
    calendar: calendarTag(question, { origin, source: 'src="/weather"' }),
    venues: venuesCode(question, { origin, key }),
  };
}

/**
 * The command that ranks the chosen place beside others.
 * @param {Question} question
 * @param {{ origin: string, key: string }} caller
 */
function venuesCode(question, { origin, key }) {
  return [
    "# Up to 20 venues, best first, as one request.",
    `curl -H "X-API-Key: ${key}" \\`,
    `  -H "Content-Type: application/json" \\`,
    "  -d '{",
    `  "venues": [`,
    venuesOf(question)
      .map((venue) => `    ${JSON.stringify(venue)}`)
      .join(",\n"),
    "  ],",
    `  "start_time": "${question.start}",`,
    `  "duration_minutes": ${question.minutes},`,
    `  "sport": "${question.sport}",`,
    `  "explain": true,`,
    `  "lang": "${question.language}"`,
    `}' ${origin}/v1/venues:rank`,
  ].join("\n");
}

/**
 * The chosen place with its facts, and one some kilometres nearer to the equator, as an example of another.
 * @param {Question} question
 */
function venuesOf(question) {
  const { lat, lng } = parametersOf(question);
  const facts = Object.entries(question.facts).map(([name, value]) => [name, jsonValue(value)]);
  const otherLat = Number((Number(lat) - 0.1 * Math.sign(Number(lat))).toFixed(4));
  return [
    { ref: "chosen", lat: Number(lat), lng: Number(lng), ...Object.fromEntries(facts) },
    { ref: "other", lat: otherLat, lng: Number(lng) },
  ];
}

/** `true` and `-5` are not texts in JSON. @param {string} text */
function jsonValue(text) {
  if (text === "true" || text === "false") return text === "true";
  return Number.isNaN(Number(text)) ? text : Number(text);
}

/**
 * The element for a page, and the script that defines it.
 * @param {Question} question
 * @param {{ origin: string, source: string }} from The attribute that says where the calendar sends its requests:
 * `src="/weather"`.
 */
export function calendarTag(question, { origin, source }) {
  return [
    `<script type="module"`,
    `  src="${origin}/embed/calendar.js"`,
    `></script>`,
    `<suitability-calendar`,
    `  ${source}`,
    `  place="${question.place}"`,
    `  sport="${question.sport}"`,
    `  duration="${question.minutes}"`,
    ...Object.entries(question.facts).map(([name, value]) => `  ${name.replaceAll("_", "-")}="${value}"`),
    ...(question.timeZone === "" ? [] : [`  time-zone="${question.timeZone}"`]),
    `  lang="${question.language}"`,
    `  details`,
    `></suitability-calendar>`,
  ].join("\n");
}
