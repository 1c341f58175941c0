import { LRUCache } from "lru-cache";
import type { ForecastHour } from "#gen/suitability/v1/forecast_pb.ts";
import { HOUR_MS } from "../clock.ts";
import { scoreHours, type ScoredHours } from "../scoring/hour-score.ts";
import { roundedScore } from "../scoring/recommendation.ts";
import type { CompiledProfile } from "../scoring/sports/profile.ts";
import { valueAt } from "../scoring/weather-columns.ts";
import type { HourlyWeather } from "../weather/hourly-weather.ts";
import { WrittenList } from "../written-list.ts";
import { timestampAt, toTenths, toWhole } from "./answer-fields.ts";

/** Hours of a forecast as one sport sees them. */
export interface HourTable {
  readonly scored: Pick<ScoredHours, "first" | "score">;
  /** As answers show them, from hour 0 of the forecast on. */
  readonly list: WrittenList<ForecastHour>;
}

type Range = Pick<ScoredHours, "first" | "count">;

export interface HourTables {
  /** These hours at least, and all of them from the second question about a forecast and a sport on: one would not pay for them. */
  of(forecast: HourlyWeather, profile: CompiledProfile, range: Range): HourTable;
  readonly bytes: number;
}

/** Of 252 hours, scored, and 168 of them written as JSON and as bytes. Measured. */
const TABLE_BYTES = 33_000;

/** About 100 bytes each. */
const ASKED_ONCE_MAX = 20_000;

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
  const askedOnce = new LRUCache<string, true>({ max: ASKED_ONCE_MAX });
  const tables = new LRUCache<string, HourTable>({ max: ASKED_ONCE_MAX });
  return {
    of: (forecast, profile, range) => {
      // A forecast that is handed out again with another freshness has the same columns.
      const name = `${numberOf(forecast.tempC)} ${numberOf(profile)}`;
      const known = tables.get(name);
      if (known !== undefined) return known;
      if (!askedOnce.delete(name)) {
        askedOnce.set(name, true);
        return createHourTable(forecast, profile, range);
      }
      const table = createHourTable(forecast, profile, { first: 0, count: forecast.hours });
      tables.set(name, table);
      while (tables.size * TABLE_BYTES > room() && tables.size > 0) tables.pop();
      return table;
    },
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

function createHourTable(forecast: HourlyWeather, profile: CompiledProfile, range: Range): HourTable {
  // Of what scores are made from nothing is kept: it is four fifths of the bytes.
  const { first, score } = scoreHours({ weather: forecast, profile, ...range });
  const scored = { first, score };
  return { scored, list: new WrittenList((hour) => forecastHour(forecast, scored, hour)) };
}

export function forecastHour(
  forecast: HourlyWeather,
  { first, score }: HourTable["scored"],
  hour: number,
): ForecastHour {
  return {
    // Whole messages as they are: `create` would look through each of 168 again, and take four times as long.
    $typeName: "suitability.v1.ForecastHour",
    time: timestampAt(forecast.startMs + hour * HOUR_MS),
    tempC: toTenths(valueAt(forecast.tempC, hour)),
    rainMm: toTenths(valueAt(forecast.rainMm, hour)),
    windKmh: toTenths(valueAt(forecast.windKmh, hour)),
    // An hour is scored without it too, so an unknown one does not cost the caller the rest.
    cloudCoverPct: toWhole(forecast.cloudPct[hour]),
    playabilityScore: roundedScore(score[hour - first] ?? Number.NaN),
  };
}
