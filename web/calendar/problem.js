import { filled } from "./voice.js";

/** Why there is nothing to show. The message is for developers, in the console and in the event `failed`. */
export class CalendarProblem extends Error {
  /**
   * @param {string} message
   * @param {{ reason: string, isLasting?: boolean, retrySeconds?: number }} known Lasting: trying again is of no use.
   */
  constructor(message, { reason, isLasting = false, retrySeconds }) {
    super(message);
    this.reason = reason;
    this.isLasting = isLasting;
    this.retrySeconds = retrySeconds;
  }
}

/** @param {string} message @param {...unknown} about */
export function tellDeveloper(message, ...about) {
  // oxlint-disable-next-line no-console -- Developers look there, and visitors do not.
  console.error(message, ...about);
}

/** @param {string} detail @param {string} [reason] */
export function wrongSetup(detail, reason = "NOT_SET_UP") {
  return new CalendarProblem(`This calendar is not set up right: ${detail}`, { reason, isLasting: true });
}

/**
 * The problem in words for a visitor, who can do nothing about most of its causes.
 * @param {CalendarProblem} problem
 * @param {import("./voice.js").Voice} voice
 */
export function problemWords({ reason, isLasting, retrySeconds }, { words, fromNow }) {
  if (reason === "START_IN_PAST") {
    return words.passed;
  }
  if (isLasting) {
    return words.none;
  }
  const again =
    retrySeconds === undefined ? words.tryLater : filled(words.tryIn, { when: fromNow(retrySeconds) });
  return `${words.none} ${again}`;
}
