// An answer about several places: a list, where an answer about one is an object.
import type { HourlyWeather } from "../hourly-weather.ts";
import type { Place } from "../place.ts";
import type { Together } from "../provider/joint-request.ts";
import { WeatherError, type WeatherErrorKind } from "../weather-error.ts";

/** The others are about the provider as a whole: they fail for every place. */
const OF_ONE: ReadonlySet<WeatherErrorKind> = new Set(["refused", "uncovered", "unusable"]);

export interface JointAnswer {
  readonly told: ReadonlyMap<Place, HourlyWeather>;
  /** Which part of the places each is to be asked for with; without parts, those that are missing are asked for alone. */
  readonly parts?: ReadonlyMap<Place, object>;
}

/**
 * What a request told of each place that it was about. Those that are missing have to be asked for again. One place may
 * have the whole request refused or its answer broken off: then each half goes by itself, so that one place of twenty is found
 * with ten requests. Of a place that is not covered a list does not say so, but has no values
 * (https://github.com/open-meteo/open-meteo/pull/2101).
 */
export async function jointAnswer(
  places: Together<Place>,
  {
    ask,
    read,
  }: { readonly ask: () => Promise<unknown>; readonly read: (body: unknown, place: Place) => HourlyWeather },
): Promise<JointAnswer> {
  if (places.length === 1) return { told: new Map([[places[0], read(await ask(), places[0])]]) };
  const told = new Map<Place, HourlyWeather>();
  const body = await unlessOfOne(ask);
  if (body === undefined) return { told, parts: halvesOf(places) };
  for (const [index, place] of places.entries()) {
    const own = elementOf(body, { index, count: places.length });
    const weather = await unlessOfOne(() => read(own, place));
    if (weather !== undefined) told.set(place, weather);
  }
  return { told };
}

function halvesOf(places: Together<Place>): ReadonlyMap<Place, object> {
  const [front, back] = [{}, {}];
  return new Map(places.map((place, index) => [place, index < places.length / 2 ? front : back]));
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
