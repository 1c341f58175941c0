// An archive of forecasts and of the weather that came, read from a folder: README.md beside this file has its columns.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { HOUR_MS } from "../src/clock.ts";
import { columnsFrom, type HourlyWeather, type WeatherColumn } from "../src/weather/hourly-weather.ts";
import { placeAt, type Place } from "../src/weather/place.ts";
import { withDaylight } from "../src/weather/daylight.ts";

export interface Archive {
  /** What odds fitted on it name as their basis. */
  readonly basis: string;
  readonly place: string;
  readonly lat: number;
  readonly lng: number;
  readonly credit: string;
  /** Forecasts issued from then on are not for fitting; Unix ms. */
  readonly heldOutFromMs: number;
  /** Each as it was known when it was issued. */
  readonly forecasts: readonly HourlyWeather[];
  /** What came: the chance of rain is 100 where it rained, and 0 where it did not. */
  readonly observed: HourlyWeather;
  /** The same by gauges of others, where the archive has some; there is no cloud in it. */
  readonly gauges: readonly HourlyWeather[];
  readonly gaugesAre: string;
  /** Of each hour of `observed`, the share of its sessions that were played; NaN where nobody told. */
  readonly played: Float32Array;
}

interface Description {
  readonly basis: string;
  readonly place: string;
  readonly lat: number;
  readonly lng: number;
  readonly credit: string;
  readonly held_out_from: string;
  readonly issued_hour_utc: number;
  readonly gauges_are?: string;
}

/** Snow of 0.7 cm is 1 mm of water, in Open-Meteo's model of it. */
const SNOW_CM_PER_MM = 0.7;

/** A row of a file, by the names in its first line; an empty field is NaN. */
type Row = (name: string) => number;

interface Hour {
  readonly ms: number;
  readonly row: Row;
}

/** Throws an error whose sentence says what is missing in the folder. */
export function readArchive(folder: string): Archive {
  const description = JSON.parse(readFileSync(join(folder, "archive.json"), "utf8")) as Description;
  const place = placeAt(description.lat, description.lng);
  const forecasts = [...Map.groupBy(rowsOf(folder, "forecasts"), ({ fields }) => fields[0] ?? "")].map(
    ([issued, rows]) => {
      const issuedMs = Date.parse(issued) + (issued.length > 10 ? 0 : description.issued_hour_utc * HOUR_MS);
      return withDaylight(weatherOf(rows.map(hourOf), issuedMs, forecastChance), place);
    },
  );
  const analysed = rowsOf(folder, "analysis").map(hourOf);
  const observed = withDaylight(weatherOf(analysed, 0, observedChance), place);
  const played = new Float32Array(observed.hours).fill(Number.NaN);
  for (const { ms, row } of analysed) played[(ms - observed.startMs) / HOUR_MS] = row("played");
  const heldOutFromMs = Date.parse(description.held_out_from);
  const gauges = readGauges(folder, place);
  const gaugesAre = description.gauges_are ?? "the gauges in the archive";
  return { ...description, heldOutFromMs, forecasts, observed, played, gauges, gaugesAre };
}

/** A report of 9 minutes before the hour is that hour's. */
function readGauges(folder: string, place: Place): readonly HourlyWeather[] {
  if (!readdirSync(folder).some((name) => name.includes("stations"))) return [];
  const byStation = Map.groupBy(rowsOf(folder, "stations"), ({ fields }) => fields[0] ?? "");
  return [...byStation.values()].map((rows) => {
    const hours = rows.map(hourOf).map(({ ms, row }) => ({ ms: ms + HOUR_MS, row }));
    return withDaylight(weatherOf(hours, 0, observedChance), place);
  });
}

/** The rows of the one file in the folder whose name has that word, gzipped or not. */
function rowsOf(folder: string, word: string) {
  const names = readdirSync(folder).filter((name) => name.includes(word) && /\.csv(\.gz)?$/.test(name));
  const [name] = names;
  if (name === undefined || names.length > 1) {
    throw new Error(`${folder} needs one file named …${word}….csv or .csv.gz; it has ${names.length}`);
  }
  const bytes = readFileSync(join(folder, name));
  const text = (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  const [header = "", ...lines] = text.trimEnd().split("\n");
  const indexOf = new Map(
    header
      .trim()
      .split(",")
      .map((column, index) => [column, index]),
  );
  const hourIndex = indexOf.get("hour") ?? 0;
  return lines.map((line) => {
    const fields = line.trimEnd().split(",");
    const row: Row = (column) => {
      const field = fields[indexOf.get(column) ?? -1] ?? "";
      return field === "" ? Number.NaN : Number(field);
    };
    return { fields, hour: fields[hourIndex] ?? "", row };
  });
}

function hourOf({ hour, row }: { hour: string; row: Row }): Hour {
  return { ms: Date.parse(hour), row };
}

/**
 * Hours in a row, as the product has them: rain, snow, chance and gusts are told at the end of their hour, the rest at its
 * start. Hours that the file does not have are not known.
 */
function weatherOf(
  rows: readonly Hour[],
  generatedAtMs: number,
  chance: (ended: Row) => number,
): HourlyWeather {
  const first = rows[0]?.ms ?? 0;
  const hours = Math.round(((rows.at(-1)?.ms ?? 0) - first) / HOUR_MS) + 1;
  const at: (Row | undefined)[] = Array.from({ length: hours + 1 });
  for (const { ms, row } of rows) at[Math.round((ms - first) / HOUR_MS)] = row;
  const unknown: Row = () => Number.NaN;
  const values: Partial<Record<WeatherColumn, (begun: Row, ended: Row) => number>> = {
    tempC: (begun) => begun("temp_c"),
    apparentC: (begun) => begun("apparent_c"),
    rainMm: (_begun, ended) => precipitationMm(ended),
    precipProbPct: (_begun, ended) => chance(ended),
    windKmh: (begun) => begun("wind_kmh"),
    gustKmh: (_begun, ended) => ended("gust_kmh"),
    cloudPct: (begun) => begun("cloud_pct"),
    humidityPct: (begun) => begun("humidity_pct"),
  };
  const columns = columnsFrom((name) =>
    Float32Array.from(
      { length: hours },
      (_, hour) => values[name]?.(at[hour] ?? unknown, at[hour + 1] ?? unknown) ?? Number.NaN,
    ),
  );
  return { source: "archive", generatedAtMs, startMs: first, hours, ...columns };
}

function precipitationMm(ended: Row): number {
  const snowCm = ended("snow_cm");
  return ended("rain_mm") + (snowCm > 0 ? snowCm / SNOW_CM_PER_MM : 0);
}

function forecastChance(ended: Row): number {
  return ended("precip_prob_pct");
}

function observedChance(ended: Row): number {
  const mm = precipitationMm(ended);
  return Number.isNaN(mm) ? Number.NaN : mm > 0 ? 100 : 0;
}
