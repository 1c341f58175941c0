import { LRUCache } from "lru-cache";
import type { ForecastHour } from "#gen/suitability/v1/forecast_pb.ts";
import { HOUR_MS } from "../clock.ts";
import { scoreHours, type ScoredHours } from "../scoring/hour-score.ts";
import { roundedScore } from "../scoring/recommendation.ts";
import type { CompiledProfile } from "../scoring/sports/profile.ts";
import type { HourlyWeather } from "../weather/hourly-weather.ts";
import { writtenOnce } from "../written-once.ts";
import { timestampAt, toTenths, toWhole } from "./answer-fields.ts";

/** All hours of a forecast as one sport sees them. */
export interface HourTable {
  /** From hour 0 of the forecast to its last. */
  readonly scored: ScoredHours;
  /** As an answer has it, and never to be changed; undefined for one that lacks what every answer tells. */
  hourAt(hour: number): ForecastHour | undefined;
}

export interface HourTables {
  /** Makes it where there is none. */
  of(forecast: HourlyWeather, profile: CompiledProfile): HourTable;
  /** Undefined where there is none: a booking alone would not pay for it. */
  known(forecast: HourlyWeather, profile: CompiledProfile): HourTable | undefined;
  readonly bytes: number;
}

/** Of 207 hours, with the messages and the texts of a week of them. Measured. */
const TABLE_BYTES = 95_000;

/** More are a burden to the garbage collector. */
const TABLES_MAX = 10_000;

/**
 * Tables of the forecasts and sports that were asked about of late. They belong to a forecast, not to a question: whatever is
 * asked about a place and a sport reads the same table, and a new forecast has a new one.
 */
export function createHourTables({
  room,
}: {
  /** How many bytes there are for them now; the least recently asked for go first. */
  readonly room: () => number;
}): HourTables {
  const numberOf = createNumbers();
  const tables = new LRUCache<string, HourTable>({ max: TABLES_MAX });
  // A forecast that is handed out again with another freshness has the same columns.
  const nameOf = ({ tempC }: HourlyWeather, profile: CompiledProfile) =>
    `${numberOf(tempC)} ${numberOf(profile)}`;
  return {
    of: (forecast, profile) => {
      const name = nameOf(forecast, profile);
      let table = tables.get(name);
      if (table === undefined) {
        tables.set(name, (table = createHourTable(forecast, profile)));
        while (tables.size * TABLE_BYTES > room() && tables.size > 0) tables.pop();
      }
      return table;
    },
    known: (forecast, profile) => tables.get(nameOf(forecast, profile)),
    get bytes() {
      return tables.size * TABLE_BYTES;
    },
  };
}

/** Numbers objects, as long as they are there. */
function createNumbers(): (object: object) => number {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  return (object) => {
    let number = numbers.get(object);
    if (number === undefined) numbers.set(object, (number = last += 1));
    return number;
  };
}

function createHourTable(forecast: HourlyWeather, profile: CompiledProfile): HourTable {
  const scored = scoreHours({ weather: forecast, profile, first: 0, count: forecast.hours });
  const hours: (ForecastHour | undefined)[] = [];
  return {
    scored,
    hourAt: (hour) => (hours[hour] ??= forecastHour(forecast, scored, hour)),
  };
}

function forecastHour(
  forecast: HourlyWeather,
  { score }: ScoredHours,
  hour: number,
): ForecastHour | undefined {
  const told = {
    tempC: toTenths(forecast.tempC[hour] ?? Number.NaN),
    rainMm: toTenths(forecast.rainMm[hour] ?? Number.NaN),
    windKmh: toTenths(forecast.windKmh[hour] ?? Number.NaN),
    playabilityScore: roundedScore(score[hour] ?? Number.NaN),
  };
  // An hour without one of these is an error, never a guess.
  if (Object.values(told).some(Number.isNaN)) return undefined;
  return writtenOnce<ForecastHour>({
    // Whole messages as they are: `create` would look through each of 168 again, and take four times as long.
    $typeName: "suitability.v1.ForecastHour",
    time: timestampAt(forecast.startMs + hour * HOUR_MS),
    ...told,
    // An hour is scored without it too, so an unknown one does not cost the caller the rest.
    cloudCoverPct: toWhole(forecast.cloudPct[hour]),
  });
}
