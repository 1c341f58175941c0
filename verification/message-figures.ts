// How many messages a rule sends and what customers learn from them, compared with a message for each change of the verdict.
import type { JudgedSession } from "./judged-sessions.ts";
import {
  BOOKED_DAYS_AHEAD,
  byOurRule,
  byWord,
  toldBookings,
  type MessageRule,
  type ToldBooking,
} from "./told-bookings.ts";
import { ratioByWeeks } from "./week-blocks.ts";

/** The limits below are for these sports together. */
const MESSAGE_SPORTS = ["tennis", "padel", "golf", "outdoor", "running", "cycling"];

/** The most messages that the rule may send, as a share of one message for each change of the verdict ("the word"). */
const SHARE_MAX = 0.55;
/** Of the bad turns that customers know of a day before by the word, the share that they must know of by the rule. */
const TOLD_MIN = 0.95;
/** How much more often the last verdict that a customer heard may be wrong by the rule: one percentage point. */
const WRONGER_MAX = 0.01;

/** One booking with the messages of both ways: for each change of the verdict (the word), and by the rule. */
interface Pair {
  readonly startMs: number;
  readonly word: ToldBooking;
  readonly rule: ToldBooking;
}

export type MessageFigures = ReturnType<typeof messageFigures>;
export type MessageRow = ReturnType<typeof rowOf>;

/** Undefined if no session has a forecast on each day since its booking. */
export function messageFigures(sessions: readonly JudgedSession[], rule: MessageRule = byOurRule) {
  const own = sessions.filter(({ sport }) => MESSAGE_SPORTS.includes(sport));
  const byRule = toldBookings(own, rule);
  const pairs = toldBookings(own, byWord).map((word, index): Pair => ({
    startMs: word.startMs,
    word,
    rule: byRule[index] ?? word,
  }));
  if (pairs.length === 0) return undefined;
  return {
    bySport: MESSAGE_SPORTS.map((sport) =>
      rowOf(
        sport,
        pairs.filter(({ word }) => word.sport === sport),
      ),
    ),
    all: rowOf("all six", pairs),
    days: Array.from({ length: BOOKED_DAYS_AHEAD }, (_, day) => dayOf(pairs, day)).toReversed(),
  };
}

/** The limits that the rule breaks, a sentence each. */
export function messageProblems({ share, toldOfWords, wronger }: MessageRow): readonly string[] {
  const limits: readonly (readonly [isKept: boolean, problem: string])[] = [
    [
      share.value <= SHARE_MAX,
      `It sends ${share.value.toFixed(2)} of the word's messages, more than ${SHARE_MAX}.`,
    ],
    [
      toldOfWords.value >= TOLD_MIN,
      `It tells ${toldOfWords.value.toFixed(2)} of the bad turns that the word tells a day or more before, less than ${TOLD_MIN}.`,
    ],
    [
      wronger.value <= WRONGER_MAX,
      `Its last word is wrong ${(wronger.value * 100).toFixed(1)} points oftener, more than one.`,
    ],
  ];
  return limits.flatMap(([isKept, problem]) => (isKept ? [] : [problem]));
}

function rowOf(name: string, pairs: readonly Pair[]) {
  const badTurns = pairs.filter(({ word }) => word.came < word.first);
  const toldByWord = badTurns.filter(({ word }) => knowsOfTheTurn(word, 1));
  return {
    name,
    wordMessages: ratioByWeeks(pairs, ({ word }) => word.messages.length),
    messages: ratioByWeeks(pairs, ({ rule }) => rule.messages.length),
    share: ratioByWeeks(
      pairs,
      ({ rule }) => rule.messages.length,
      ({ word }) => word.messages.length,
    ),
    wordTold: ratioByWeeks(badTurns, ({ word }) => Number(knowsOfTheTurn(word, 1))),
    toldOfWords: ratioByWeeks(toldByWord, ({ rule }) => Number(knowsOfTheTurn(rule, 1))),
    wordWrong: ratioByWeeks(pairs, ({ word }) => Number(isLastWordWrong(word))),
    wrong: ratioByWeeks(pairs, ({ rule }) => Number(isLastWordWrong(rule))),
    wronger: ratioByWeeks(
      pairs,
      ({ word, rule }) => Number(isLastWordWrong(rule)) - Number(isLastWordWrong(word)),
    ),
    wordBackAndForth: ratioByWeeks(pairs, ({ word }) => Number(wentBackAndForth(word))),
    backAndForth: ratioByWeeks(pairs, ({ rule }) => Number(wentBackAndForth(rule))),
    /** The shares of bookings with no message, one, two, and three or more. */
    counts: [0, 1, 2, 3].map((count) =>
      ratioByWeeks(pairs, ({ rule }) => Number(Math.min(3, rule.messages.length) === count)),
    ),
    wordCounts: [0, 1, 2, 3].map((count) =>
      ratioByWeeks(pairs, ({ word }) => Number(Math.min(3, word.messages.length) === count)),
    ),
  };
}

function dayOf(pairs: readonly Pair[], day: number) {
  const badTurns = pairs.filter(({ word }) => word.came < word.first);
  const sent = ({ messages }: ToldBooking, isWorse: boolean) =>
    Number(messages.some((message) => message.day === day && message.isWorse === isWorse));
  return {
    day,
    wordWorse: ratioByWeeks(pairs, ({ word }) => sent(word, true)),
    worse: ratioByWeeks(pairs, ({ rule }) => sent(rule, true)),
    wordBetter: ratioByWeeks(pairs, ({ word }) => sent(word, false)),
    better: ratioByWeeks(pairs, ({ rule }) => sent(rule, false)),
    wordTold: ratioByWeeks(badTurns, ({ word }) => Number(knowsOfTheTurn(word, day))),
    told: ratioByWeeks(badTurns, ({ rule }) => Number(knowsOfTheTurn(rule, day))),
  };
}

/**
 * Whether the verdict that the customer last heard by that day is worse than the first. A warning that was taken back does not
 * count.
 */
function knowsOfTheTurn({ first, heardBy }: ToldBooking, day: number): boolean {
  return (heardBy[day] ?? first) < first;
}

function wentBackAndForth({ messages }: ToldBooking): boolean {
  return messages.some(({ isWorse }) => isWorse) && messages.some(({ isWorse }) => !isWorse);
}

function isLastWordWrong({ heardBy, came }: ToldBooking): boolean {
  return heardBy[0] !== came;
}
