// Failover and recovery of the real sources, with providers that come and go and a clock that the test moves.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FailureReport } from "../../../src/weather/failover/source-reports.ts";
import { openProviders, type OpenProvidersOptions } from "../../../src/weather/failover/open-providers.ts";
import { placeAt } from "../../../src/lib/place.ts";
import type { WeatherSource } from "../../../src/weather/weather-source.ts";
import { createManualClock, type ManualClock } from "../../support/fakes/manual-clock.ts";
import {
  createMisbehavingUpstream,
  type MisbehavingUpstream,
} from "../../support/fakes/misbehaving-upstream.ts";
import { metNorwayPayload } from "../providers/met-norway/payload.ts";
import { openMeteoPayload } from "../providers/open-meteo/payload.ts";
import { providerSettings } from "../providers/provider-settings.ts";
import {
  PROVIDERS,
  type ProviderName,
  type ProviderSettings,
} from "../../../src/weather/providers/providers.ts";

const NOW = "2026-11-21T14:25:00Z";
const PLACE = placeAt(59.91, 10.75);

let clock: ManualClock;
let openMeteo: MisbehavingUpstream;
let metNorway: MisbehavingUpstream;
let opened: { close(): Promise<void> }[];
let paused: Map<string, boolean>;
let warnings: string[];
let failures: FailureReport[];
let transitions: string[];

beforeEach(async () => {
  clock = createManualClock(NOW);
  openMeteo = await createMisbehavingUpstream({ kind: "silent" });
  metNorway = await createMisbehavingUpstream({ kind: "silent" });
  opened = [openMeteo, metNorway];
  paused = new Map();
  warnings = [];
  failures = [];
  transitions = [];
  recover(openMeteo);
  recover(metNorway);
});

afterEach(() => Promise.all(opened.map((each) => each.close())));

function recover(upstream: MisbehavingUpstream, place = PLACE): void {
  const nowMs = clock.nowMs();
  const isMetNorway = upstream === metNorway;
  const body = isMetNorway ? metNorwayPayload({ nowMs, place }) : openMeteoPayload({ nowMs, place });
  upstream.behave({ kind: "answer", body });
}

const only = (wanted: ProviderName) => PROVIDERS.filter(({ name }) => name === wanted);

const settingsOf = (settings: Partial<ProviderSettings> = {}) =>
  providerSettings({
    OPEN_METEO_URL: openMeteo.url,
    MET_NORWAY_URL: metNorway.url,
    MET_NORWAY_USER_AGENT: "acme-bookings ops@acme.example",
    ...settings,
  });

async function open(options: Partial<OpenProvidersOptions> = {}): Promise<WeatherSource> {
  const sources = await openProviders({
    providers: [...only("open-meteo"), ...only("met-norway")],
    settings: settingsOf(),
    clock,
    onFetch: () => undefined,
    onChange: ({ states, transition }) => {
      for (const { name, state } of states) paused.set(name, state === "left_alone");
      if (transition !== undefined) transitions.push(`${transition.kind} ${transition.source}`);
    },
    onForecast: () => undefined,
    onFailure: (failure) => failures.push(failure),
    onWarning: (sentence) => warnings.push(sentence),
    onUnknownCode: ({ source, code }) => warnings.push(`${source} ${code}`),
    ...options,
  });
  opened.unshift(sources);
  return sources;
}

/** Which source answers. */
async function answerer(source: WeatherSource, place = PLACE): Promise<string> {
  return (await source.forecast(place, new AbortController().signal)).source;
}

describe("reports to operators", () => {
  test("quote why a source did not answer, without the key, once in ten seconds for each kind", async () => {
    const source = await open({
      settings: settingsOf({ OPEN_METEO_API_KEY: "s3cr3t" }),
      providers: only("open-meteo"),
    });
    const body = { error: true, reason: "Something went wrong with s3cr3t." };
    openMeteo.behave({ kind: "answer", status: 500, body });
    await expect(answerer(source)).rejects.toThrow("status 500");
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatchObject({
      source: "open-meteo",
      kind: "failed",
      status: 500,
      attempt: 1,
      leftOut: 0,
      place: "59.91,10.75",
      reason: "open-meteo: status 500: Something went wrong with [key].",
    });

    // Another kind is reported at once; the same kind after ten seconds, with the number that was left out.
    openMeteo.behave({ kind: "answer", body: "<html></html>" });
    await expect(answerer(source)).rejects.toThrow("not JSON");
    expect(failures[1]).toMatchObject({ kind: "unusable", status: 200, attempt: 1, leftOut: 0 });
    clock.advance(10_000);
    openMeteo.behave({ kind: "answer", status: 500, body });
    await expect(answerer(source)).rejects.toThrow("status 500");
    expect(failures[2]).toMatchObject({ kind: "failed", attempt: 1, leftOut: 1 });
    expect(failures).toHaveLength(3);
  });

  test("name an unknown weather code once for each source, and the other values of the answer are used", async () => {
    const source = await open({ isKnownCode: (code) => code < 10 });
    const spoilt = openMeteoPayload({ nowMs: clock.nowMs(), place: PLACE });
    Object.assign(spoilt.hourly["weather_code"] ?? [], { 30: 10, 31: 10, 32: "hail" });
    openMeteo.behave({ kind: "answer", body: spoilt });
    for (let asked = 0; asked < 2; asked += 1) {
      const { weatherCode, tempC } = await source.forecast(PLACE, new AbortController().signal);
      expect(weatherCode.filter(Number.isNaN)).toHaveLength(3);
      expect(tempC.some(Number.isNaN)).toBe(false);
    }
    expect(warnings).toEqual(["open-meteo 10", 'open-meteo "hail"']);
    openMeteo.behave({ kind: "answer", status: 502, body: "<html></html>" });
    const payload = metNorwayPayload({ nowMs: clock.nowMs(), place: PLACE });
    for (const { data } of payload.properties.timeseries.slice(3, 9))
      Object.assign(data.next_1_hours?.summary ?? {}, { symbol_code: "frogs" });
    metNorway.behave({ kind: "answer", body: payload });
    expect(await answerer(source)).toBe("met-norway");
    expect(warnings.slice(2)).toEqual(["met-norway frogs"]);
  });

  test("say once each which source is asked first: the preferred one, another, the preferred one again", async () => {
    const source = await open();
    expect(transitions).toEqual(["preferred open-meteo"]);
    openMeteo.behave({ kind: "answer", status: 502, body: "<html></html>" });
    // Five places have to fail before a source is left alone.
    for (const east of [0.01, 0.02, 0.03, 0.04, 0.05]) {
      const place = placeAt(PLACE.lat, PLACE.lng + east);
      recover(metNorway, place);
      expect(await answerer(source, place)).toBe("met-norway");
    }
    recover(metNorway);
    expect(transitions.slice(1)).toEqual(["failed_over met-norway"]);
    expect(paused.get("open-meteo")).toBe(true);
    // Each of the five failed, was retried once, and failed again; now the source is not asked.
    await answerer(source);
    expect(openMeteo.requests).toHaveLength(5 * 2);
    clock.advance(10_000);
    expect(await answerer(source)).toBe("met-norway");
    expect(transitions).toHaveLength(2);
    recover(openMeteo);
    clock.advance(10_000);
    for (let call = 0; call < 2; call += 1) expect(await answerer(source)).toBe("open-meteo");
    expect(transitions.slice(2)).toEqual(["back open-meteo"]);
    expect(paused.get("open-meteo")).toBe(false);
  });
});

describe("met-norway", () => {
  test("is left out, with a warning, if there is no user agent that says who asks", async () => {
    await open({ settings: settingsOf({ MET_NORWAY_USER_AGENT: undefined }), providers: only("met-norway") });
    expect(warnings).toEqual([expect.stringContaining("MET_NORWAY_USER_AGENT")]);
    expect(paused.has("met-norway")).toBe(false);
  });

  test("warns when the provider announces the end of this version of its API", async () => {
    const source = await open({ providers: only("met-norway") });
    const payload = metNorwayPayload({ nowMs: clock.nowMs(), place: PLACE });
    metNorway.behave({ kind: "answer", status: 203, body: payload });
    await answerer(source);
    expect(warnings).toEqual([expect.stringContaining("203")]);
  });
});
