// The sections of the page about odds: their error, and whether they happen as often as stated.
import { markdownTable } from "../scripts/markdown-table.ts";
import type { OddsFit } from "../src/scoring/odds/fit.ts";
import type { OddsFigures } from "./odds-figures.ts";
import { BIN_MIN } from "./pictures.ts";
import { short, shown } from "./estimate-cells.ts";

export interface JudgedOdds {
  readonly figures: OddsFigures;
  /** The coefficients in use. */
  readonly fit: OddsFit;
  /**
   * The error on the held-out sessions of the coefficients in use, if these coefficients were fitted on the held-out sessions
   * too.
   */
  readonly inUse?: readonly { readonly sport: string; readonly rps: number }[];
}

export function oddsSections({ figures }: JudgedOdds): readonly string[] {
  return [errorsByLead(figures), reliability(figures)];
}

/** In a sentence, because the sports hardly differ. */
function errorsBySport({ bySport, wetAndWind }: OddsFigures): string {
  const ratios = bySport
    .map(({ ratio }) => ratio.value)
    .toSorted((a, b) => a - b)
    .map((ratio) => ratio.toFixed(2));
  const alone =
    wetAndWind === undefined
      ? ""
      : ` With rain and wind alone, and odds
fitted for them, the climate has ${shown(wetAndWind.climate)}, the word ${shown(wetAndWind.certain)} and the odds ${shown(wetAndWind.odds)}.`;
  return `By sport, the odds have ${ratios[0]} to ${ratios.at(-1)} of the word's error.${alone}`;
}

function errorsByLead(figures: OddsFigures): string {
  const { byLead, bySportAndLead } = figures;
  const worse = bySportAndLead.flatMap(({ sport, leads }) =>
    leads.flatMap(({ gain }, day) =>
      gain.value > 0 ? [] : [`${sport} ${day} days ahead (by ${three(-gain.value)})`],
    ),
  );
  const unsure = bySportAndLead.flatMap(({ sport, leads }) =>
    leads.flatMap(({ gain }, day) => (gain.value > 0 && gain.low <= 0 ? [`${sport} ${day}`] : [])),
  );
  const verdict =
    worse.length === 0
      ? "The odds are better than the climate for every sport at every lead."
      : `The odds are **not** better than the climate for ${worse.join(", ")}.`;
  return `## By days ahead

![The error of the word, the climate and the odds by days ahead](images/verification/rps-by-lead.svg)

${markdownTable([
  ["Days ahead", "Climate", "The word", "Odds", "Odds / word"],
  ...byLead.map(({ day, climate, certain, odds, ratio }) => [
    String(day),
    shown(climate),
    shown(certain),
    shown(odds),
    shown(ratio, 2),
  ]),
])}

${verdict}${unsure.length > 0 ? ` Where the interval of the gain reaches 0, it may be luck: ${unsure.join(", ")} days ahead.` : ""}
${errorsBySport(figures)}`;
}

function reliability({ reliability }: OddsFigures): string {
  const misses = [2, 1, 0].flatMap((verdict) =>
    (reliability[verdict] ?? [])
      .filter(({ happened }) => happened.n >= BIN_MIN)
      .map(({ stated, happened }) => Math.abs(stated - happened.value)),
  );
  return `## Does it happen as often as stated?

![What was stated against what happened, for each verdict](images/verification/reliability.svg)

The seven sports together. In bins of at least ${BIN_MIN} sessions the largest difference is ${Math.max(...misses).toFixed(2)}.`;
}

export function wordOrOdds({ figures: { wordAndOddsDiffer } }: JudgedOdds): string {
  const shares = wordAndOddsDiffer.map(short);
  return `The verdict is not the one with the largest odds in ${shares[0]} of cases on the day, and in ${shares.at(-1)} at ${shares.length - 1} days ahead.
**Which to show**: the verdict on the day and the day before, the odds further ahead.`;
}

export function coefficientsSection({ inUse, fit: { basis } }: JudgedOdds): string {
  return `## The odds in use

${inUse === undefined ? `\`${basis}\`: what the service states unless \`ODDS_FILE\` is set.` : inUseText(inUse, basis)}

Two steps, each a logistic curve of the score: whether the weather deserves better than \`not_recommended\`, and if so whether it is
\`safe_to_book\`. With s the score as a share of 100 and d the days from the forecast to the start, the logarithm of a step's odds is
e^(steepness + fade √d) × (bent(s) − middle − drift √d), bent(s) = (e^(bend s) − 1) / (e^bend − 1).
\`src/scoring/odds/${basis}.json\` has the coefficients.

## The odds of a place with a record

From 180 judged days on, [what came at a place](weather.md#the-record-of-past-forecasts) corrects its odds, by sport and days ahead; their
\`basis\` then ends in \`+track-record\`. A number is added to the log-odds of each step: a better score never has worse odds.

- **The prior**: a place is like New York with a chance of 9 in 10; otherwise its log-odds are off by a normal draw of variance τ² = 0.25.
- **The evidence** is U, the sum over its sessions of what came (1 or 0) less the chance that the fit states, and I, the sum of the variances p
  (1 − p). The 26 sessions of a day share one weather: U and I count for a 52nd.
- **The update** is conjugate. If the place differs, it does so by U / (1/τ² + I) on average; the chance that it does is 1 in 10 against 9,
  times e^(U² / 2(1/τ² + I)) / √(1 + τ² I). The correction is the product of the two.

Tried on the second half of 2025 with a record of its first half, with these months in view (\`test/modules/track-record/correction.far.test.ts\`): in New
York the error falls by 0.1 to 0.3%; with a shower of 0.8 mm an hour on every third afternoon that no forecast knows of, by 0.8 to 2.4%. A place
that differs by season alone is not helped: learned from April to September and tried on the last quarter, New York's error is up to 0.3% higher.`;
}

function inUseText(inUse: NonNullable<JudgedOdds["inUse"]>, basis: string): string {
  const mean = inUse.reduce((sum, { rps }) => sum + rps, 0) / inUse.length;
  return `\`${basis}\` is fitted on all of the archive, the held-out sessions too, so its error on those flatters it: ${mean.toFixed(4)} over the
seven sports (${inUse.map(({ sport, rps }) => `${sport} ${rps.toFixed(4)}`).join(", ")}).`;
}

function three(value: number): string {
  return value.toFixed(3);
}
