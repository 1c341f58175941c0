// Writes the figures as docs/verification.md.
import { hasChanceOfRain, type Archive } from "./archive.ts";
import { everySportSection, type EverySport } from "./every-sport-tables.ts";
import { messagesSection } from "./message-tables.ts";
import { coefficientsSection, oddsSections, wordOrOdds, type JudgedOdds } from "./odds-tables.ts";
import { percent, short, shown, thousands } from "./estimate-cells.ts";
import type { FineWinter, SaidAndCame, WordFigures } from "./word-figures.ts";
import { wordsSection } from "./word-tables.ts";

export interface PageOptions {
  readonly archive: Archive;
  /** How many sessions the page is about. */
  readonly count: number;
  readonly words: WordFigures;
  readonly fineWinter: readonly FineWinter[];
  /** Judged by other people's gauges; empty without any. */
  readonly gauged: readonly SaidAndCame[];
  /** Undefined if the forecasts have no chance of rain. */
  readonly odds: JudgedOdds | undefined;
  /** Undefined if nothing is fitted. */
  readonly everySport: EverySport | undefined;
  /** Sections about other places. */
  readonly elsewhere: readonly string[];
}

export function verificationPage(options: PageOptions): string {
  const { archive, words, fineWinter, gauged, odds, elsewhere, everySport } = options;
  return `${[
    limits(options),
    inShort(options),
    ...(odds ? oddsSections(odds) : []),
    wordsSection(words),
    ...(odds ? [wordOrOdds(odds)] : []),
    ...(everySport ? [everySportSection(everySport)] : []),
    ...(words.messages ? [messagesSection(words.messages)] : []),
    ...(gauged.length > 0 ? [gauges(archive, gauged)] : []),
    ...(fineWinter.some(({ shares }) => (shares[0]?.n ?? 0) > 0) ? [winter(fineWinter)] : []),
    ...elsewhere,
    ...(odds ? [coefficientsSection(odds)] : []),
    repeat(),
  ].join("\n\n")}\n`;
}

function limits({ archive, elsewhere }: PageOptions): string {
  const { place, played, forecasts, heldOutFromMs } = archive;
  const hasPlayed = played.some((share) => !Number.isNaN(share));
  const outcome = hasPlayed
    ? "**What came is whether people played**, where the archive says so, otherwise the weather by the same thresholds."
    : "**What came is the weather that came**, judged by the same thresholds as the forecast. Whether people played is not known here.";
  return `# When we said "safe", was it?

\`npm run verify\` writes this page; do not edit it. First, what these figures cannot tell:

- **One place and one provider**: ${place}, and one provider's forecasts. Another climate or provider has other odds;
  [Your own archive](#your-own-archive) says how to measure yours${elsewhere.length > 0 ? ", and [Elsewhere](#elsewhere) what is known of other places" : ""}.
- ${outcome}
- The weather that came is the same provider's analysis, not a gauge at the venue. It agrees better with its own forecasts.
- Only sessions of 90 minutes by day, at four starts: no nights, no sessions of a whole day.
${[
  ...(hasChanceOfRain(archive) ? [heldOutFromMs === undefined ? UNFITTED : FITTED] : [WITHOUT_CHANCE]),
  ...(forecasts.some(({ weatherCode }) => weatherCode.some((code) => !Number.isNaN(code)))
    ? []
    : ["- The archive has no weather codes, so thunderstorms, fog and freezing rain are missing."]),
].join("\n")}`;
}

const FITTED = `- The coefficients are judged on sessions that they were not fitted on. The form of the model (which sports share coefficients, and how many
  there are) was chosen with the figures of New York in 2025 in view.`;

const UNFITTED = `- **Nothing is fitted here**: the odds are those in use. The climate they are compared with is made of the very sessions, so a short
  archive flatters the climate.`;

const WITHOUT_CHANCE = `- **There is no chance of rain in these forecasts**, so the score goes by what their amounts are worth, and there are no odds.`;

function inShort({ archive, count, odds }: PageOptions): string {
  const { forecasts, heldOutFromMs, credit } = archive;
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const issued = forecasts.map(({ generatedAtMs }) => generatedAtMs);
  const from = day(Math.min(...issued));
  const to = day(Math.max(...issued));
  const ofWhich =
    heldOutFromMs === undefined
      ? `Every figure below is of their ${thousands(count)} sessions.`
      : `The odds
were fitted on forecasts before ${day(heldOutFromMs)}; every figure below is of the ${thousands(count)} sessions after that, which the fit has
not seen.`;
  return `## In short

${forecasts.length} daily forecasts (${from} to ${to}) were scored by the product's own code, and so was the weather that came. ${ofWhich}${odds ? errorsInShort(odds) : ""}

In brackets: 95% of 1,000 draws of whole weeks, since the sessions of a week share one weather.

${credit}.`;
}

function errorsInShort({ figures: { overall } }: JudgedOdds): string {
  return ` RPS is the ranked probability score over the three verdicts: 0 is perfect.

- **The word alone, taken as certain**: RPS ${shown(overall.certain)}.
- **The climate**, the shares of what came in that month at that hour: ${shown(overall.climate)}.
- **The odds**: ${shown(overall.odds)}, which is ${shown(overall.ratio, 2)} of the word's.`;
}

function gauges({ gaugesAre }: Archive, gauged: PageOptions["gauged"]): string {
  const right = (days: number, verdict: 0 | 2) =>
    percent(gauged.find(({ lead }) => lead === days)?.shares[verdict]?.[verdict]);
  return `## Against gauges of others

By ${gaugesAre}. They know no gusts and no cloud,
and the place is not quite the forecast's. "Safe" was safe in ${right(1, 2)} of cases a day ahead and in ${right(6, 2)}
six days ahead; "not" was not in ${right(1, 0)} and ${right(6, 0)}.`;
}

function winter(fineWinter: PageOptions["fineWinter"]): string {
  const notRecommended = fineWinter
    .flatMap(({ sport, shares }) => (shares[2] === undefined ? [] : [{ sport, share: shares[2] }]))
    .toSorted((a, b) => b.share.value - a.share.value)
    .map(({ sport, share }) => `${short(share)} for ${sport}`);
  return `## Fine winter days

A model that calls most of them not recommended mistakes the season for bad weather. Of dry, calm (wind up to 20 km/h) sessions by
daylight from December to February, as they came, in all years of the archive, these were \`not_recommended\`:
${notRecommended.join(", ")}.`;
}

function repeat(): string {
  return `## Your own archive

\`npm run verify\` repeats all of this for New York, from \`verification/new-york\`. \`npm run verify -- --fit\` refits the coefficients, each
season of the archive judged by the others, and prints what would change.

\`npm run verify -- --archive DIR\` takes an archive of yours and writes the same page into it. \`examples/record-forecasts.ts\`
makes one of any place, a forecast a day. With \`held_out_from\` in its \`archive.json\`, odds are fitted on what came before and judged by the
rest; without it the odds in use are judged. \`--out FILE\` writes a fit that the setting \`ODDS_FILE\` loads. The files and columns are described
in \`verification/README.md\`; a column \`played\` says what share of the sessions of an hour was played, and is then taken for what came.`;
}
