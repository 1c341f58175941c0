// A forecast as bytes, to be kept by the hundred thousand and shared between replicas: a third of the size, and the very
// same numbers when it is read. All numbers are little-endian, whatever the machine.
//
//   0  version     uint8         12  startMs  float64
//   1  name bytes  uint8         20  the source's name, UTF-8
//   2  hours       uint16        ..  the columns in the order below, each as packColumn writes it
//   4  generatedAtMs  float64
import { HOUR_MS } from "../../../clock.ts";
import type { HourlyWeather, WeatherColumn } from "../../hourly-weather.ts";
import { packColumn, packedColumnBytesMax, unpackColumn } from "./column.ts";

const VERSION = 1;
const HEADER_BYTES = 20;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The order is part of the version. */
const COLUMNS = [
  "tempC",
  "apparentC",
  "rainMm",
  "precipProbPct",
  "windKmh",
  "gustKmh",
  "cloudPct",
  "weatherCode",
  "isDay",
  "visibilityM",
  "humidityPct",
] as const satisfies readonly WeatherColumn[];

export function packForecast(weather: HourlyWeather): Uint8Array {
  const name = encoder.encode(weather.source);
  const bytesMax = HEADER_BYTES + name.length + COLUMNS.length * packedColumnBytesMax(weather.hours);
  const bytes = new Uint8Array(bytesMax);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, VERSION);
  view.setUint8(1, name.length);
  view.setUint16(2, weather.hours, true);
  view.setFloat64(4, weather.generatedAtMs, true);
  view.setFloat64(12, weather.startMs, true);
  bytes.set(name, HEADER_BYTES);
  let end = HEADER_BYTES + name.length;
  for (const column of COLUMNS) end = packColumn(weather[column], view, end);
  // A copy, so that the room that was not needed is not kept.
  return bytes.slice(0, end);
}

/** Throws a RangeError for bytes that packForecast of this version did not write. */
export function unpackForecast(bytes: Uint8Array): HourlyWeather {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint8(0);
  if (version !== VERSION) throw new RangeError(`packed by version ${version}, not ${VERSION}`);
  const nameEnd = HEADER_BYTES + view.getUint8(1);
  const hours = view.getUint16(2, true);
  const values = new Float32Array(COLUMNS.length * hours);
  let end = nameEnd;
  const columns: Partial<Record<WeatherColumn, Float32Array>> = {};
  COLUMNS.forEach((name, i) => {
    const column = values.subarray(i * hours, (i + 1) * hours);
    end = unpackColumn(column, view, end);
    columns[name] = column;
  });
  const startMs = view.getFloat64(12, true);
  if (end !== bytes.byteLength || startMs % HOUR_MS !== 0) throw new RangeError("not a packed forecast");
  return {
    source: decoder.decode(bytes.subarray(HEADER_BYTES, nameEnd)),
    generatedAtMs: view.getFloat64(4, true),
    startMs,
    hours,
    ...(columns as Record<(typeof COLUMNS)[number], Float32Array>),
  };
}
