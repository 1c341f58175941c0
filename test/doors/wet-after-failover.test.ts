// Courts stay wet when another source answers: past rain is known from the previous forecast, and is never made up.
import { expect, it } from "vitest";
import { HOUR_MS } from "../../src/lib/time/clock.ts";
import { isoTime } from "../../src/lib/time/iso-time.ts";
import { placeAt } from "../../src/lib/place.ts";
import { NOW_MS } from "../support/service/test-service.ts";
import { metNorwayPayload } from "../weather/providers/met-norway/payload.ts";
import { openMeteoAnywhere } from "../weather/providers/open-meteo/by-place.ts";
import { openMeteoPayload } from "../weather/providers/open-meteo/payload.ts";
import { answerOf } from "./answer-of.ts";
import type { Door } from "./door.ts";
import { LONDON, METHODS } from "./methods.ts";
import { startProvider, startWithDoors } from "./start-with-doors.ts";

it("after a failover to a source without past hours a wet court is as wet as before at every door, and both sources are named, until the old forecast is too old", async () => {
  const payload = openMeteoPayload({ nowMs: NOW_MS });
  // Rain up to the end of the current hour.
  payload.hourly["precipitation"] = payload.hourly["precipitation"]?.map((_, i) => (i <= 24 ? 6 : 0)) ?? [];
  const { upstream: openMeteo, settings } = await startProvider(openMeteoAnywhere(payload));
  const { upstream: metNorway } = await startProvider({
    kind: "reply",
    reply: ({ searchParams }) => {
      const place = placeAt(Number(searchParams.get("lat")), Number(searchParams.get("lon")));
      return { body: metNorwayPayload({ nowMs: clock.nowMs(), place }) };
    },
  });
  const { doors, clock, createCaller } = await startWithDoors({
    ...settings,
    weatherSources: ["open-meteo", "met-norway"],
    providerSettings: {
      ...settings.providerSettings,
      MET_NORWAY_URL: metNorway.url,
      MET_NORWAY_USER_AGENT: "acme-bookings ops@acme.example",
    },
  });
  const { key } = await createCaller({ plan: "enterprise" });
  /** Source and wetness of the current hour, for tennis on clay. */
  const told = async (place: typeof LONDON, door: Door = doors[0]) => {
    const start_time = isoTime(Math.floor(clock.nowMs() / HOUR_MS) * HOUR_MS);
    const clay = { sport: "tennis", surface: "clay", explain: true, duration_minutes: 60 };
    const request = { ...place, ...clay, start_time };
    const { body, headers } = await answerOf(door, { method: METHODS.getBookingConfidence, request, key });
    const { explanation } = body as {
      explanation: { readonly source: string; readonly hours: readonly { readonly wet_mm: number }[] };
    };
    const source = headers.get("weather-source");
    expect(explanation.source).toBe(source);
    return { source, wetMm: explanation.hours[0]?.wet_mm ?? 0 };
  };
  const countryside = { lat: 51.6, lng: -0.2 };
  await told(LONDON);
  clock.advance(1.5 * HOUR_MS);
  // The wetness according to open-meteo, which saw the rain. It still answers here, for another place.
  const { source, wetMm } = await told(countryside);
  expect(source).toBe("open-meteo");
  expect(wetMm).toBeGreaterThan(1);
  openMeteo.behave({ kind: "answer", status: 503, body: "down" });
  for (const door of doors) {
    expect(await told(LONDON, door), door.name).toEqual({ source: "open-meteo, met-norway", wetMm });
  }
  clock.advance(6.1 * HOUR_MS);
  expect(await told(countryside)).toEqual({ source: "met-norway", wetMm: 0 });
});
