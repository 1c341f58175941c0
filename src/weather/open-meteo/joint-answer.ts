// An answer about several places: a list, where an answer about one is an object.
import type { HourlyWeather } from "../hourly-weather.ts";
import type { Place } from "../place.ts";
import type { Together } from "../provider/joint-request.ts";
import { WeatherError, type WeatherErrorKind } from "../weather-error.ts";

/** The others are about the provider as a whole: they fail for every place. */
const OF_ONE: ReadonlySet<WeatherErrorKind> = new Set(["refused", "uncovered", "unusable"]);

/**
 * What a request told of each place that it was about. Those that are missing have to be asked for alone: one place may
 * have the whole request refused or its answer broken off, and of a place that is not covered a list does not say so, but
 * has no values (https://github.com/open-meteo/open-meteo/pull/2101).
 */
export async function jointAnswer(
  places: Together<Place>,
  {
    ask,
    read,
  }: { readonly ask: () => Promise<unknown>; readonly read: (body: unknown, place: Place) => HourlyWeather },
): Promise<ReadonlyMap<Place, HourlyWeather>> {
  if (places.length === 1) return new Map([[places[0], read(await ask(), places[0])]]);
  const told = new Map<Place, HourlyWeather>();
  const body = await unlessOfOne(ask);
  for (const [index, place] of places.entries()) {
    const own = elementOf(body, { index, count: places.length });
    const weather = await unlessOfOne(() => read(own, place));
    if (weather !== undefined) told.set(place, weather);
  }
  return told;
}

/** Undefined after an error that may be the fault of one place. */
async function unlessOfOne<T>(run: () => Promise<T> | T): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof WeatherError && OF_ONE.has(error.kind)) return undefined;
    throw error;
  }
}

/** Undefined where the body is not a list with so many elements, or has another place's there. */
function elementOf(body: unknown, { index, count }: { index: number; count: number }): unknown {
  const element: unknown = Array.isArray(body) && body.length === count ? body[index] : undefined;
  if (typeof element !== "object" || element === null) return undefined;
  // The first has no number.
  return !("location_id" in element) || element.location_id === index ? element : undefined;
}
