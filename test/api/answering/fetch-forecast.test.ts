import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { RetryInfoSchema } from "#gen/google/rpc/error_details_pb.ts";
import { fetchForecast } from "../../../src/api/answering/fetch-forecast.ts";
import type { HourlyWeather } from "../../../src/weather/hourly-weather.ts";
import { NewPlacesLimited } from "../../../src/weather/fetch-owner.ts";
import { WeatherError } from "../../../src/weather/weather-error.ts";
import type { Forecasts } from "../../../src/weather/weather-source.ts";

const POINT = { lat: 51.5, lng: -0.1 };
const NOTHING = () => undefined;
const PADEL = { base: "padel" };
const fetchOwner = { accountId: "acc_1", limits: undefined, whenCounted: () => undefined };

function failingWith(error: Error): Forecasts {
  const forecast = async () => {
    throw error;
  };
  return { name: "failing", cached: () => undefined, forecast };
}

/** The places that a call for a forecast notes as asked about, when the call is counted. */
const notedPlaces = async (weather: Forecasts) => {
  const acts: (() => void)[] = [];
  const places: string[] = [];
  const asked = async () =>
    fetchForecast({ weather, noteAsked: ({ place }) => void places.push(place.key) }, POINT, PADEL, {
      signal: () => new AbortController().signal,
      fetchOwner: { ...fetchOwner, whenCounted: (act) => void acts.push(act) },
      accountId: "acc_1",
    });
  await asked().catch(() => undefined);
  for (const act of acts) act();
  return places;
};

const errorOf = async (source: Forecasts, signal = new AbortController().signal): Promise<unknown> => {
  try {
    return await fetchForecast({ weather: source, noteAsked: NOTHING }, POINT, PADEL, {
      signal: () => signal,
      fetchOwner,
      accountId: "acc_1",
    });
  } catch (error) {
    return error;
  }
};

describe("a forecast that is unavailable", () => {
  it.each([
    ["in 10 s if the source does not say when", undefined, 10],
    ["in 1 s at the earliest", 0.2, 1],
    ["in 5 minutes at the latest", 86_400, 300],
  ])("is refused as Unavailable, to be tried again %s", async (_name, retryAfterSeconds, expected) => {
    const cause = new WeatherError(
      "limited",
      "open-meteo: status 429 at https://internal",
      retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
    );
    const error = await errorOf(failingWith(cause));
    expect(error).toBeInstanceOf(ConnectError);
    const { code, rawMessage, ...rest } = error as ConnectError;
    expect(code).toBe(Code.Unavailable);
    expect(rawMessage).not.toMatch(/open-meteo|internal|429/);
    expect(rest.cause).toBe(cause);
    const [retry] = (error as ConnectError).findDetails(RetryInfoSchema);
    expect(retry?.retryDelay?.seconds).toBe(BigInt(expected));
  });

  const values = new WeatherError("unusable", "open-meteo: impossible", { defect: "values" });
  const refused = new WeatherError("place_refused", "open-meteo: status 400");
  const ofBoth = (...errors: WeatherError[]) =>
    new WeatherError("place_refused", "both", { cause: new AggregateError(errors) });

  it.each([
    ["which the source refuses, in 5 minutes", refused, 300, true],
    [
      "which the source does not cover, in 5 minutes at the latest",
      new WeatherError("uncovered", "none"),
      300,
      true,
    ],
    ["for which it has no possible values, in 15 s", values, 15, true],
    [
      "for which every source has its reason, as soon as one is asked again",
      ofBoth(refused, values),
      15,
      true,
    ],
    [
      "for which another source might answer",
      ofBoth(refused, new WeatherError("timeout", "late")),
      10,
      false,
    ],
  ])("says whether it is the place, %s", async (_what, cause, seconds, isOfPlace) => {
    const error = (await errorOf(failingWith(cause))) as ConnectError;
    expect(error.code).toBe(Code.Unavailable);
    expect(error.rawMessage).toMatch(
      isOfPlace
        ? /^No weather source has a forecast for this place that can be used .* Ask about a place some kilometres away/
        : /^No weather forecast is available for this place and time at the moment/,
    );
    expect(error.findDetails(RetryInfoSchema)[0]?.retryDelay?.seconds).toBe(BigInt(seconds));
  });

  it("ends with the caller's own reason if the caller has given up", async () => {
    const reason = new ConnectError("the caller has left", Code.Canceled);
    const error = await errorOf(failingWith(new WeatherError("timeout", "late")), AbortSignal.abort(reason));
    expect(error).toBe(reason);
  });

  it("does not hide a bug", async () => {
    const bug = new TypeError("not a function");
    expect(await errorOf(failingWith(bug))).toBe(bug);
  });
});

describe("a place that is asked about", () => {
  const weather = { source: "open-meteo" } as HourlyWeather;

  it("is noted for its record when the call is counted, whether its forecast was cached or fetched", async () => {
    const forecast = async () => weather;
    expect(await notedPlaces({ name: "cached", cached: () => weather, forecast })).toEqual(["51.50,-0.10"]);
    expect(await notedPlaces({ name: "fetched", cached: () => undefined, forecast })).toEqual([
      "51.50,-0.10",
    ]);
  });

  it("is not noted without a forecast, though the call is counted for other places", async () => {
    const limits = { newPlaces: { burst: 1, count: 1, perMs: 1 }, untaken: { burst: 1, count: 1, perMs: 1 } };
    const error = new NewPlacesLimited("new", { ...limits, atOnce: 1 }, 6);
    expect(await notedPlaces(failingWith(error))).toEqual([]);
  });
});
