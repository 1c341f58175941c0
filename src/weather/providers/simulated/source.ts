import { type Clock, HOUR_MS } from "../../../lib/time/clock.ts";
import { withDaylight } from "../../daylight.ts";
import { columnsFrom, type WeatherColumn } from "../../hourly-weather.ts";
import { withEarlierApart } from "../../earlier-hours.ts";
import {
  EARLIER_HOURS,
  HOURS_AHEAD,
  PAST_HOURS,
  SPARE_HOURS,
  type WeatherSource,
} from "../../weather-source.ts";
import { simulatedHour } from "./hour.ts";

/** Made-up weather for demos and tests: no network, always available, and the same for every caller. */
export function createSimulatedSource({ clock }: { clock: Clock }): WeatherSource {
  return {
    name: "simulated",
    async forecast(place, signal, requester) {
      signal.throwIfAborted();
      // As with a real source, so that the same limits apply.
      requester?.onSent();
      const nowMs = clock.nowMs();
      const hoursBack = EARLIER_HOURS + PAST_HOURS;
      const startMs = (Math.floor(nowMs / HOUR_MS) - hoursBack) * HOUR_MS;
      const hours = Array.from(
        { length: hoursBack + HOURS_AHEAD + SPARE_HOURS },
        (_, i): Partial<Record<WeatherColumn, number>> => simulatedHour(place, startMs + i * HOUR_MS),
      );
      const columns = columnsFrom((name) => Float32Array.from(hours, (hour) => hour[name] ?? Number.NaN));
      const weather = { source: "simulated", generatedAtMs: nowMs, startMs, hours: hours.length, ...columns };
      return withEarlierApart(withDaylight(weather, place), nowMs);
    },
  };
}
