// Compares the CPU times of reviewing 20 bookings and of ranking 20 starts. The bookings are at 10 venues; each booking has its
// own sport, time and summary.
import { HOUR_MS } from "../../src/lib/time/clock.ts";
import { checkoutsOf, type Bench, type BenchCase } from "../harness/bench-case.ts";
import { compare, type Side } from "../harness/compare.ts";
import { HTTP_LOAD_TOOL, loadHttp } from "../harness/http-load.ts";
import type { Running, ServiceUnderTest } from "../harness/service.ts";
import { isoTime } from "../../src/lib/time/iso-time.ts";
import { REST_ON_SQLITE } from "../varied/door.ts";
import { trafficSide } from "../varied/load-traffic.ts";
import { questions } from "../varied/questions.ts";
import { startServiceAt } from "../varied/service-at.ts";

const TARGET = { kind: "at most", value: 3 } as const;

/** Concurrent requests: an hourly job sends few. */
const CALLERS = 8;

const BOOKINGS = 20;
const VENUES = 10;
const REQUESTS = 2_000;
const TOLD_LONG_AGO = 2;
const TOLD_LONG_AGO_MS = 48 * HOUR_MS;

export const reviews: BenchCase = { name: "reviews", needs: HTTP_LOAD_TOOL, run };

async function run(bench: Bench) {
  const compared: { readonly who: string; readonly review: Side; readonly ranking: Side }[] = [];
  for (const { name, dir, prefix } of checkoutsOf(bench)) {
    const server = await startServiceAt(REST_ON_SQLITE, { name, dir }, bench);
    const ranked = { name: `${name}: safe-slots`, server, keys: [server.key], callers: CALLERS } as const;
    compared.push({
      who: prefix,
      review: reviewSide(`${name}: reviews`, server, bench),
      ranking: trafficSide({ ...ranked, way: "REST", mix: "safe-slots" }, bench),
    });
  }
  return compare(
    compared.flatMap(({ review, ranking }) => [review, ranking]),
    compared.map(({ who, review, ranking }) => ({
      what: `${who}20 bookings reviewed, CPU beside 20 starts ranked`,
      figure: "cpuUsPerAnswer" as const,
      of: review,
      beside: ranking,
      target: who === "" ? TARGET : undefined,
    })),
    bench,
  );
}

function reviewSide(name: string, { port, servers, key }: ServiceUnderTest & Running, bench: Bench): Side {
  return {
    name,
    servers,
    load: ({ seconds, seed }) => {
      const nowMs = Date.now();
      const requests = Array.from({ length: REQUESTS }, (_, i) =>
        reviewRequest({ seed: seed * REQUESTS + i, nowMs, key }),
      );
      return loadHttp({ port, seconds, requests, connections: CALLERS }, bench);
    },
  };
}

/**
 * Two bookings at each venue. Two of the 20 told verdicts come from a forecast 48 hours old, the others from a current
 * forecast. Most told verdicts no longer hold, which is more change than an hour brings.
 */
function reviewRequest({ seed, nowMs, key }: { seed: number; nowMs: number; key: string }): string {
  const asked = questions({ seed, count: BOOKINGS, nowMs, mix: "booking-confidence" });
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
        forecast_at: isoTime(i < TOLD_LONG_AGO ? nowMs - TOLD_LONG_AGO_MS : nowMs),
      },
    };
  });
  const body = JSON.stringify({ bookings });
  const headers = `Host: 127.0.0.1\r\nX-Api-Key: ${key}\r\nContent-Type: application/json`;
  return `POST /v1/bookings:review HTTP/1.1\r\n${headers}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}
