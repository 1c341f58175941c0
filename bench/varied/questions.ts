// The questions of booking sites. `varied` has 200 venues, every hour of a week, six sports and three operations, so that
// questions recur only by chance.
import { DAY_MS, HOUR_MS } from "../../src/lib/time/clock.ts";
import { createRandom } from "../random.ts";

export interface Place {
  readonly lat: string;
  readonly lng: string;
}

export type Question = Place & { readonly sport: string } & (
    | { readonly operation: "booking-confidence"; readonly startMs: number; readonly durationMinutes: number }
    | {
        readonly operation: "safe-slots";
        readonly startsMs: readonly number[];
        readonly durationMinutes: number;
      }
    | { readonly operation: "forecast"; readonly days: number }
  );

export type Operation = Question["operation"];

/**
 * `varied`: the questions of many sites; `site`: the questions of one site on one day; `same`: one question again and again.
 */
export type Mix = "varied" | "site" | "same" | Operation;

const SPORTS = ["outdoor", "tennis", "golf", "football", "cricket", "running"];
const DURATIONS_MINUTES = [60, 90, 120];
const SLOTS = 20;
const SLOT_MS = 30 * 60_000;
const DAYS = 7;

/** The calls of each kind among a hundred; the rest are forecasts. */
const SHARES: Readonly<Record<Mix, readonly [bookingConfidences: number, safeSlots: number]>> = {
  varied: [70, 15],
  site: [70, 15],
  same: [100, 0],
  "booking-confidence": [100, 0],
  "safe-slots": [0, 100],
  forecast: [0, 0],
};

/**
 * Starts are 1 to 167 hours after the current hour. If that hour ends during a run, the first start is in the new current
 * hour, which is still accepted; the last is within the seven days.
 */
const HOURS = 167;

const VENUES = 200;

/** A site: two sports a venue, three days. Four in five starts are drawn from 7 to 21 h, the rest from all hours. */
const SITE = { venues: 40, sports: 2, days: 3, busyHours: { first: 7, count: 15, share: 0.8 } };

/** Venues on land and sea between the polar circles, far from each other. */
export function venues(count = VENUES): readonly Place[] {
  return Array.from({ length: count }, (_, venue) => ({
    lat: (-60 + (120 / count) * venue + 0.0213).toFixed(4),
    lng: (((venue * 137.508) % 360) - 180).toFixed(4),
  }));
}

/** The same seed and hour give the same questions. */
export function questions(init: {
  readonly seed: number;
  readonly count: number;
  readonly nowMs: number;
  readonly mix?: Mix;
  readonly venueCount?: number;
}): readonly Question[] {
  const { mix = "varied", count } = init;
  const [bookingConfidences, safeSlots] = SHARES[mix];
  const isSite = mix === "site";
  const places = venues(init.venueCount ?? (isSite ? SITE.venues : undefined));
  const random = createRandom(init.seed);
  const below = (end: number) => Math.floor(random() * end);
  const oneOf = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  const hourMs = Math.floor(init.nowMs / HOUR_MS) * HOUR_MS;
  const sportAt = (venue: number) =>
    isSite ? (SPORTS[(venue + below(SITE.sports)) % SPORTS.length] ?? "") : oneOf(SPORTS);
  const siteStartMs = () => {
    const { first, count: hours, share } = SITE.busyHours;
    const hour = random() < share ? first + below(hours) : below(24);
    const startMs = Math.floor(hourMs / DAY_MS) * DAY_MS + (below(SITE.days) * 24 + hour) * HOUR_MS;
    return startMs > hourMs ? startMs : startMs + DAY_MS;
  };
  return Array.from({ length: mix === "same" ? 1 : count }, (): Question => {
    const turn = random() * 100;
    const venue = below(places.length);
    const asked = { ...(places[venue] as Place), sport: sportAt(venue) };
    if (turn >= bookingConfidences + safeSlots) return { ...asked, operation: "forecast", days: DAYS };
    const startMs = isSite ? siteStartMs() : hourMs + (1 + below(HOURS)) * HOUR_MS;
    const durationMinutes = oneOf(DURATIONS_MINUTES);
    if (turn < bookingConfidences) {
      return { ...asked, operation: "booking-confidence", startMs, durationMinutes };
    }
    // Slots must not lie beyond the horizon, where they would be skipped.
    const lastMs = hourMs + HOURS * HOUR_MS - SLOTS * SLOT_MS;
    const firstMs = Math.min(startMs, lastMs);
    const startsMs = Array.from({ length: SLOTS }, (_, slot) => firstMs + slot * SLOT_MS);
    return { ...asked, operation: "safe-slots", startsMs, durationMinutes };
  });
}

/** One valid booking: the same for every call within an hour. */
export function oneBooking(nowMs: number): Question {
  const [booking] = questions({ seed: 1, count: 1, nowMs, mix: "booking-confidence" });
  if (booking === undefined) throw new Error("no question");
  return booking;
}
