// Reads bookings with the score that would decide about a refund, and their outcomes.
import { parseIsoTime } from "../../src/lib/time/iso-time.ts";
import { roundedScore } from "../../src/scoring/session-score.ts";
import { readArchive } from "../../verification/archive.ts";
import { judgedSessions } from "../../verification/judged-sessions.ts";

export interface Booking {
  readonly startMs: number;
  /** 0 to 100, from the forecast that the policy goes by. */
  readonly score: number;
  readonly price: number;
  readonly wasCancelled: boolean;
}

export interface Bookings {
  /** Their origin, and what counts as cancelled. */
  readonly about: string;
  readonly bookings: readonly Booking[];
}

const REQUIRED = ["start_time", "playability_score", "outcome"];

/**
 * Reads the columns `start_time` (ISO 8601), `playability_score`, `outcome` (`played` or `cancelled`) and, if prices differ, `price`,
 * in any order; other columns are ignored. Throws an error that names the line.
 */
export function bookingsFromCsv(text: string): Bookings {
  const [header = "", ...lines] = text
    .replace(/^\uFEFF/, "")
    .trim()
    .split(/\r?\n/);
  const names = fieldsOf(header);
  const missing = REQUIRED.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new Error(
      `The first line needs the column ${missing.join(", ")}, separated by commas; it is: ${header}`,
    );
  }
  if (lines.length < 2) throw new Error("There have to be at least two bookings.");
  const bookings = lines.map((line, index) => {
    const fields = fieldsOf(line);
    const wrong = (what: string) => new Error(`Line ${index + 2}: ${what}`);
    if (fields.length !== names.length) {
      throw wrong(
        `${fields.length} fields where the first line has ${names.length}; a field with a comma in it needs quotes`,
      );
    }
    const field = (name: string) => fields[names.indexOf(name)] ?? "";
    const start = parseIsoTime(field("start_time"));
    if ("problem" in start)
      throw wrong(`start_time is no time such as 2026-05-02T16:00:00Z: ${field("start_time")}`);
    const outcome = field("outcome");
    if (outcome !== "played" && outcome !== "cancelled") {
      throw wrong(`outcome has to be played or cancelled, not ${outcome || "empty"}`);
    }
    const score = numberIn(field("playability_score"));
    if (!(score <= 100))
      throw wrong(`playability_score has to be 0 to 100, not ${field("playability_score") || "empty"}`);
    const price = names.includes("price") ? numberIn(field("price")) : 1;
    if (Number.isNaN(price))
      throw wrong(`price has to be a number such as 24.50, not ${field("price") || "empty"}`);
    return { startMs: start.ms, score, price, wasCancelled: outcome === "cancelled" };
  });
  return { about: "Bookings of your own", bookings };
}

/** RFC 4180, section 2: a field may be in quotes, within which a quote is doubled. Here no field has a line break in it. */
const FIELD = /(?:^|,)(?:[ \t]*"((?:[^"]|"")*)"[ \t]*(?=,|$)|([^,]*))/g;

function fieldsOf(line: string): readonly string[] {
  return Array.from(line.matchAll(FIELD), ([, quoted, plain = ""]) =>
    (quoted?.replaceAll('""', '"') ?? plain).trim(),
  );
}

/** NaN unless the text is a number of at least 0. */
function numberIn(text: string): number {
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

/** Scores every session of an archive by the forecast from `day` days before it. Each session has a price of 1. */
export function bookingsFromArchive(
  folder: string,
  { sport, day }: { readonly sport: string; readonly day: number },
): Bookings {
  const archive = readArchive(folder);
  const bookings = judgedSessions(archive, sport)
    .filter((session) => session.day === day)
    .map(({ startMs, raw, came }) => {
      return { startMs, score: roundedScore(raw), price: 1, wasCancelled: came === 0 };
    });
  if (bookings.length < 2)
    throw new Error(`${folder} has no sessions of ${sport} forecast ${day} days ahead`);
  const about =
    `Sessions of ${sport} in ${archive.place} that nobody booked (${archive.credit}), cancelled where the weather that ` +
    "came was not_recommended";
  return { about, bookings };
}
