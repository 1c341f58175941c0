// Accounts whose calls have forecasts fetched, each ending as the test says.
import { NewPlacesLimited, type FetchOwner } from "../../../src/weather/fetch-owner.ts";
import { placeAt } from "../../../src/weather/place.ts";
import { WeatherError } from "../../../src/weather/weather-error.ts";
import { NEVER, setUp } from "./fetches-by-hand.ts";

/** One whose calls are counted as soon as they have their forecast. */
export const owner = (accountId: string, limits: Partial<FetchOwner["newPlaces"]> = {}): FetchOwner => ({
  accountId,
  newPlaces: { burst: 3, perMinute: 1, atOnce: 100, ...limits },
  whenCounted: (act) => act(),
});
export const place = (number: number) => placeAt(number, 0);

/** A cache whose fetches are sent at once, and end as the test says. */
export function open() {
  const used = setUp();
  const { fetches, cached } = used;
  const ask = (number: number, by: FetchOwner | undefined, signal = NEVER) =>
    cached.forecast(place(number), signal, by);
  const answer = async (number: number, by: FetchOwner | undefined) => {
    const wait = ask(number, by);
    const fetch = fetches.at(-1);
    fetch?.send();
    await fetch?.answer();
    await wait;
  };
  /** What becomes of a call for a new place: refused, or sent to the source, which fails. */
  const attempt = async (number: number, by: FetchOwner) => {
    const sent = fetches.length;
    const wait = ask(number, by).catch((error: unknown) => error);
    if (fetches.length > sent) {
      fetches.at(-1)?.send();
      fetches.at(-1)?.fail(new WeatherError("failed", "down"));
    }
    return (await wait) instanceof NewPlacesLimited ? "refused" : "sent";
  };
  return { ...used, ask, answer, attempt };
}
