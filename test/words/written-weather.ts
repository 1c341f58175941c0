// Reads the notation of sentences.txt and summary-cases.txt, where `fine` is FINE_HOUR and `unknown` a missing value.
// `golf 0+90: 3 x fine / windKmh 20, isDay 0`: three fine hours, then one with two changes; golf for 90 minutes from minute 0.
// Without `0+90` the session is all of the hours. After a bar:
// `| leadHours 120`, `| better 2026-11-22T16:00[UTC]`: a better start; the session itself is on Saturday 2026-11-21 at 10:00
// `| oftenChangesDays 2`: from two days ahead on, safe often does not hold
// `| told safe_to_book,2026-11-17`: the verdict told on that Tuesday; the sentence is written on Friday 2026-11-20
import { readFileSync } from "node:fs";
import type { SportDefinition } from "../../src/scoring/sports/definition.ts";
import type { SessionScore } from "../../src/scoring/session-score.ts";
import type { Verdict } from "../../src/scoring/verdicts.ts";
import type { summary } from "../../src/words/summary.ts";
import { columnsOf, fineHour, type HourOfWeather } from "../scoring/columns-of.ts";
import { sessionOf } from "../scoring/score-of.ts";

/** Custom sports. Their numbers are chosen so that cases lie exactly on a limit. */
const OWN_SPORTS: Readonly<Record<string, SportDefinition>> = {
  "Centre Court": { id: "own", base: "football", label: "Centre Court", weight: { wind: 0 } },
  "winter padel": { id: "own", base: "padel", weight: { temp: 0 } },
  "winter football": { id: "own", base: "football", weight: { temp: 0 } },
  "covered padel": { id: "own", base: "padel", covered: true },
  "climbing wall": { id: "own", base: "climbing", surface: "artificial" },
  "the hall": { id: "hall", base: "padel", label: "the hall", covered: true },
  "kite racing for veterans": {
    id: "lab",
    base: "kitesurfing",
    label: "kite racing for veterans",
    floodlit: true,
    weight: { rain: 0, temp: 0 },
  },
  "foggy golf": { id: "lab", base: "golf", label: "lab", fog: 0.75 },
  // prettier-ignore
  "windy padel": { id: "lab", base: "padel", label: "lab", wind: [[10, 1], [20, 0.95], [30, 0.5]] },
};

/** The blocks of a file, each with its title and its lines. */
export const blocksOf = (file: string) =>
  readFileSync(new URL(file, import.meta.url), "utf8")
    .split(/^## /m)
    .slice(1)
    .map((block) => block.split("\n").flatMap((line) => line.trim() || []))
    .map(([title = "", ...lines]) => ({ title, lines }));

/** The arguments of `summary` for a situation in this notation. */
export function situationOfWritten(text = ""): Parameters<typeof summary> {
  const [session, ...besides] = text.split(" | ");
  const { leadHours, oftenChangesDays, better, told } = Object.fromEntries(
    besides.map((fact) => fact.split(" ")),
  );
  return [
    scoreOfWritten(session),
    {
      ...(leadHours !== undefined && { leadHours: Number(leadHours) }),
      ...(oftenChangesDays !== undefined && { oftenChangesDays: Number(oftenChangesDays) }),
      ...(told !== undefined && { earlier: earlierVerdict(told) }),
      ...(better !== undefined && { better: betterStart(Temporal.ZonedDateTime.from(better)) }),
    },
  ];
}

function betterStart(better: Temporal.ZonedDateTime) {
  const session = better.with({ year: 2026, month: 11, day: 21, hour: 10, minute: 0 });
  return { session, better, isUtc: better.timeZoneId === "UTC" };
}

function earlierVerdict(written: string) {
  const [recommendation, day = ""] = written.split(",") as [Verdict, string?];
  const forecastAt = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: "UTC", plainTime: "06:00" });
  return { recommendation, forecastAt, now: Temporal.ZonedDateTime.from("2026-11-20T09:00[UTC]") };
}

/** The score of a session in this notation. */
function scoreOfWritten(text = ""): SessionScore {
  const { sport = "", start, minutes, hours = "" } = WRITTEN.exec(text)?.groups ?? {};
  const weather = hours.split(" / ").flatMap(hoursOf);
  const slot = { startMinute: Number(start ?? 0), durationMinutes: Number(minutes ?? weather.length * 60) };
  return sessionOf(OWN_SPORTS[sport] ?? sport, weather, slot);
}

const WRITTEN = /^(?<sport>[^:\d]+?)(?: (?<start>\d+)\+(?<minutes>\d+))?: (?<hours>.+)$/;

function hoursOf(text: string): readonly HourOfWeather[] {
  const { times = 1, changes = "" } = /^(?:(?<times>\d+) x )?(?<changes>.+)$/.exec(text)?.groups ?? {};
  const change = changes === "fine" ? [] : changes.split(", ").map(valueOf);
  return Array.from({ length: Number(times) }, () => fineHour(Object.fromEntries(change)));
}

function valueOf(text: string): readonly [name: string, value: number | undefined] {
  const [name = "", value = ""] = text.split(" ");
  if (!(name in columnsOf([]))) throw new Error(`${text} names no variable of the weather`);
  if (value === "unknown") return [name, undefined];
  const number = value === "" ? Number.NaN : Number(value);
  if (Number.isNaN(number)) throw new Error(`${text} has no number`);
  return [name, number];
}
