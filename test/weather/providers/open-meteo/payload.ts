// What Open-Meteo would send to our own request, to be spoiled by tests.
import type { Place } from "../../../../src/lib/place.ts";
import {
  EARLIER_HOURS,
  HOURS_AHEAD,
  PAST_HOURS,
  SPARE_HOURS,
} from "../../../../src/weather/weather-source.ts";

export interface OpenMeteoPayload {
  latitude: number;
  longitude: number;
  utc_offset_seconds: number;
  hourly_units: Record<string, string>;
  hourly: Record<string, (number | string | null)[]>;
}

const HOUR_MS = 3_600_000;

const UNITS = {
  time: "unixtime",
  temperature_2m: "°C",
  apparent_temperature: "°C",
  relative_humidity_2m: "%",
  precipitation: "mm",
  precipitation_probability: "%",
  weather_code: "wmo code",
  cloud_cover: "%",
  wind_speed_10m: "km/h",
  wind_gusts_10m: "km/h",
  visibility: "m",
};

const HOURS_BACK = EARLIER_HOURS + PAST_HOURS;

const column = (value: (i: number) => number) =>
  Array.from({ length: HOURS_BACK + HOURS_AHEAD + SPARE_HOURS }, (_, i) => value(i));

const LONDON = { lat: 51.51, lng: -0.13 };

/** The same mild day again and again; the values of each hour differ from its neighbours'. */
export function openMeteoPayload({
  nowMs,
  place: { lat, lng } = LONDON,
}: {
  nowMs: number;
  place?: Pick<Place, "lat" | "lng">;
}): OpenMeteoPayload {
  const startMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS - HOURS_BACK * HOUR_MS;
  return {
    latitude: lat,
    longitude: lng,
    utc_offset_seconds: 0,
    hourly_units: { ...UNITS },
    hourly: {
      time: column((i) => (startMs + i * HOUR_MS) / 1000),
      temperature_2m: column((i) => 10 + (i % 24) / 4),
      apparent_temperature: column((i) => 8 + (i % 24) / 4),
      relative_humidity_2m: column((i) => 60 + (i % 24)),
      precipitation: column((i) => (i % 24) / 10),
      precipitation_probability: column((i) => i % 24),
      weather_code: column((i) => i % 4),
      cloud_cover: column((i) => 40 + (i % 24)),
      wind_speed_10m: column((i) => 10 + (i % 24) / 2),
      wind_gusts_10m: column((i) => 20 + (i % 24)),
      visibility: column((i) => 20_000 + i),
    },
  };
}
