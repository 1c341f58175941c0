// The credits that the weather sources' licences require wherever their data, or scores made from it, are shown.
import { make } from "../make.js";
import { tellDeveloper } from "./problem.js";

/** By the names in the header Weather-Source. */
const CREDITS = new Map(Object.entries(SERVICE.credits));

/**
 * @param {string | null} source If it is missing or unknown, nobody is credited.
 * @param {import("./voice.js").Voice} voice
 */
function creditsOf(source, { words }) {
  const credits = (source ?? "").split(",").flatMap((item) => {
    const name = item.trim();
    const credit = CREDITS.get(name);
    return credit ? [{ ...credit, text: words.credits[name] ?? name }] : [];
  });
  if (credits.length === 0) {
    tellDeveloper(
      "The weather's credit cannot be given: the answer's Weather-Source is missing or not known:",
      source,
    );
  }
  return credits;
}

/**
 * @param {string | null} source
 * @param {import("./voice.js").Voice} voice
 */
export function creditOf(source, voice) {
  const line = make("p", { part: "credit", class: "credit" });
  for (const { text, url, licences } of creditsOf(source, voice)) {
    if (url === undefined) {
      line.append(`${text} `);
      continue;
    }
    line.append(
      linkTo(text, url),
      " (",
      ...licences.flatMap((each, i) => [i > 0 ? ", " : "", linkTo(each.name, each.url)]),
      "). ",
    );
  }
  const { name, url } = SERVICE.operator;
  const [before = "", after = ""] = voice.words.scores.split("{operator}");
  line.append(before, url === undefined ? name : linkTo(name, url), after);
  return line;
}

/** The sources' credits as one line of text. @param {string | null} source @param {import("./voice.js").Voice} voice */
export function creditText(source, voice) {
  const credits = creditsOf(source, voice).map(({ text, licences }) =>
    licences.length === 0 ? text : `${text} (${licences.map(({ name }) => name).join(", ")})`,
  );
  return credits.join(", ");
}

/**
 * @param {string} text
 * @param {string} url
 */
function linkTo(text, url) {
  return make("a", { href: url, target: "_blank", rel: "noopener" }, text);
}
