// The part of the page that is about the word: what it is worth, and how it changes.
import type { Figures } from "./figures.ts";
import { percent, short, table } from "./table.ts";

const WORDS = ["not_recommended", "proceed_with_caution", "safe_to_book"] as const;

export function wordsSection(figures: Figures): string {
  const { saidAndCame, onTheDay, anotherWord, changes, wordAndOddsDiffer } = figures;
  return `## What a word is worth

How often the verdict that was said came, all seven sports:

${saidAndCameTable("Days ahead", saidAndCame)}

The same on the day, by the hours from the forecast to the start:

${saidAndCameTable("Hours ahead", onTheDay)}

How often the next day's forecast has another word for the same session:

${table(
  ["Sport", ...(anotherWord[0]?.leads.map((_, index) => `${index + 1} → ${index}`) ?? [])],
  anotherWord.map(({ sport, leads }) => [sport, ...leads.map(short)]),
)}

What the last forecast before a session says to whom an earlier one has said a word, all seven sports:

${changesTable(changes)}

How often the word is not the verdict with the largest odds:

${table(
  ["Days ahead", ...wordAndOddsDiffer.map((_, day) => String(day))],
  [["share", ...wordAndOddsDiffer.map(short)]],
)}

**Which to show**: the word on the day and the day before, the odds for days further ahead.`;
}

export function saidAndCameTable(ahead: string, leads: Figures["saidAndCame"]): string {
  return table(
    [ahead, "Said safe, was safe", "Said caution, was caution", "… was safe", "Said not, was not"],
    leads.map(({ lead, shares }) => [
      String(lead),
      percent(shares[2]?.[2]),
      percent(shares[1]?.[1]),
      percent(shares[1]?.[2]),
      percent(shares[0]?.[0]),
    ]),
  );
}

function changesTable(changes: Figures["changes"]): string {
  return table(
    ["Days before", "Said then", "Says safe", "Says caution", "Says not"],
    changes.flatMap(({ lead, shares }) =>
      ([2, 1, 0] as const).map((was) => [
        String(lead),
        `\`${WORDS[was]}\``,
        ...([2, 1, 0] as const).map((is) => percent(shares[was]?.[is])),
      ]),
    ),
  );
}
