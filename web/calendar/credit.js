// The credits that the weather sources' licences require wherever their data, or scores made from it, are shown.
import { make } from "../make.js";
import { tellDeveloper } from "./problem.js";

const CC_BY = { name: "CC BY 4.0", url: "https://creativecommons.org/licenses/by/4.0/" };
const NLOD = { name: "NLOD 2.0", url: "https://data.norge.no/nlod/en/2.0" };

/** By the names in the header Weather-Source. */
const CREDITS = new Map([
  ["open-meteo", { words: "openMeteo", url: "https://open-meteo.com/", licences: [CC_BY] }],
  ["met-norway", { words: "metNorway", url: "https://api.met.no/", licences: [CC_BY, NLOD] }],
]);

/**
 * @param {string | null} source If it is missing or unknown, nobody is credited.
 * @returns {{ words: "openMeteo" | "metNorway", url: string, licences: (typeof CC_BY)[] }[]}
 */
function creditsOf(source) {
  const credits = (source ?? "").split(",").flatMap((name) => CREDITS.get(name.trim()) ?? []);
  if (credits.length === 0 && source !== "simulated") {
    tellDeveloper(
      "The weather's credit cannot be given: the answer's Weather-Source is missing or not known:",
      source,
    );
  }
  return /** @type {any} */ (credits);
}

/**
 * @param {string | null} source
 * @param {import("./voice.js").Voice} voice
 */
export function creditOf(source, { words }) {
  const line = make("p", { part: "credit", class: "credit" });
  if (source === "simulated") {
    line.append(`${words.simulated} `);
  }
  for (const { words: name, url, licences } of creditsOf(source)) {
    line.append(
      linkTo(words[name], url),
      " (",
      ...licences.flatMap((each, i) => [i > 0 ? ", " : "", linkTo(each.name, each.url)]),
      "). ",
    );
  }
  const { name, url } = SERVICE.operator;
  const [before = "", after = ""] = words.scores.split("{operator}");
  line.append(before, url === undefined ? name : linkTo(name, url), after);
  return line;
}

/** The sources' credits as one line of text. @param {string | null} source @param {import("./voice.js").Voice} voice */
export function creditText(source, { words }) {
  const credits = creditsOf(source).map(
    ({ words: name, licences }) => `${words[name]} (${licences.map((each) => each.name).join(", ")})`,
  );
  return source === "simulated" ? words.simulated : credits.join(", ");
}

/**
 * @param {string} text
 * @param {string} url
 */
function linkTo(text, url) {
  return make("a", { href: url, target: "_blank", rel: "noopener" }, text);
}
