// Records the forecasts for a place, one a day, and the actual weather from the same provider's analysis. Run it from cron
// every few hours. The first run of a day (UTC) records the day's forecast. Every run records the weather of the last 36 hours.
//
//   node examples/record-forecasts.ts DIR --lat=40.42 --lng=-3.70 --name=Madrid
//
// The first run needs all arguments, later ones only DIR. OPEN_METEO_URL and OPEN_METEO_API_KEY work as for the service. After some
// weeks `npm run verify -- --archive DIR` shows how often "safe" was safe there.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { HOUR_MS, systemClock } from "../src/lib/time/clock.ts";
import type { HourlyWeather } from "../src/weather/hourly-weather.ts";
import { createOpenMeteoSource } from "../src/weather/providers/open-meteo/source.ts";
import { placeAt, type Place } from "../src/lib/place.ts";
import { COLUMNS } from "../verification/archive.ts";

const COLUMN_NAMES = COLUMNS.map(([name]) => name).join(",");

/** Enough hours for a session on the seventh day and the hours before the forecast. */
const HOURS_MAX = 180;

/** Adds a fetched forecast, and its hours that are over at `nowMs`, to the folder. */
export function recordForecast(folder: string, weather: HourlyWeather, nowMs: number): void {
  const forecasts = linesOf(join(folder, "forecasts.csv"), `issued,hour,${COLUMN_NAMES}`);
  const issued = timeText(weather.generatedAtMs);
  if (!forecasts.at(-1)?.startsWith(issued.slice(0, 10))) {
    const rows = rowsOf(weather).slice(0, HOURS_MAX);
    write(join(folder, "forecasts.csv"), [
      ...forecasts,
      ...rows.map(({ hour, fields }) => [issued, hour, ...fields].join(",")),
    ]);
  }
  const analysis = linesOf(join(folder, "analysis.csv"), `hour,${COLUMN_NAMES}`);
  const [header = "", ...known] = analysis;
  const byHour = new Map(known.map((line) => [line.slice(0, line.indexOf(",")), line]));
  const isOver = ({ hour }: Row) => Date.parse(hour) <= nowMs;
  const told = weather.earlier === undefined ? [weather] : [weather.earlier, weather];
  for (const { hour, fields } of told.flatMap((part) => rowsOf(part).filter(isOver))) {
    // The first row of an answer lacks the values of the hour that ends there, and the last row the values of the hour that
    // starts there. An earlier run may have recorded them.
    const before = byHour.get(hour)?.split(",").slice(1) ?? [];
    byHour.set(hour, [hour, ...fields.map((field, index) => field || (before[index] ?? ""))].join(","));
  }
  write(join(folder, "analysis.csv"), [header, ...[...byHour.values()].toSorted()]);
}

interface Row {
  readonly hour: string;
  readonly fields: readonly string[];
}

function rowsOf(weather: HourlyWeather): readonly Row[] {
  return Array.from({ length: weather.hours + 1 }, (_, index) => ({
    hour: timeText(weather.startMs + index * HOUR_MS),
    fields: COLUMNS.map(([, column, at]) => fieldOf(weather[column][at === "start" ? index : index - 1])),
  }));
}

/** Empty if unknown. */
function fieldOf(value = Number.NaN): string {
  // Providers give at most two decimals, but 17.1 as a 32-bit float is 17.1000004.
  return Number.isNaN(value) ? "" : String(Math.round(value * 100) / 100);
}

/** `2026-11-23T12:00Z`. */
function timeText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16)}Z`;
}

function linesOf(file: string, header: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [header];
}

function write(file: string, lines: readonly string[]): void {
  writeFileSync(file, `${lines.join("\n")}\n`);
}

/** NaN for anything but digits: an unset variable would be the equator. */
function degreesFrom(text = ""): number {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

/** The place that the folder is about. Creates a new folder. Throws if a given place is missing, invalid or another one. */
export function placeOf(
  folder: string,
  { lat, lng, name }: { readonly lat?: string; readonly lng?: string; readonly name?: string },
): Place {
  const file = join(folder, "archive.json");
  if (!existsSync(file)) {
    const place = placeAt(degreesFrom(lat), degreesFrom(lng));
    const isPlace = Math.abs(place.lat) <= 90 && Math.abs(place.lng) <= 180;
    if (lat === undefined || lng === undefined || name === undefined || !isPlace) {
      throw new Error(`${folder} is new: add --lat=… and --lng=… (degrees) and --name=…`);
    }
    mkdirSync(folder, { recursive: true });
    const basis = `open-meteo-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;
    const credit = "Weather data by Open-Meteo.com, CC BY 4.0";
    const description = { basis, place: name, lat: place.lat, lng: place.lng, credit };
    writeFileSync(file, `${JSON.stringify(description, null, 2)}\n`);
    return place;
  }
  const known = JSON.parse(readFileSync(file, "utf8")) as { lat: number; lng: number; place: string };
  const place = placeAt(known.lat, known.lng);
  const asked = placeAt(
    lat === undefined ? known.lat : degreesFrom(lat),
    lng === undefined ? known.lng : degreesFrom(lng),
  );
  if (asked.key !== place.key)
    throw new Error(`${folder} is about ${known.place} (${place.key}): take another folder`);
  return place;
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { lat: { type: "string" }, lng: { type: "string" }, name: { type: "string" } },
  });
  const [folder] = positionals;
  const source = createOpenMeteoSource({
    url: process.env.OPEN_METEO_URL,
    apiKey: process.env.OPEN_METEO_API_KEY,
    clock: systemClock,
  });
  try {
    if (folder === undefined)
      throw new Error("usage: node examples/record-forecasts.ts DIR --lat=40.42 --lng=-3.70 --name=Madrid");
    const place = placeOf(folder, values);
    recordForecast(folder, await source.forecast(place, AbortSignal.timeout(10_000)), systemClock.nowMs());
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  } finally {
    await source.close();
  }
}
