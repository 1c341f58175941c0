// A grid of starts: at a fixed step between two times, within the venue's hours.
import type { GetBookingConfidenceRequest } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { MINUTE_MS } from "../../lib/time/clock.ts";
import { type FieldViolation, invalidArgument } from "../../errors/fault.ts";
import { hasIsoTime, OUTSIDE_YEARS } from "../../lib/time/iso-time.ts";
import { startMsOf } from "./start-times.ts";

type Grid = Pick<
  GetBookingConfidenceRequest,
  "earliestStart" | "latestStart" | "stepMinutes" | "between" | "timeZone"
>;

const STEP_MINUTES_DEFAULT = 60;
const STARTS_MAX = 48;

export const GRID_PARAMETERS = [
  { name: "earliest_start", property: "earliestStart" },
  { name: "latest_start", property: "latestStart" },
  { name: "step_minutes", property: "stepMinutes" },
  { name: "between", property: "between" },
  { name: "time_zone", property: "timeZone" },
] as const satisfies readonly { name: string; property: keyof Grid }[];

/** The grid parameters that a request has. */
export function gridParameters(grid: Grid): readonly string[] {
  const given = GRID_PARAMETERS.filter(({ property }) => grid[property] !== undefined);
  return given.map(({ name }) => name);
}

/** The starts of a grid, and a test for its hours of the day. Throws INVALID_ARGUMENT with all violations. */
export function readGrid(grid: Grid): {
  readonly starts: readonly Start[];
  readonly isWithin: (startMs: number) => boolean;
  readonly zoneName: string | undefined;
} {
  const violations: FieldViolation[] = [];
  const problem: Problem = (field, description) => void violations.push({ field, description });
  const starts = readRange(grid, problem);
  const isWithinDay = readBetween(grid.between, problem);
  const zoneName = readTimeZone(grid.timeZone, problem);
  if (violations.length > 0) throw invalidArgument(violations);
  if (isWithinDay === undefined) return { starts, zoneName, isWithin: () => true };
  return { starts, zoneName, isWithin: (startMs) => isWithinDay(minuteOfDay(startMs, zoneName)) };
}

interface Start {
  readonly startMs: number;
}

type Problem = (field: string, description: string) => void;

function readRange(
  { earliestStart, latestStart, stepMinutes = STEP_MINUTES_DEFAULT }: Grid,
  problem: Problem,
): readonly Start[] {
  if (earliestStart === undefined) problem("earliest_start", "is required: a grid begins with it.");
  if (latestStart === undefined) problem("latest_start", "is required: a grid ends with it.");
  if (earliestStart === undefined || latestStart === undefined) return [];
  const earliestMs = startMsOf(earliestStart);
  const latestMs = startMsOf(latestStart);
  // As in JSON: binary messages may have other years.
  if (!hasIsoTime(earliestMs)) problem("earliest_start", OUTSIDE_YEARS);
  if (!hasIsoTime(latestMs)) problem("latest_start", OUTSIDE_YEARS);
  const steps = Math.floor((latestMs - earliestMs) / (stepMinutes * MINUTE_MS));
  if (steps < 0) problem("latest_start", "is before earliest_start.");
  if (steps >= STARTS_MAX) {
    const remedy = "take a shorter range or a larger step_minutes.";
    problem("latest_start", `makes more than ${STARTS_MAX} starts, ${stepMinutes} minutes apart: ${remedy}`);
    return [];
  }
  return Array.from({ length: steps + 1 }, (_, step) => ({
    startMs: earliestMs + step * stepMinutes * MINUTE_MS,
  }));
}

const TIMES_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/;

/** Returns a test of whether a local time, in minutes of the day, is within the hours in the text; undefined without a text. */
function readBetween(
  text: string | undefined,
  problem: Problem,
): ((minuteOfDay: number) => boolean) | undefined {
  if (text === undefined) return undefined;
  const [, ...parts] = TIMES_OF_DAY.exec(text) ?? [];
  if (parts.length === 0) {
    problem("between", "must be two times of day, from 00:00 to 23:59, such as 09:00-21:00.");
    return undefined;
  }
  const [hour = 0, minute = 0, lastHour = 0, lastMinute = 0] = parts.map(Number);
  const first = hour * 60 + minute;
  const last = lastHour * 60 + lastMinute;
  if (first === last) problem("between", "is empty: its two times are the same.");
  // Crosses midnight if the first is later than the last.
  return (time) => (first < last ? time >= first && time <= last : time >= first || time <= last);
}

/** Names begin with a letter, unlike offsets, which Temporal would accept too. */
const ZONE_NAME = /^[A-Za-z]/;

function readTimeZone(name: string | undefined, problem: Problem): string | undefined {
  if (name === undefined) return undefined;
  try {
    const { timeZoneId } = zonedTime(0, name);
    // Temporal would also accept a timestamp such as T10:30Z and use its zone.
    const isWhole = timeZoneId.toLowerCase() === name.toLowerCase();
    if (isWhole && ZONE_NAME.test(name)) return timeZoneId;
  } catch {
    // A RangeError: there is no such zone.
  }
  problem("time_zone", "must be the IANA name of a time zone, such as Europe/London.");
  return undefined;
}

/** The time zone that a request names; undefined if it names none. Throws INVALID_ARGUMENT for an unknown name. */
export function requestedTimeZone({ timeZone }: Pick<Grid, "timeZone">): string | undefined {
  const violations: FieldViolation[] = [];
  const zoneName = readTimeZone(
    timeZone,
    (field, description) => void violations.push({ field, description }),
  );
  if (violations.length > 0) throw invalidArgument(violations);
  return zoneName;
}

function minuteOfDay(ms: number, zoneName: string | undefined): number {
  const { hour, minute } = zonedTime(ms, zoneName);
  return hour * 60 + minute;
}

export function zonedTime(ms: number, zoneName = "UTC"): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zoneName);
}
