// The credits that the providers' licences require wherever their data, or scores made from it, are shown; Markdown.

/** By the source's name in answers. */
const CREDITS: Readonly<Record<string, string>> = {
  "open-meteo":
    "[Weather data by Open-Meteo.com](https://open-meteo.com/), " +
    "[CC BY 4.0](https://creativecommons.org/licenses/by/4.0/)",
  "met-norway":
    "[Based on data from MET Norway](https://api.met.no/), " +
    "[CC BY 4.0](https://creativecommons.org/licenses/by/4.0/) and [NLOD 2.0](https://data.norge.no/nlod/en/2.0)",
  simulated: "made up, not a forecast",
};

export const ATTRIBUTION =
  "The header `weather-source` of an answer names where its weather is from. Show the credit with its link next to what " +
  "you make of an answer, and say that scores and summaries are derived from the data: " +
  `${Object.entries(CREDITS)
    .map(([source, credit]) => `\`${source}\`: ${credit}`)
    .join(". ")}.`;
