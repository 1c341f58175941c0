import { describe, expect, test } from "vitest";
import {
  createOpenMeteoSource,
  type OpenMeteoOptions,
} from "../../../../src/weather/providers/open-meteo/source.ts";
import {
  type ClosableSource,
  EARLIER_HOURS,
  HOURS_AHEAD,
  PAST_HOURS,
} from "../../../../src/weather/weather-source.ts";
import { openMeteoConnections, openMeteoUrl } from "../../../../src/weather/providers/open-meteo/request.ts";
import { placeAt } from "../../../../src/lib/place.ts";
import { WeatherError } from "../../../../src/weather/weather-error.ts";
import { createManualClock } from "../../../support/fakes/manual-clock.ts";
import { createMisbehavingUpstream, type Behaviour } from "../../../support/fakes/misbehaving-upstream.ts";
import { useProvider } from "../../use-provider.ts";
import { openMeteoPayload } from "./payload.ts";

const NOW = "2026-11-21T14:25:00Z";
const PLACE = placeAt(51.5074, -0.1278);
/** Generous, for a loaded machine. The deadline itself is tested in the suite that both providers share. */
const TIMEOUT_MS = 15_000;

const clock = createManualClock(NOW);
const payload = openMeteoPayload({ nowMs: clock.nowMs() });

const provider = useProvider<Partial<OpenMeteoOptions>, ClosableSource>(
  (options) => createOpenMeteoSource({ clock, timeoutMs: TIMEOUT_MS, ...options }),
  () => ({ kind: "answer", body: payload }),
);

const ask = (source: ClosableSource, signal = new AbortController().signal) => source.forecast(PLACE, signal);

/** The error that a fetch ends with. */
async function errorAfter(
  behaviour: Behaviour,
  options: Partial<OpenMeteoOptions> = {},
): Promise<WeatherError> {
  provider.upstream.behave(behaviour);
  const error: unknown = await ask(provider.open(options)).catch((reason: unknown) => reason);
  if (!(error instanceof WeatherError)) throw error;
  expect(provider.fetches.map(({ outcome }) => outcome)).toEqual([error.kind]);
  return error;
}

describe("what is asked", () => {
  test("the request names every variable, metric units, GMT, unix time, the rounded place and enough hours", async () => {
    await ask(provider.open({ url: `${provider.upstream.url}/mirror/` }));
    const url = provider.upstream.requests[0]?.url;
    expect(url?.pathname).toBe("/mirror/v1/forecast");
    expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
      latitude: "51.51",
      longitude: "-0.13",
      hourly:
        "temperature_2m,apparent_temperature,relative_humidity_2m,precipitation,precipitation_probability," +
        "weather_code,cloud_cover,wind_speed_10m,wind_gusts_10m,visibility",
      temperature_unit: "celsius",
      wind_speed_unit: "kmh",
      precipitation_unit: "mm",
      timezone: "GMT",
      timeformat: "unixtime",
      past_hours: "36",
      forecast_hours: "240",
    });
  });

  test("the API key is sent to the configured host, URL-encoded", async () => {
    await ask(provider.open({ apiKey: "a&b=c" }));
    expect(provider.upstream.requests[0]?.url.searchParams.get("apikey")).toBe("a&b=c");
  });

  test("a redirect is refused, so that the key goes nowhere else", async () => {
    const elsewhere = await createMisbehavingUpstream({ kind: "answer", body: payload });
    const headers = { location: `${elsewhere.url}/v1/forecast` };
    const error = await errorAfter({ kind: "answer", status: 302, headers, body: "" }, { apiKey: "secret" });
    await elsewhere.close();
    expect(error.kind).toBe("refused");
    expect(elsewhere.requests).toEqual([]);
  });

  test.each([
    [{}, "https://api.open-meteo.com", 1],
    [{ apiKey: "k" }, "https://customer-api.open-meteo.com", 2],
    [{ url: "https://api.open-meteo.com", apiKey: "k" }, "https://api.open-meteo.com", 1],
    [{ url: "http://weather.internal:8080" }, "http://weather.internal:8080", 8],
  ])("the options %j select the host %s and at most %i requests at a time", (options, url, connections) => {
    expect(openMeteoUrl(options)).toBe(url);
    expect(openMeteoConnections(url)).toBe(connections);
  });
});

describe("a good answer", () => {
  test("starts a day ago, covers more hours than are needed, and is dated by its fetch", async () => {
    const weather = await ask(provider.open({}));
    expect(weather).toMatchObject({ source: "open-meteo", generatedAtMs: Date.parse(NOW), hours: 263 });
    expect(new Date(weather.startMs).toISOString()).toBe("2026-11-20T14:00:00.000Z");
    expect(weather.hours).toBeGreaterThanOrEqual(PAST_HOURS + HOURS_AHEAD);
    // The twelve hours before that are in `earlier`, which ends where the forecast starts.
    expect(new Date(weather.earlier?.startMs ?? 0).toISOString()).toBe("2026-11-20T02:00:00.000Z");
    expect(weather.earlier).toMatchObject({ source: "open-meteo", hours: EARLIER_HOURS });
    expect(provider.fetches).toEqual([{ source: "open-meteo", outcome: "ok", seconds: expect.any(Number) }]);
    expect(provider.fetches[0]?.seconds).toBeLessThan(TIMEOUT_MS / 1000);
  });

  test("a 2xx other than 200 is accepted, since proxies send those", async () => {
    provider.upstream.behave({ kind: "answer", status: 203, body: payload });
    expect((await ask(provider.open({}))).hours).toBe(263);
  });
});

test("an error quotes the provider's answer cut short, on one line, without the key", async () => {
  const apiKey = "s3cr3t+key";
  const text = `\u001b[31mno\r\n\u0000key ${apiKey} ${encodeURIComponent(apiKey)}\u202e ${"long ".repeat(100)}`;
  const error = await errorAfter({ kind: "answer", status: 500, body: text }, { apiKey });
  expect(error.message).toMatch(/^open-meteo: status 500: \[31mno key \[key\] \[key\] long [long ]+$/);
  expect(error.message.length).toBeLessThanOrEqual("open-meteo: status 500: ".length + 200);
});
