// `node verification/session-rain.ts [HOURS]`: how often sessions of so many hours (2) saw rain, by the chance that
// `session.rain_chance_pct` stated. docs/api.md quotes it.
import { join } from "node:path";
import { sessionWeather } from "../src/api/answering/session-weather.ts";
import { HOUR_MS } from "../src/lib/time/clock.ts";
import { findProfile } from "../src/scoring/sports/find-profile.ts";
import { scoreSession } from "../src/scoring/session-score.ts";
import { readArchive } from "./archive.ts";

/** Less is not measured as rain. */
const WET_MM = 0.1;
const SESSIONS_IN_BIN = 200;
/** In hours of UTC: New York's days. */
const STARTS = new Set([14, 17, 20, 22]);

const [hoursText = "2"] = process.argv.slice(2);
const hours = Number(hoursText);
const { forecasts, observed } = readArchive(join(import.meta.dirname, "new-york"));
const profile = findProfile("outdoor");
if (profile === undefined) throw new Error("no sport is called outdoor");

const stated: { readonly chance: number; readonly isWet: boolean }[] = [];
for (const weather of forecasts) {
  for (let hour = 0; hour + hours <= weather.hours; hour += 1) {
    const startMs = weather.startMs + hour * HOUR_MS;
    if (startMs < weather.generatedAtMs || !STARTS.has(new Date(startMs).getUTCHours())) continue;
    const score = scoreSession({ weather, profile, startMinute: hour * 60, durationMinutes: hours * 60 });
    const first = (startMs - observed.startMs) / HOUR_MS;
    const came = observed.rainMm.slice(Math.max(0, first), Math.max(0, first + hours));
    if (score === undefined || came.length < hours || came.some(Number.isNaN)) continue;
    stated.push({
      chance: sessionWeather(score).rainChancePct / 100,
      isWet: came.some((mm) => mm >= WET_MM),
    });
  }
}

stated.sort((a, b) => a.chance - b.chance);
process.stdout.write(`sessions of ${hours} hours  stated  came\n`);
let largest = 0;
for (let from = 0; from < stated.length; from += SESSIONS_IN_BIN) {
  const bin = stated.slice(from, from + SESSIONS_IN_BIN);
  const mean = bin.reduce((sum, { chance }) => sum + chance, 0) / bin.length;
  const share = bin.filter(({ isWet }) => isWet).length / bin.length;
  if (bin.length === SESSIONS_IN_BIN) largest = Math.max(largest, Math.abs(mean - share));
  process.stdout.write(`${String(bin.length).padStart(19)}  ${mean.toFixed(3)}  ${share.toFixed(3)}\n`);
}
process.stdout.write(`The largest difference in ${SESSIONS_IN_BIN} sessions: ${largest.toFixed(3)}\n`);
