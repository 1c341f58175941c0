import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { RetryInfoSchema } from "#gen/google/rpc/error_details_pb.ts";
import { fetchForecast } from "../../src/operations/fetch-forecast.ts";
import { WeatherError } from "../../src/weather/weather-error.ts";
import type { Forecasts } from "../../src/weather/weather-source.ts";

const POINT = { lat: 51.5, lng: -0.1 };
const fetchOwner = { accountId: "acc_1", limits: undefined, whenCounted: () => undefined };

function failingWith(error: Error): Forecasts {
  const forecast = async () => {
    throw error;
  };
  return { name: "failing", cached: () => undefined, forecast };
}

const errorOf = async (source: Forecasts, signal = new AbortController().signal): Promise<unknown> => {
  try {
    return await fetchForecast(source, POINT, { signal, fetchOwner });
  } catch (error) {
    return error;
  }
};

describe("a forecast that cannot be had", () => {
  it.each([
    ["the source does not say when", undefined, 10],
    ["within the second", 0.2, 1],
    ["tomorrow, which is further away than anybody can promise", 86_400, 300],
  ])("is unavailable, to be tried again: %s", async (_name, retryAfterSeconds, expected) => {
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

  it("ends with the caller's own reason when it has given up", async () => {
    const reason = new ConnectError("the caller has left", Code.Canceled);
    const error = await errorOf(failingWith(new WeatherError("timeout", "late")), AbortSignal.abort(reason));
    expect(error).toBe(reason);
  });

  it("does not hide a bug", async () => {
    const bug = new TypeError("not a function");
    expect(await errorOf(failingWith(bug))).toBe(bug);
  });
});
