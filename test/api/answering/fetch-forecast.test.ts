import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { RetryInfoSchema } from "#gen/google/rpc/error_details_pb.ts";
import { fetchForecast } from "../../../src/api/answering/fetch-forecast.ts";
import { WeatherError } from "../../../src/weather/weather-error.ts";
import type { Forecasts } from "../../../src/weather/weather-source.ts";

const POINT = { lat: 51.5, lng: -0.1 };
const caller = { fetchOwner: { accountId: "acc_1", limits: undefined } };

function failingWith(error: Error): Forecasts {
  const forecast = async () => {
    throw error;
  };
  return { name: "failing", cached: () => undefined, forecast, noteCounted: () => undefined };
}

const errorOf = async (source: Forecasts, signal = new AbortController().signal): Promise<unknown> => {
  try {
    return await fetchForecast(source, POINT, { signal, caller });
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
        ? /^The weather sources answer, but none has a usable forecast .* Ask about a place some kilometres away/
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
