const DAYS = "Mon|Tue|Wed|Thu|Fri|Sat|Sun";
const LONG_DAYS = "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday";
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const MONTH = `(?<month>${MONTHS.join("|")})`;
const TIME = "(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d):(?<second>[0-5]\\d|60)";

/** RFC 9110 section 5.6.7: the form that is sent, and two obsolete ones that have to be read. */
const FORMS = [
  `(?:${DAYS}), (?<day>\\d\\d) ${MONTH} (?<year>\\d{4}) ${TIME} GMT`,
  `(?:${LONG_DAYS}), (?<day>\\d\\d)-${MONTH}-(?<year>\\d\\d) ${TIME} GMT`,
  `(?:${DAYS}) ${MONTH} (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})`,
].map((form) => new RegExp(`^[ \\t]*${form}[ \\t]*$`));

/** Unix ms; undefined for anything else. Date.parse takes more, and a 31st of a shorter month for another day. */
export function httpDateMs(text: string): number | undefined {
  const parts = FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (parts === undefined) return undefined;
  const { year = "", month = "", day, hour, minute, second } = parts;
  // Two digits are of this century: an answer of the last one would make no sense.
  const fullYear = Number(year.length === 2 ? `20${year}` : year);
  const midnight = new Date(Date.UTC(fullYear, MONTHS.indexOf(month), Number(day)));
  if (midnight.getUTCMonth() !== MONTHS.indexOf(month)) return undefined;
  return midnight.getTime() + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000;
}
