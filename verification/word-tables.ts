// The section of the page about verdicts: how often each was right, and how they change.
import { VERDICT_NAMES } from "./judged-sessions.ts";
import { markdownTable } from "../scripts/markdown-table.ts";
import type { SaidAndCame, WordFigures } from "./word-figures.ts";
import { percent, short } from "./estimate-cells.ts";

/** The days in between are left out: their shares lie between the shares of these days. */
const SHOWN_LEADS: ReadonlySet<number> = new Set([1, 3, 6]);

export function wordsSection(figures: WordFigures): string {
  const { saidAndCame, onTheDay, anotherWord, changes } = figures;
  return `## What a word is worth

How often each verdict turned out to be right, all seven sports:

${saidAndCameTable("Days ahead", saidAndCame)}

The same on the day, by the hours from the forecast to the start:

${saidAndCameTable("Hours ahead", onTheDay)}

The next forecast has another verdict for the same session, depending on the sport, in ${rangeOf(anotherWord, 0)} of cases the day before and in
${rangeOf(anotherWord, -1)} of cases after the earliest forecast.

The verdict of the last forecast before a session, by that of an earlier one, all seven sports:

${changesTable(changes)}`;
}

/** The least and the greatest share of the sports. */
function rangeOf(anotherWord: WordFigures["anotherWord"], index: number): string {
  const shares = anotherWord
    .flatMap(({ leads }) => leads.at(index) ?? [])
    .toSorted((a, b) => a.value - b.value)
    .map(short);
  return `${shares[0]} to ${shares.at(-1)}`;
}

export function saidAndCameTable(ahead: string, leads: readonly SaidAndCame[]): string {
  return markdownTable([
    [ahead, "Said safe, was safe", "Said caution, was caution", "… was safe", "Said not, was not"],
    ...leads
      .filter(hasSessions)
      .map(({ lead, shares }) => [
        String(lead),
        percent(shares[2]?.[2]),
        percent(shares[1]?.[1]),
        percent(shares[1]?.[2]),
        percent(shares[0]?.[0]),
      ]),
  ]);
}

function changesTable(changes: WordFigures["changes"]): string {
  return markdownTable([
    ["Days before", "Said then", "Says safe", "Says caution", "Says not"],
    ...changes
      .filter((change) => hasSessions(change) && SHOWN_LEADS.has(change.lead))
      .flatMap(({ lead, shares }) =>
        ([2, 1, 0] as const).map((was) => [
          String(lead),
          `\`${VERDICT_NAMES[was]}\``,
          ...([2, 1, 0] as const).map((is) => percent(shares[was]?.[is])),
        ]),
      ),
  ]);
}

/** The forecasts of an archive may be shorter than seven days. */
function hasSessions({ shares }: SaidAndCame): boolean {
  return shares.some(([first]) => (first?.n ?? 0) > 0);
}
