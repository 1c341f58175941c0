import type { HourlyWeather } from "../../src/weather/hourly-weather.ts";
import { type Place, placeAt } from "../../src/lib/place.ts";
import { createSimulatedSource } from "../../src/weather/providers/simulated/source.ts";
import type { WeatherSource } from "../../src/weather/weather-source.ts";
import { createManualClock, type ManualClock } from "../support/fakes/manual-clock.ts";

/** Throws, waits or does nothing. Unless it throws, the source then answers. */
export type Scene = (signal: AbortSignal) => void | Promise<void>;

export interface ScriptedSource extends WeatherSource {
  readonly calls: number;
  /** Sets the scene of every call from now on. */
  play(scene: Scene): void;
}

/** A source that does what the test says, and otherwise answers with simulated weather under its own name. */
export function createScriptedSource(name: string, clock: ManualClock): ScriptedSource {
  const simulated = createSimulatedSource({ clock });
  let scene: Scene = () => undefined;
  let calls = 0;
  return {
    name,
    get calls() {
      return calls;
    },
    play: (next) => {
      scene = next;
    },
    async forecast(place, signal): Promise<HourlyWeather> {
      calls += 1;
      await scene(signal);
      return { ...(await simulated.forecast(place, signal)), source: name };
    },
  };
}

/** Ends only when the signal aborts. */
export const hang: Scene = (signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });

export const fail =
  (error: Error): Scene =>
  () => {
    throw error;
  };

export const ask = (
  source: WeatherSource,
  signal = new AbortController().signal,
  place = placeAt(51.5, -0.12),
) => source.forecast(place, signal);

/** Simulated weather as it is fetched at this time. */
export const simulatedAt = (place: Place, time: number | string): Promise<HourlyWeather> =>
  ask(createSimulatedSource({ clock: createManualClock(time) }), undefined, place);
