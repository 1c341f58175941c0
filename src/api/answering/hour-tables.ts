import type { ForecastHour } from "#gen/suitability/v1/forecast_pb.ts";
import { createGrowingLru } from "../../lib/growing-lru.ts";
import { HOUR_MS } from "../../lib/time/clock.ts";
import { scoreHours, type ScoredHours } from "../../scoring/hour-score.ts";
import { type JudgedHours, roundedScore } from "../../scoring/session-score.ts";
import type { CompiledProfile } from "../../scoring/sports/profile.ts";
import { valueAt } from "../../scoring/weather-columns.ts";
import type { HourlyWeather } from "../../weather/hourly-weather.ts";
import { WrittenList } from "../../call/written-list.ts";
import { timestampAt, toTenths, toWhole } from "./answer-fields.ts";

/** Hours of a forecast, scored for one sport. */
interface HourTable {
  readonly scored: JudgedHours;
  /** The hours as answers show them, from hour 0 of the forecast on. */
  readonly list: WrittenList<ForecastHour>;
}

type Range = Pick<ScoredHours, "first" | "count">;

export type HourTables = ReturnType<typeof createHourTables>;

/**
 * The size of a table with 264 scored hours, 168 of them serialised as JSON and as Protobuf. What its forecast keeps for the
 * scores of all sports (`forecastColumns`) belongs to the unpacked forecast, of which there are at most a thousand. Counted here
 * for each sport, it left room for 1,100 tables instead of 1,560: 200 venues with six sports each no longer fitted, and a week
 * took 1.6 times as long.
 */
const TABLE_BYTES = 41_000;

/** How many pairs of a forecast and a sport are remembered as asked about once; each takes about 100 bytes. */
const REQUESTED_ONCE_MAX = 20_000;

/**
 * Caches tables of forecasts and sports that were asked about recently. A table belongs to a forecast, so all questions
 * about a place and sport share it, and a new forecast gets a new one.
 */
export function createHourTables({
  room,
}: {
  /** How many bytes the tables may use now; the least recently used tables are dropped first. */
  readonly room: () => number;
}) {
  const numberOf = createNumbers();
  const requestedOnce = createGrowingLru<string, true>(REQUESTED_ONCE_MAX);
  const tables = createGrowingLru<string, HourTable>(REQUESTED_ONCE_MAX);
  return {
    /**
     * A table with at least these hours. From the second question about a forecast and sport on, it has all hours; scoring
     * all hours for a single question would cost too much.
     */
    of: (forecast: HourlyWeather, profile: CompiledProfile, range: Range): HourTable => {
      // A forecast whose freshness is extended keeps its columns, and so its table.
      const name = `${numberOf(forecast.tempC)} ${numberOf(profile)}`;
      const cached = tables.get(name);
      if (cached !== undefined) return cached;
      if (!requestedOnce.delete(name)) {
        requestedOnce.set(name, true);
        return createHourTable(forecast, profile, range);
      }
      const table = createHourTable(forecast, profile, { first: 0, count: forecast.hours });
      tables.set(name, table);
      while (tables.size * TABLE_BYTES > room() && tables.size > 0) tables.pop();
      return table;
    },
    get bytes(): number {
      return tables.size * TABLE_BYTES;
    },
  };
}

/** Numbers objects by identity, while they live. */
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
  const { first, score, rainChance, multiplier } = scoreHours({ weather: forecast, profile, ...range });
  // Only what verdicts need: the rest would be 14 kB more.
  const scored = { first, score, rainChance, multiplier: { rain: multiplier.rain, wind: multiplier.wind } };
  return { scored, list: new WrittenList((hour) => forecastHour(forecast, scored, hour)) };
}

export function forecastHour(
  forecast: HourlyWeather,
  { first, score }: Pick<ScoredHours, "first" | "score">,
  hour: number,
): ForecastHour {
  return {
    // Built by hand: `create` would check each of 168 hours again, and take four times as long.
    $typeName: "suitability.v1.ForecastHour",
    time: timestampAt(forecast.startMs + hour * HOUR_MS),
    tempC: toTenths(valueAt(forecast.tempC, hour)),
    rainMm: toTenths(valueAt(forecast.rainMm, hour)),
    windKmh: toTenths(valueAt(forecast.windKmh, hour)),
    // An hour is also scored without its cloud cover, so a missing value does not fail the answer.
    cloudCoverPct: toWhole(forecast.cloudPct[hour]),
    playabilityScore: roundedScore(score[hour - first] ?? Number.NaN),
  };
}
