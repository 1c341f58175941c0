import type { HourlyWeather } from "../hourly-weather.ts";
import type { WeatherSource } from "../weather-source.ts";

/** Reports every forecast that is handed out, wherever it was kept in between. */
export function createObservedSource(options: {
  readonly source: WeatherSource;
  readonly onForecast: (forecast: HourlyWeather) => void;
}): WeatherSource {
  const { source, onForecast } = options;
  return {
    name: source.name,
    async forecast(place, signal) {
      const forecast = await source.forecast(place, signal);
      onForecast(forecast);
      return forecast;
    },
  };
}
