// Answers recorded from the real services; test/fixtures/README.md says what each is.
import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { HOUR_MS } from "../../src/lib/time/clock.ts";
import { placeAt } from "../../src/lib/place.ts";
import { EARLIER_HOURS, PAST_HOURS } from "../../src/weather/weather-source.ts";
import type { MetNorwayPayload } from "./providers/met-norway/payload.ts";

const FOLDER = new URL("../fixtures/", import.meta.url);

export type RecordedFolder = "open-meteo/forecast" | "met-norway/locationforecast";

/** The names of a folder's forecasts. */
export const recordedNames = (folder: RecordedFolder): readonly string[] =>
  readdirSync(new URL(folder, FOLDER)).map((file) => file.replace(/\.json\.gz$/, ""));

/** A forecast, without what was recorded beside it. */
export function recordedAnswer(folder: RecordedFolder, name: string): Record<string, unknown> {
  const packed = readFileSync(new URL(`${folder}/${name}.json.gz`, FOLDER));
  const content = JSON.parse(gunzipSync(packed).toString()) as Record<string, unknown>;
  return (content["body"] ?? content["data"] ?? content) as Record<string, unknown>;
}

/** An answer that is no forecast, as it was sent. */
export const recordedError = (path: string): string => readFileSync(new URL(path, FOLDER), "utf8");

/** Start of an Open-Meteo answer's first hour, Unix ms; 0 for an answer without hours. */
export function openMeteoStartMs(body: Record<string, unknown>): number {
  const first = (body["hourly"] as { time?: unknown[] } | undefined)?.time?.[0];
  if (typeof first === "number") return first * 1000;
  return typeof first === "string" ? Date.parse(`${first}Z`) - Number(body["utc_offset_seconds"]) * 1000 : 0;
}

const ASKED_BEFORE_MS = (EARLIER_HOURS + PAST_HOURS) * HOUR_MS + 60_000;

/** Time and place of a request of ours that would get this answer: its first hour is the earliest that we ask for. */
export function openMeteoAsked(body: Record<string, unknown>) {
  const place = placeAt(Number(body["latitude"]), Number(body["longitude"]));
  return { nowMs: openMeteoStartMs(body) + ASKED_BEFORE_MS, place };
}

export function metNorwayAsked({ geometry, properties }: MetNorwayPayload) {
  const [lng = 0, lat = 0] = geometry.coordinates;
  return { nowMs: Date.parse(properties.timeseries[0]?.time ?? "") + 60_000, place: placeAt(lat, lng) };
}
