// Whose weather it is: their licences ask for it wherever their data or what is made of them is shown.
import { make } from "./make.js";

const CC_BY = { name: "CC BY 4.0", url: "https://creativecommons.org/licenses/by/4.0/" };
const NLOD = { name: "NLOD 2.0", url: "https://data.norge.no/nlod/en/2.0" };

/** By what the header Weather-Source calls them. */
const CREDITS = new Map([
  [
    "open-meteo",
    { name: "Weather data by Open-Meteo.com", url: "https://open-meteo.com/", licences: [CC_BY] },
  ],
  [
    "met-norway",
    { name: "Based on data from MET Norway", url: "https://api.met.no/", licences: [CC_BY, NLOD] },
  ],
]);

/** Filled in by whoever serves this. */
const OPERATOR = { name: "{{brand.name}}", url: "{{brand.url}}" };

/** @param {string | null} source Nobody is credited where it is missing or not known: it may be made up. */
export function creditOf(source) {
  const line = make("p", { part: "credit", class: "credit" });
  if (source === "simulated") {
    line.append("Simulated weather: made up, not a forecast. ");
  } else {
    const credits = (source ?? "").split(",").flatMap((name) => CREDITS.get(name.trim()) ?? []);
    if (credits.length === 0) {
      line.append("The server did not say whose weather this is. ");
    }
    for (const { name, url, licences } of credits) {
      line.append(
        linkTo(name, url),
        " (",
        ...licences.flatMap((each, i) => [i > 0 ? ", " : "", linkTo(each.name, each.url)]),
        "). ",
      );
    }
  }
  const { name, url } = OPERATOR;
  line.append(
    "Scores are made from it by ",
    url === "" ? name : linkTo(name, url),
    "; planning advice, not a safety clearance.",
  );
  return line;
}

/**
 * @param {string} text
 * @param {string} url
 */
function linkTo(text, url) {
  return make("a", { href: url, target: "_blank", rel: "noopener" }, text);
}
