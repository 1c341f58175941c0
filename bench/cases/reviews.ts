// Compares the CPU times of calls that judge 20 sessions: reviews of 20 bookings, rankings of 20 venues, and rankings of 20 starts
// at one venue.
import { HOUR_MS } from "../../src/lib/time/clock.ts";
import { checkoutsOf, type Bench, type BenchCase } from "../harness/bench-case.ts";
import { compare, type Question, type Side } from "../harness/compare.ts";
import { HTTP_LOAD_TOOL, loadHttp } from "../harness/http-load.ts";
import type { Running, ServiceUnderTest } from "../harness/service.ts";
import { isoTime } from "../../src/lib/time/iso-time.ts";
import { REST_ON_SQLITE } from "../varied/door.ts";
import { trafficSide } from "../varied/load-traffic.ts";
import { questions as questionsOf, venues } from "../varied/questions.ts";
import { startServiceAt } from "../varied/service-at.ts";

const REVIEWS_BESIDE_STARTS = { kind: "at most", value: 3 } as const;
const VENUES_BESIDE_STARTS = { kind: "at most", value: 2 } as const;
/** Rankings of venues must cost less than reviews, because they write no sentences. */
const VENUES_BESIDE_REVIEWS = { kind: "at most", value: 1 } as const;

/** Concurrent requests: an hourly job sends few. */
const CALLERS = 8;

const BOOKINGS = 20;
const VENUES = 10;
const VENUES_RANKED = 20;
const REQUESTS = 2_000;
const OLD_FORECASTS = 2;
const OLD_FORECAST_AGE_MS = 48 * HOUR_MS;

export const reviews: BenchCase = { name: "reviews", needs: HTTP_LOAD_TOOL, run };

async function run(bench: Bench) {
  const sides: Side[] = [];
  const questions: Question[] = [];
  for (const { name, dir, prefix } of checkoutsOf(bench)) {
    const server = await startServiceAt(REST_ON_SQLITE, { name, dir }, bench);
    const ranked = { name: `${name}: safe-slots`, server, keys: [server.key], callers: CALLERS } as const;
    const review = bodySide(`${name}: reviews`, { server, requestOf: reviewRequest }, bench);
    const ofStarts = trafficSide({ ...ranked, way: "REST", mix: "safe-slots" }, bench);
    const isOther = prefix !== "";
    sides.push(review, ofStarts);
    questions.push({
      what: `${prefix}20 bookings reviewed, CPU beside 20 starts ranked`,
      figure: "cpuUsPerAnswer",
      of: review,
      beside: ofStarts,
      target: isOther ? undefined : REVIEWS_BESIDE_STARTS,
    });
    // An older checkout may have no rankings of venues.
    if (isOther) continue;
    const ofVenues = bodySide(`${name}: venues`, { server, requestOf: venuesRequest }, bench);
    sides.push(ofVenues);
    for (const [other, beside, target] of [
      ["20 starts ranked", ofStarts, VENUES_BESIDE_STARTS],
      ["20 bookings reviewed", review, VENUES_BESIDE_REVIEWS],
    ] as const) {
      const what = `20 venues ranked, CPU beside ${other}`;
      questions.push({ what, figure: "cpuUsPerAnswer", of: ofVenues, beside, target });
    }
  }
  return compare(sides, questions, bench);
}

interface RequestOptions {
  readonly seed: number;
  readonly nowMs: number;
  readonly key: string;
}

function bodySide(
  name: string,
  {
    server: { port, servers, key },
    requestOf,
  }: {
    readonly server: ServiceUnderTest & Running;
    readonly requestOf: (options: RequestOptions) => string;
  },
  bench: Bench,
): Side {
  return {
    name,
    servers,
    load: ({ seconds, seed }) => {
      const nowMs = Date.now();
      const requests = Array.from({ length: REQUESTS }, (_, i) =>
        requestOf({ seed: seed * REQUESTS + i, nowMs, key }),
      );
      return loadHttp({ port, seconds, requests, connections: CALLERS }, bench);
    },
  };
}

/**
 * Two bookings at each of ten venues. Two of the 20 told verdicts come from a forecast 48 hours old, the others from a current
 * forecast. Most told verdicts no longer hold, which is more change than an hour brings.
 */
function reviewRequest({ seed, nowMs, key }: RequestOptions): string {
  const asked = questionsOf({ seed, count: BOOKINGS, nowMs, mix: "booking-confidence" });
  const bookings = asked.map((question, i) => {
    if (question.operation !== "booking-confidence") throw new Error("no booking");
    const { lat, lng } = asked[i % VENUES] ?? question;
    return {
      ref: `b-${i}`,
      lat: Number(lat),
      lng: Number(lng),
      sport: question.sport,
      start_time: isoTime(question.startMs),
      duration_minutes: question.durationMinutes,
      lang: "de",
      time_zone: "Europe/Berlin",
      told: {
        recommendation: i % 2 === 0 ? "safe_to_book" : "not_recommended",
        playability_score: i % 2 === 0 ? 92 : 20,
        forecast_at: isoTime(i < OLD_FORECASTS ? nowMs - OLD_FORECAST_AGE_MS : nowMs),
      },
    };
  });
  return postRequest("/v1/bookings:review", { bookings }, key);
}

/** Twenty different venues, as in a search; sport, start and length are those of a booking. */
function venuesRequest({ seed, nowMs, key }: RequestOptions): string {
  const [booking] = questionsOf({ seed, count: 1, nowMs, mix: "booking-confidence" });
  if (booking?.operation !== "booking-confidence") throw new Error("no booking");
  const places = venues();
  const ranked = Array.from({ length: VENUES_RANKED }, (_, i) => {
    const { lat, lng } = places[(seed + i * (places.length / VENUES_RANKED)) % places.length] ?? booking;
    return { ref: `v-${i}`, lat: Number(lat), lng: Number(lng) };
  });
  const session = { start_time: isoTime(booking.startMs), duration_minutes: booking.durationMinutes };
  return postRequest("/v1/venues:rank", { venues: ranked, ...session, sport: booking.sport }, key);
}

function postRequest(path: string, question: object, key: string): string {
  const body = JSON.stringify(question);
  const headers = `Host: 127.0.0.1\r\nX-Api-Key: ${key}\r\nContent-Type: application/json`;
  return `POST ${path} HTTP/1.1\r\n${headers}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}
