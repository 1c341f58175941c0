/** Why there is nothing to show, in words for whoever looks at the page. */
export class CalendarProblem extends Error {
  /**
   * @param {string} text
   * @param {{ isLasting?: boolean }} [options] Lasting: trying again is no use before the page is changed.
   */
  constructor(text, { isLasting = false } = {}) {
    super(text);
    this.isLasting = isLasting;
  }
}

/** @param {string} detail */
export function wrongSetup(detail) {
  return new CalendarProblem(`This calendar is not set up right: ${detail}`, { isLasting: true });
}
