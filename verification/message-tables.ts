// The section of the page about messages: what a customer hears after booking, and how often.
import { markdownTable } from "../scripts/markdown-table.ts";
import { recommendationFor } from "../src/scoring/session-score.ts";
import type { Verdict } from "../src/scoring/verdicts.ts";
import { verdictChange } from "../src/scoring/verdict-change.ts";
import type { MessageFigures, MessageRow } from "./message-figures.ts";
import { percent, short, shown } from "./estimate-cells.ts";
import { BOOKED_DAYS_AHEAD } from "./told-bookings.ts";
import type { Estimate } from "./week-blocks.ts";

export function messagesSection({ bySport, all, days }: NonNullable<MessageFigures>): string {
  const rows = [...bySport, { ...all, name: `**${all.name}**` }];
  const twoDays = days.find(({ day }) => day === 2);
  return `## What a customer hears after booking

A customer books ${BOOKED_DAYS_AHEAD} days ahead and is told a verdict. A message for every change of the word since then is too many: ${hundredth(all.wordBackAndForth)} of 100 customers
would hear of a turn for the worse and of one for the better. The field \`worth_telling\` follows a rule instead, by which ${hundredth(all.backAndForth)} do. A change
to the next word is worth telling from these scores on:

${ruleTable()}

A change by two words is always worth telling, and so is a new thunderstorm. While the word stays the same, nothing else is.

**How often.** Of 100 customers, ${hundredth(all.counts[0])} hear nothing more, ${hundredth(all.counts[1])} get one message, ${hundredth(all.counts[2])} two and ${hundredth(all.counts[3])} three or more. By every change of the
word, ${hundredth(all.wordCounts[0])} would hear nothing, ${hundredth(all.wordCounts[1])} would get one, ${hundredth(all.wordCounts[2])} two and ${hundredth(all.wordCounts[3])} three or more.

**Whether the customer knows in time.** A bad turn is a session that came out worse than was said at booking. The customer knows of it a day
before if the last word heard by then was worse than the first one; a warning that was taken back does not count.

${markdownTable([
  [
    "Sport",
    "Messages a booking: the word",
    "the rule",
    "rule / word",
    "Bad turns known a day before: the word",
    "of these, the rule",
    "Last word wrong: the word",
    "the rule",
  ],
  ...rows.map(messageCells),
])}

These are ${all.messages.n.toLocaleString("en-GB")} bookings of six sports. The points of the rule were chosen on sessions in New York before 2025, its form
with all years in view. \`npm run verify\` fails if the rule sends over 0.55 of the word's messages, tells a day before under 95% of the bad
turns that the word tells, or has a wrong last word more than one point oftener.

**When.** By days ahead, how many of 100 bookings get a message, and how many of those with a bad turn know of it by then:

${markdownTable([
  ["Days ahead", "Worse: the word", "the rule", "Better: the word", "the rule", "Know: the word", "the rule"],
  ...days.map(({ day, wordWorse, worse, wordBetter, better, wordTold, told }) => [
    String(day),
    ...[wordWorse, worse, wordBetter, better, wordTold, told].map(hundredth),
  ]),
])}

That is what the rule costs: two days ahead ${hundredth(twoDays?.told)} of 100 know of their bad turn, and ${hundredth(twoDays?.wordTold)} by the word. Most good news waits for the day.
The archive has one forecast a day. A site that asks more often sees more changes, and sends more messages than these.`;
}

function messageCells(row: MessageRow): readonly string[] {
  const { name, wordMessages, messages, share, wordTold, toldOfWords, wordWrong, wrong } = row;
  return [
    name,
    two(wordMessages),
    two(messages),
    shown(share, 2),
    short(wordTold),
    percent(toldOfWords),
    short(wordWrong),
    short(wrong),
  ];
}

const STEPS: readonly (readonly [told: Verdict, now: Verdict])[] = [
  ["safe_to_book", "proceed_with_caution"],
  ["proceed_with_caution", "not_recommended"],
  ["proceed_with_caution", "safe_to_book"],
  ["not_recommended", "proceed_with_caution"],
];
const SCORES = Array.from({ length: 101 }, (_, score) => score);

/** Asks the rule itself, at a lead in the middle of each range. */
function ruleTable(): string {
  return markdownTable([
    ["Who was told", "hears", "48 hours ahead and more", "24 to 48 hours", "less than 24"],
    ...STEPS.map(([told, now]) => [
      `\`${told}\``,
      `\`${now}\``,
      ...[72, 36, 12].map((leadHours) => worthFrom(told, now, leadHours)),
    ]),
  ]);
}

function worthFrom(told: Verdict, now: Verdict, leadHours: number): string {
  const toldScore = SCORES.find((score) => recommendationFor(score) === told) ?? 0;
  const worth = SCORES.filter(
    (playabilityScore) =>
      recommendationFor(playabilityScore) === now &&
      verdictChange(
        { recommendation: told, playabilityScore: toldScore, forecastAt: 0 },
        {
          recommendation: now,
          playabilityScore,
          forecastAt: 1,
          source: "",
          modelVersion: "",
          thunderstorm: false,
        },
        leadHours,
      ).worthTelling,
  );
  const isWorse = SCORES.indexOf(worth[0] ?? 0) < toldScore;
  return isWorse ? `${worth.at(-1)} down` : `${worth[0]} up`;
}

function hundredth(estimate?: Estimate): string {
  return estimate === undefined ? "" : String(Math.round(estimate.value * 100));
}

function two({ value }: Estimate): string {
  return value.toFixed(2);
}
