// Reads an archive of forecasts and of the actual weather. README.md beside this file describes its columns.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { HOUR_MS } from "../src/lib/time/clock.ts";
import { columnsFrom, type HourlyWeather, type WeatherColumn } from "../src/weather/hourly-weather.ts";
import { placeAt, type Place } from "../src/lib/place.ts";
import { withDaylight } from "../src/weather/daylight.ts";

/** What is wrong with an archive, in words for the person who made it. */
export class ArchiveError extends Error {}

interface Description {
  /** The basis of odds that are fitted on the archive. */
  readonly basis: string;
  readonly place: string;
  readonly lat: number;
  readonly lng: number;
  readonly credit: string;
  readonly held_out_from?: string;
  readonly issued_hour_utc?: number;
  readonly gauges_are?: string;
}

export interface Archive extends Pick<Description, "basis" | "place" | "lat" | "lng" | "credit"> {
  /** Odds are not fitted on forecasts issued from this time on; Unix ms. If undefined, nothing is fitted. */
  readonly heldOutFromMs: number | undefined;
  /** Each forecast as it was known when it was issued. */
  readonly forecasts: readonly HourlyWeather[];
  /** The actual weather. The chance of rain is 100 in hours with rain, otherwise 0. */
  readonly observed: HourlyWeather;
  /** The actual weather by each of other people's gauges, without cloud; empty if the archive has none. */
  readonly gauges: readonly HourlyWeather[];
  readonly gaugesAre: string;
  /** The share of the sessions that were played, for each hour of `observed`; NaN if unknown. */
  readonly played: Float32Array;
}

/** The columns of a file, and whether an hour's value is in the row of its start or of its end. */
export const COLUMNS: readonly (readonly [name: string, of: WeatherColumn, at: "start" | "end"])[] = [
  ["temp_c", "tempC", "start"],
  ["apparent_c", "apparentC", "start"],
  ["humidity_pct", "humidityPct", "start"],
  ["rain_mm", "rainMm", "end"],
  ["precip_prob_pct", "precipProbPct", "end"],
  ["wind_kmh", "windKmh", "start"],
  ["gust_kmh", "gustKmh", "end"],
  ["cloud_pct", "cloudPct", "start"],
  ["weather_code", "weatherCode", "end"],
  ["visibility_m", "visibilityM", "start"],
];

/** When actual weather was made: all of its hours have passed, so that scores take its rain as it fell. */
const AFTER_ALL = Number.POSITIVE_INFINITY;

/** Open-Meteo's model counts 0.7 cm of snow as 1 mm of water. */
const SNOW_CM_PER_MM = 0.7;

interface Row {
  /** The first field: when a forecast was issued, or the name of a gauge. */
  readonly first: string;
  readonly ms: number;
  /** By the column's name; NaN if the field is empty or the column missing. */
  readonly value: (name: string) => number;
}

/** Throws an ArchiveError that says what is missing in the folder. */
export function readArchive(folder: string): Archive {
  const description = readDescription(folder);
  const place = placeAt(description.lat, description.lng);
  const byIssue = Map.groupBy(rowsOf(folder, "forecasts"), ({ first }) => first);
  const forecasts = [...byIssue].map(([issued, rows]) => {
    const hour = issued.length > 10 ? 0 : (description.issued_hour_utc ?? 0);
    const issuedMs = Date.parse(issued) + hour * HOUR_MS;
    return withDaylight(weatherOf(rows, issuedMs, forecastChance), place);
  });
  const analysed = rowsOf(folder, "analysis");
  const observed = withDaylight(weatherOf(analysed, AFTER_ALL, observedChance), place);
  const played = new Float32Array(observed.hours).fill(Number.NaN);
  for (const { ms, value } of analysed) played[(ms - observed.startMs) / HOUR_MS] = value("played");
  const { held_out_from: heldOutFrom } = description;
  const heldOutFromMs = heldOutFrom === undefined ? undefined : Date.parse(heldOutFrom);
  const gauges = readGauges(folder, place);
  const gaugesAre = description.gauges_are ?? "the gauges in the archive";
  return { ...description, heldOutFromMs, forecasts, observed, played, gauges, gaugesAre };
}

function readDescription(folder: string): Description {
  const file = join(folder, "archive.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Description;
  const example = {
    basis: "open-meteo-madrid",
    place: "Madrid",
    lat: 40.42,
    lng: -3.7,
    credit: "Whose data it is",
  };
  throw new ArchiveError(`${folder} needs a file archive.json such as ${JSON.stringify(example)}`);
}

/** Without chances of rain, the score takes what an amount of rain is worth at its lead, and there are no odds. */
export function hasChanceOfRain({ forecasts }: Archive): boolean {
  return forecasts.some(({ precipProbPct }) => precipProbPct.some((pct) => !Number.isNaN(pct)));
}

function readGauges(folder: string, place: Place): readonly HourlyWeather[] {
  if (!readdirSync(folder).some((name) => name.includes("stations"))) return [];
  const byStation = Map.groupBy(rowsOf(folder, "stations"), ({ first }) => first);
  return [...byStation.values()].map((rows) => {
    // A report of nine minutes before the hour counts as the hour's.
    const hours = rows.map((row) => ({ ...row, ms: row.ms + HOUR_MS }));
    return withDaylight(weatherOf(hours, AFTER_ALL, observedChance), place);
  });
}

/** The rows of the one CSV file in the folder whose name contains the word; it may be gzipped. */
function rowsOf(folder: string, word: string): readonly Row[] {
  const names = readdirSync(folder).filter((name) => name.includes(word) && /\.csv(\.gz)?$/.test(name));
  const [name] = names;
  if (name === undefined || names.length > 1) {
    throw new ArchiveError(`${folder} needs one file named …${word}….csv or .csv.gz; it has ${names.length}`);
  }
  const bytes = readFileSync(join(folder, name));
  const text = (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  const [header = "", ...lines] = text.trimEnd().split("\n");
  const columns = header.trim().split(",");
  return lines.map((line) => {
    const fields = line.trimEnd().split(",");
    const field = (column: string) => fields[columns.indexOf(column)] ?? "";
    const value = (column: string) => (field(column) === "" ? Number.NaN : Number(field(column)));
    return { first: fields[0] ?? "", ms: Date.parse(field("hour")), value };
  });
}

/** Consecutive hours, as in the product. Hours that the file lacks are unknown. */
function weatherOf(
  rows: readonly Row[],
  generatedAtMs: number,
  chance: (ended: Row) => number,
): HourlyWeather {
  const startMs = rows[0]?.ms ?? 0;
  const hours = Math.round(((rows.at(-1)?.ms ?? 0) - startMs) / HOUR_MS) + 1;
  const rowAt: (Row | undefined)[] = Array.from({ length: hours + 1 });
  for (const row of rows) rowAt[Math.round((row.ms - startMs) / HOUR_MS)] = row;
  const columns = columnsFrom((column) => {
    const [name = "", , at] = COLUMNS.find(([, of]) => of === column) ?? [];
    return Float32Array.from({ length: hours }, (_, hour) => {
      const row = rowAt[at === "end" ? hour + 1 : hour];
      if (row === undefined) return Number.NaN;
      if (column === "rainMm") return precipitationMm(row);
      return column === "precipProbPct" ? chance(row) : row.value(name);
    });
  });
  return { source: "archive", generatedAtMs, startMs, hours, ...columns };
}

function precipitationMm({ value }: Row): number {
  const snowCm = value("snow_cm");
  return value("rain_mm") + (snowCm > 0 ? snowCm / SNOW_CM_PER_MM : 0);
}

function forecastChance({ value }: Row): number {
  return value("precip_prob_pct");
}

function observedChance(row: Row): number {
  const mm = precipitationMm(row);
  return Number.isNaN(mm) ? Number.NaN : mm > 0 ? 100 : 0;
}
