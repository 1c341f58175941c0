// Reads start times as sites write them, as the service does: RFC 3339, and the seconds may be left out. Date.parse alone takes
// more, and every browser something else; what has this form, all read alike.

const FORM = /^(\d{4})-(\d\d)-(\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Unix ms; NaN without an offset, and for anything else that is no such time. @param {string} text */
export function startTimeMs(text) {
  // Lower case is as good (RFC 3339, section 5.6), but not to Date.parse.
  const time = text.toUpperCase();
  const [, year, month, day] = FORM.exec(time) ?? [];
  // Date.parse takes the 31st of a shorter month for the 1st of the next.
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return Number(day) <= lastDay ? Date.parse(time) : Number.NaN;
}
