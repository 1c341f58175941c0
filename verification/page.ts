// The figures as a page for people.
import type { OddsFit } from "../src/scoring/odds/fit.ts";
import type { Archive } from "./archive.ts";
import type { Errors, Figures } from "./figures.ts";
import { BIN_MIN } from "./pictures.ts";
import { short, table } from "./table.ts";
import type { Estimate } from "./week-blocks.ts";
import { saidAndCameTable, wordsSection } from "./word-tables.ts";

const VERDICTS = ["not_recommended", "proceed_with_caution", "safe_to_book"];

export interface PageOptions {
  readonly archive: Archive;
  readonly figures: Figures;
  /** The error of the coefficients in use, which have seen the held-out sessions. */
  readonly inUse: readonly { readonly sport: string; readonly rps: number }[];
  readonly fit: OddsFit;
}

export function verificationPage({ archive, figures, inUse, fit }: PageOptions): string {
  return `${[
    limits(archive),
    howItWasDone(archive, figures),
    errorsBySport(figures),
    errorsByLead(figures),
    reliability(figures),
    wordsSection(figures),
    ...(figures.gauged.length > 0 ? [gauges(archive, figures)] : []),
    winter(figures),
    coefficients(inUse, fit),
    repeat(archive),
  ].join("\n\n")}\n`;
}

function limits({ place, played }: Archive): string {
  const hasPlayed = played.some((share) => !Number.isNaN(share));
  const outcome = hasPlayed
    ? "**What came is whether people played**, where the archive tells, otherwise the weather by the same thresholds."
    : "**What came is the weather that came**, judged by the same thresholds as the forecast. Whether people played is not known here.";
  return `# When we said "safe", was it?

Written by \`npm run verify\`; do not edit. First what these figures cannot tell:

- **One place and one provider**: ${place}, and one provider's forecasts. Another climate or provider has other odds;
  [Your own archive](#your-own-archive) says how to measure yours.
- ${outcome}
- The weather that came is the same provider's analysis of it, not a gauge at the venue. It agrees with its own forecasts better
  than a gauge would.
- Sessions of 90 minutes by day, at four starts. Nothing is told of nights, or of sessions of a whole day.
- The coefficients have not seen the sessions that they are judged by, but the form of the model (which sports share them, and how
  many there are) was chosen with the figures of New York in 2025 in view.
- There is no weather code in the archive, so thunderstorms, fog and freezing rain are not in it.`;
}

function howItWasDone({ forecasts, heldOutFromMs, credit }: Archive, { count, overall }: Figures): string {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const issued = forecasts.map(({ generatedAtMs }) => generatedAtMs);
  const from = day(Math.min(...issued));
  const to = day(Math.max(...issued));
  return `## In short

${forecasts.length} daily forecasts (${from} to ${to}) were scored by the product's own code, and so was the weather that came. The odds
were fitted on what came before ${day(heldOutFromMs)}; every figure below is of the ${thousands(count)} sessions forecast from then on, which
the fit has not seen. RPS is the ranked probability score over the three verdicts: 0 is perfect.

- **The word alone, taken as certain**: RPS ${shown(overall.certain)}.
- **The climate**, the shares of what came in that month at that hour: ${shown(overall.climate)}.
- **The odds**: ${shown(overall.odds)}, which is ${shown(overall.ratio, 2)} of the word's.

In brackets: 95 % of 1,000 draws of whole weeks, since the sessions of a week share one weather.

${credit}.`;
}

function errorsBySport({ bySport, overall, wetAndWind }: Figures): string {
  const row = (name: string, { climate, certain, odds, ratio, gain }: Errors) =>
    [name, shown(climate), shown(certain), shown(odds), shown(ratio, 2), shown(gain)] as const;
  return `## By sport

${table(
  ["Sport", "Climate", "The word", "Odds", "Odds / word", "Climate less odds"],
  [
    ...bySport.map((errors) => row(errors.sport, errors)),
    row("**all**", overall),
    row("all, rain and wind alone", wetAndWind),
  ],
)}

Cold and darkness are easy to foresee. The last row leaves them, heat, cloud and wet surfaces out of forecast and outcome: rain and
wind alone, with odds fitted for that.`;
}

function errorsByLead(figures: Figures): string {
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

${table(
  ["Days ahead", "Climate", "The word", "Odds", "Odds / word"],
  byLead.map(({ day, climate, certain, odds, ratio }) => [
    String(day),
    shown(climate),
    shown(certain),
    shown(odds),
    shown(ratio, 2),
  ]),
)}

${verdict}${unsure.length > 0 ? ` Where the interval of the gain reaches 0, it may be luck: ${unsure.join(", ")} days ahead.` : ""}

The odds by sport and days ahead, and in brackets the climate:

${errorsBySportAndLead(figures, "odds")}

The word, taken as certain, by sport and days ahead, and in brackets the climate:

${errorsBySportAndLead(figures, "certain")}`;
}

function errorsBySportAndLead({ byLead, bySportAndLead }: Figures, way: "odds" | "certain"): string {
  return table(
    ["Sport", ...byLead.map(({ day }) => String(day))],
    bySportAndLead.map(({ sport, leads }) => [
      sport,
      ...leads.map((errors) => `${three(errors[way].value)} (${three(errors.climate.value)})`),
    ]),
  );
}

function reliability({ reliability }: Figures): string {
  const rows = [2, 1, 0].flatMap((verdict) =>
    (reliability[verdict] ?? []).map(({ from, stated, happened }) => [
      `\`${VERDICTS[verdict]}\``,
      `${from.toFixed(1)} to ${(from + 0.1).toFixed(1)}`,
      stated.toFixed(2),
      shown(happened, 2),
      thousands(happened.n),
    ]),
  );
  const misses = [2, 1, 0].flatMap((verdict) =>
    (reliability[verdict] ?? [])
      .filter(({ happened }) => happened.n >= BIN_MIN)
      .map(({ stated, happened }) => Math.abs(stated - happened.value)),
  );
  return `## Does it happen as often as stated?

![What was stated against what happened, for each verdict](images/verification/reliability.svg)

The seven sports together. In bins of at least ${BIN_MIN} sessions the largest difference is ${Math.max(...misses).toFixed(2)}.

${table(["Verdict", "Stated", "On average", "Happened", "Sessions"], rows)}`;
}

function gauges({ gaugesAre }: Archive, { gauged }: Figures): string {
  return `## Against gauges of others

The same by ${gaugesAre}. They know no gusts and no cloud, and the place is not quite the forecast's.

${saidAndCameTable("Days ahead", gauged)}`;
}

function winter({ fineWinter }: Figures): string {
  return `## Fine winter days

Dry, calm (wind up to 20 km/h) sessions by daylight from December to February, as they came, in all years of the archive. A model that
calls most of them not recommended mistakes the season for bad weather.

${table(
  ["Sport", "safe_to_book", "proceed_with_caution", "not_recommended", "Sessions"],
  fineWinter.map(({ sport, shares }) => [sport, ...shares.map(short), String(shares[0]?.n ?? 0)]),
)}`;
}

function coefficients(inUse: PageOptions["inUse"], { basis, groups }: OddsFit): string {
  const mean = inUse.reduce((sum, { rps }) => sum + rps, 0) / inUse.length;
  return `## The odds in use

\`${basis}\` is fitted on all of the archive, the held-out sessions too, so its error on those flatters it: ${mean.toFixed(4)} over the
seven sports (${inUse.map(({ sport, rps }) => `${sport} ${rps.toFixed(4)}`).join(", ")}).

Two steps, each a logistic curve of the score: whether the weather deserves better than \`not_recommended\`, and if so whether it is
\`safe_to_book\`. With s the score as a share of 100 and d the days from the forecast to the start, the logarithm of a step's odds is
e^(steepness + fade √d) × (bent(s) − middle − drift √d), bent(s) = (e^(bend s) − 1) / (e^bend − 1).

${table(
  ["Sports", "Step", "steepness", "fade", "bend", "middle", "drift"],
  groups.flatMap(({ sports, playable, safe }) =>
    Object.entries({ playable, safe }).map(([step, { steepness, fade, bend, middle, drift }]) => [
      step === "playable" ? sports.join(", ") : "",
      step,
      ...[steepness, fade, bend, middle, drift].map((value) => value.toFixed(2)),
    ]),
  ),
)}`;
}

function repeat({ place }: Archive): string {
  return `## Your own archive

\`npm run verify\` repeats all of this from \`verification/new-york\` (${place}). \`npm run verify -- --fit\` refits the coefficients, each season
of the archive judged by the others, and prints what would change.

\`npm run verify -- --data DIR\` takes an archive of yours and writes the same page into it; \`--out FILE\` writes a fit that the setting
\`ODDS_FILE\` loads. The files and columns are described in \`verification/README.md\`; a column \`played\` says what share of the sessions
of an hour was played, and is then taken for what came.`;
}

function shown({ value, low, high }: Estimate, digits = 3): string {
  return `${value.toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
}

function three(value: number): string {
  return value.toFixed(3);
}

function thousands(count: number): string {
  return count.toLocaleString("en-GB");
}
