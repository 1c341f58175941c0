// How Open-Meteo is asked: the address, the limit of concurrent requests, the variables, the query.
import type { WeatherColumn } from "../../hourly-weather.ts";
import type { Place } from "../../../lib/place.ts";
import type { ProviderVariable } from "../http/answer-checks.ts";
import { EARLIER_HOURS, HOURS_AHEAD, PAST_HOURS, SPARE_HOURS } from "../../weather-source.ts";

export const OPEN_METEO_HOSTS = ["open-meteo.com"];

const FREE_URL = "https://api.open-meteo.com";
const CUSTOMER_URL = "https://customer-api.open-meteo.com";

/** The address: the one that is set, or else the commercial host with a key and the free one without. */
export function openMeteoUrl(options: { url?: string | undefined; apiKey?: string | undefined }): string {
  return options.url ?? (options.apiKey === undefined ? FREE_URL : CUSTOMER_URL);
}

/**
 * How many concurrent requests to send. The free host runs one request for each client address and answers 429 to
 * requests that queue (https://github.com/open-meteo/open-meteo/issues/1493). The smallest commercial plan runs two. A
 * self-hosted server has no limit, and eight requests keep it busy.
 */
export function openMeteoConnections(url: string): number {
  if (isFreeOpenMeteo(url)) return 1;
  return isOwnOpenMeteo(url) ? 8 : 2;
}

/** How many calls a day the free host answers. We do not know the plan behind a key. */
export function openMeteoCallsPerDay(url: string): number | undefined {
  return isFreeOpenMeteo(url) ? 10_000 : undefined;
}

/** Whether this is the free host, which is only for non-commercial use. */
export function isFreeOpenMeteo(url: string): boolean {
  return new URL(url).hostname === new URL(FREE_URL).hostname;
}

/** Whether this is a self-hosted server. */
export function isOwnOpenMeteo(url: string): boolean {
  return !new URL(url).hostname.endsWith(".open-meteo.com");
}

/** Saves 19 of 20 round trips. The answer has 250 kB and blocks the process for 6 ms. */
export const PLACES_TOGETHER_MAX = 20;

interface OpenMeteoVariable extends ProviderVariable {
  /**
   * `preceding-hour`: the value at t is a sum or maximum over [t - 1 h, t), or derived from one, so it belongs to the hour
   * before. `instant`: the value is for the moment t, so a short gap can be bridged.
   */
  readonly timing: "preceding-hour" | "instant";
}

/**
 * The variable of each column, as in https://open-meteo.com/en/docs, in the order of the request. Ten count as one call, an
 * eleventh as a tenth more; so day and night are left out, and computed from the sun.
 */
export const OPEN_METEO_VARIABLES: Readonly<Partial<Record<WeatherColumn, OpenMeteoVariable>>> = {
  tempC: { name: "temperature_2m", unit: "°C", timing: "instant" },
  apparentC: { name: "apparent_temperature", unit: "°C", timing: "instant" },
  humidityPct: { name: "relative_humidity_2m", unit: "%", timing: "instant" },
  rainMm: { name: "precipitation", unit: "mm", timing: "preceding-hour" },
  precipProbPct: { name: "precipitation_probability", unit: "%", timing: "preceding-hour" },
  // Documented as instant, but derived from the sums of the preceding hour.
  weatherCode: { name: "weather_code", timing: "preceding-hour" },
  cloudPct: { name: "cloud_cover", unit: "%", timing: "instant" },
  windKmh: { name: "wind_speed_10m", unit: "km/h", timing: "instant" },
  gustKmh: { name: "wind_gusts_10m", unit: "km/h", timing: "preceding-hour" },
  visibilityM: { name: "visibility", unit: "m", timing: "instant" },
};

/** The provider's names of all that is asked for. */
export const OPEN_METEO_NAMES = Object.values(OPEN_METEO_VARIABLES).map(({ name }) => name);

/**
 * Path and query. The request asks for GMT and Unix time, because for other zones the answer gives one offset for all
 * hours, which is wrong after a clock change. The number of hours does not change the price of a request; each place
 * costs as much as in its own request.
 */
export function openMeteoPath(options: {
  url: string;
  apiKey?: string | undefined;
  places: readonly Place[];
}): string {
  const query = new URLSearchParams({
    latitude: options.places.map(({ lat }) => lat.toFixed(2)).join(","),
    longitude: options.places.map(({ lng }) => lng.toFixed(2)).join(","),
    hourly: OPEN_METEO_NAMES.join(","),
    temperature_unit: "celsius",
    wind_speed_unit: "kmh",
    precipitation_unit: "mm",
    timezone: "GMT",
    timeformat: "unixtime",
    past_hours: String(EARLIER_HOURS + PAST_HOURS),
    forecast_hours: String(HOURS_AHEAD + SPARE_HOURS),
  });
  if (options.apiKey !== undefined) query.set("apikey", options.apiKey);
  return `${new URL(options.url).pathname.replace(/\/+$/, "")}/v1/forecast?${query}`;
}
