// What callers get of a source that answers oddly for some places or for all, and what metrics and /status say of it.
import { describe, expect, it } from "vitest";
import type { Config } from "../../src/app/settings/core-config.ts";
import { placeAt } from "../../src/lib/place.ts";
import { type Behaviour } from "../support/fakes/misbehaving-upstream.ts";
import { upstreamOfTest } from "../support/fakes/upstream-of-test.ts";
import { serviceOfTest } from "../support/service/service-of-test.ts";
import { NOW_MS, type TestService } from "../support/service/test-service.ts";
import { metNorwayPayload } from "../weather/providers/met-norway/payload.ts";
import { longitudesOf, openMeteoAt } from "../weather/providers/open-meteo/by-place.ts";
import { openMeteoPayload, type OpenMeteoPayload } from "../weather/providers/open-meteo/payload.ts";
import { providerSettings } from "../weather/providers/provider-settings.ts";
import type { ProviderSettings } from "../../src/weather/providers/providers.ts";

type Hourly = OpenMeteoPayload["hourly"];
type Reply = Extract<Behaviour, { kind: "reply" }>["reply"];

const BARCELONA = [41.4, 2.17] as const;
const PARIS = [48.85, 2.35] as const;
const FIJI = [-16.8, 179.99] as const;
const LONDON = [51.5, -0.12] as const;

const isBritish = (lat: number) => lat >= 50 && lat < 60;

/** Answers whose values are changed for British places. */
const withBritish =
  (change: (hourly: Hourly) => void): Reply =>
  (url) => ({
    body: openMeteoAt(url, ({ lat }) => {
      const payload = openMeteoPayload({ nowMs: NOW_MS });
      if (isBritish(lat)) change(payload.hourly);
      return payload;
    }),
  });

const good = withBritish(() => undefined);

const impossible = (hourly: Hourly) => {
  for (const [name, values] of Object.entries(hourly)) if (name !== "time") values.fill(9_999);
};

/** Good answers, but a 400 for a request with such a place. */
const refusing =
  (isRefused: (lng: number) => boolean): Reply =>
  (url) =>
    longitudesOf(url).some(isRefused)
      ? { status: 400, body: { error: true, reason: "secret words" } }
      : good(url);

const refusingFiji = refusing((lng) => lng > 179.9);
const refusingAll = refusing(() => true);

/** A service with an Open-Meteo that replies so. */
async function startedWith(
  reply: Reply,
  {
    weatherSources = ["open-meteo"],
    settings = {},
  }: { weatherSources?: Config["weatherSources"]; settings?: Partial<ProviderSettings> } = {},
) {
  const openMeteo = await upstreamOfTest({ kind: "reply", reply });
  const service = await serviceOfTest({
    weatherSources,
    providerSettings: providerSettings({ OPEN_METEO_URL: openMeteo.url, ...settings }),
  });
  const { key } = await service.createCaller({ plan: "enterprise" });
  const ask = (lat: number, lng: number) => service.get(`/v1/forecast?lat=${lat}&lng=${lng}`, { key });
  /** Asks about this many places side by side, and returns the statuses that were answered. */
  const askAround = async (count: number, [lat, lng]: readonly [number, number]) => {
    const statuses = new Set<number>();
    for (let i = 1; i <= count; i += 1) statuses.add((await ask(lat + i / 50, lng)).status);
    return [...statuses];
  };
  return { service, openMeteo, ask, askAround };
}

const statusOf = async ({ get }: TestService): Promise<unknown> => (await get("/status.json")).json();

const isPaused = ({ figureOf }: TestService) => figureOf('weather_breaker_open{source="open-meteo"}');

describe("single odd values of a source", () => {
  it("do not keep a place from its forecast, and are counted by variable from 0", async () => {
    const { service, ask } = await startedWith(
      withBritish((hourly) => {
        Object.assign(hourly.relative_humidity_2m ?? [], { 40: 101, 41: 101, 60: 400 });
        Object.assign(hourly.precipitation ?? [], { 40: -0.1, 60: -50 });
        Object.assign(hourly.temperature_2m ?? [], { 60: 9_999 });
        Object.assign(hourly.wind_speed_10m ?? [], { 60: 5_000 });
      }),
    );
    const countOf = (variable: string, fate: string) =>
      service.figureOf(`weather_odd_values_total{source="open-meteo",variable="${variable}",fate="${fate}"}`);
    const metrics = await service.metrics();
    expect(metrics).toContain(
      'odd_values_total{source="open-meteo",variable="visibility",fate="dropped"} 0\n',
    );
    expect((await ask(...LONDON)).status).toBe(200);
    expect(await countOf("relative_humidity_2m", "clamped")).toBe(2);
    expect(await countOf("relative_humidity_2m", "dropped")).toBe(1);
    expect(await countOf("precipitation", "clamped")).toBe(1);
    expect(await countOf("precipitation", "dropped")).toBe(1);
    expect(await countOf("temperature_2m", "clamped")).toBe(0);
    expect(await statusOf(service)).toMatchObject({ state: "ok" });
  });
});

describe("a source that has no forecast for the places of a region", () => {
  it.each<[string, Reply, readonly [number, number], number]>([
    ["refuses them", refusingFiji, FIJI, 300],
    ["has impossible values for them", withBritish(impossible), LONDON, 15],
  ])(
    "because it %s answers for all others, and is not reported as down",
    async (_what, reply, region, seconds) => {
      const { service, ask, askAround } = await startedWith(reply);
      expect(await askAround(12, region)).toEqual([503]);
      expect(await statusOf(service)).toMatchObject({
        state: "degraded",
        sources: [expect.not.objectContaining({ last_failure: expect.anything() })],
      });
      expect((await ask(...BARCELONA)).status).toBe(200);
      expect(await askAround(12, region)).toEqual([503]);
      expect((await ask(...PARIS)).status).toBe(200);
      expect(await isPaused(service)).toBe(0);
      service.clock.advance(5_000);
      expect(await statusOf(service)).toMatchObject({ state: "ok" });
      const refused = await ask(...region);
      expect(refused.headers.get("retry-after")).toBe(String(seconds));
      const text = await refused.text();
      expect(text).toContain(
        "The weather sources answer, but none has a usable forecast for this place at the moment",
      );
      // The id is random, and may have such digits.
      const id = refused.headers.get("x-request-id") ?? "";
      expect(text.replaceAll(id, "ID")).not.toMatch(/secret|400|9999|open-meteo/);
    },
  );

  it("is not asked again on every call for such a place", async () => {
    const { service, openMeteo, ask } = await startedWith(refusingFiji);
    for (let i = 0; i < 7; i += 1) expect((await ask(...FIJI)).status).toBe(503);
    service.clock.advance(299_000);
    await ask(...FIJI);
    expect(openMeteo.requests).toHaveLength(1);
    service.clock.advance(1_001);
    await ask(...FIJI);
    expect(openMeteo.requests).toHaveLength(2);
  });

  it("leaves such a place to the next source", async () => {
    const metNorway = await upstreamOfTest({
      kind: "reply",
      reply: ({ searchParams }) => {
        const place = placeAt(Number(searchParams.get("lat")), Number(searchParams.get("lon")));
        return { body: metNorwayPayload({ nowMs: NOW_MS, place }) };
      },
    });
    const { ask } = await startedWith(refusingFiji, {
      weatherSources: ["open-meteo", "met-norway"],
      settings: { MET_NORWAY_URL: metNorway.url, MET_NORWAY_USER_AGENT: "acme-bookings ops@acme.example" },
    });
    const sourceFor = async (place: readonly [number, number]) =>
      (await ask(...place)).headers.get("weather-source");
    expect(await sourceFor(FIJI)).toBe("met-norway");
    expect(await sourceFor(PARIS)).toBe("open-meteo");
  });
});

describe("a source that has no forecast for any place", () => {
  it.each([
    ["refuses all", refusingAll, "refused"],
    ["has impossible values for all", withBritish(impossible), "unusable"],
  ])("because it %s is left alone and reported, until it answers", async (_what, reply, kind) => {
    const { service, openMeteo, ask, askAround } = await startedWith(good);
    expect((await ask(...LONDON)).status).toBe(200);
    openMeteo.behave({ kind: "reply", reply });
    expect(await askAround(24, [55, 0])).toEqual([503]);
    expect(await isPaused(service)).toBe(0);
    expect(await askAround(1, [56, 0])).toEqual([503]);
    expect(await isPaused(service)).toBe(1);
    expect(await statusOf(service)).toMatchObject({
      sources: [{ state: "left_alone", last_failure: { kind } }],
    });
    const { length } = openMeteo.requests;
    expect(await askAround(9, [57, 0])).toEqual([503]);
    expect(openMeteo.requests).toHaveLength(length);
    openMeteo.behave({ kind: "reply", reply: good });
    service.clock.advance(10_000);
    expect(await askAround(9, [58, 0])).toEqual([200]);
    expect(await isPaused(service)).toBe(0);
  });
});
