import { make } from "../../make.js";

const READ_MS = 10_000;

/**
 * Gives the visitor a file that is made here, without a request to the service.
 * @param {string} name
 * @param {readonly (readonly string[])[]} rows
 */
export function downloadCsv(name, rows) {
  const text = rows.map((row) => row.map(csvCell).join(",")).join("\r\n");
  // The byte order mark tells Excel that it is UTF-8.
  const url = URL.createObjectURL(new Blob([`\uFEFF${text}\r\n`], { type: "text/csv;charset=utf-8" }));
  make("a", { href: url, download: name }).click();
  // Later, because a browser may read the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), READ_MS);
}

/** Matches before a possible formula, as in the command line's CSV. */
const BEFORE_FORMULA = /(?<=^|[;\t\r\n])(?="*[=+\-@\t\r＝＋－＠])/g;

/**
 * Puts an apostrophe before anything in a text that a spreadsheet would run as a formula.
 * @param {string} text
 */
export function csvCell(text) {
  if (/^\d+$/.test(text)) return text;
  return `"${text.replaceAll(BEFORE_FORMULA, "'").replaceAll('"', '""')}"`;
}
