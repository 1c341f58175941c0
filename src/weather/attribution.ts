import { PROVIDERS } from "./providers/providers.ts";
import type { Credit } from "./providers/provider.ts";

/** A credit as Markdown, in English. */
export function creditLine({ words, url, licences }: Credit): string {
  const links = licences.map((licence) => `[${licence.name}](${licence.url})`);
  return `[${words.en}](${url}), ${links.join(" and ")}`;
}

const CREDITS = PROVIDERS.map(({ name, credit }) => `\`${name}\`: ${creditLine(credit)}. `).join("");

/** The credits that the providers' licences require wherever their data, or scores made from it, are shown; Markdown. */
export const ATTRIBUTION =
  "The header `weather-source` of an answer names where its weather is from. Show the credit with its link next to what " +
  "you make of an answer, and say that scores and summaries are derived from the data: " +
  `${CREDITS}\`simulated\`: made up, not a forecast.`;
