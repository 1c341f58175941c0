const WORDS = new Intl.RelativeTimeFormat("en-GB");

/**
 * `in 5 minutes`, or `5 minutes ago` for what is below 0; in the largest unit of which there are two or more.
 * @param {number} seconds
 */
export function fromNow(seconds) {
  /** @type {readonly (readonly [Intl.RelativeTimeFormatUnit, number])[]} */
  const units = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
    ["second", 1],
  ];
  const [unit, length] = units.find(([, each]) => Math.abs(seconds) >= 2 * each) ?? ["second", 1];
  return WORDS.format(Math.sign(seconds) * Math.ceil(Math.abs(seconds) / length), unit);
}

/** An answer that is younger is as good as a new one. */
const AGE_TOLD_SECONDS = 60;

/**
 * Of an answer that somebody had cached; empty for one that is new.
 * @param {number} ageSeconds
 */
export function ageNote(ageSeconds) {
  return ageSeconds < AGE_TOLD_SECONDS ? "" : `Forecast as it was ${fromNow(-ageSeconds)}.`;
}
