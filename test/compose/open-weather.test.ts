// What callers get of a source that answers oddly for some places, and what its metrics and /status say.
import { describe, expect, it, onTestFinished } from "vitest";
import { createMisbehavingUpstream, type MisbehavingUpstream } from "../support/misbehaving-upstream.ts";
import { NOW_MS, startTestService, type TestService } from "../support/test-service.ts";
import { openMeteoAt } from "../weather/open-meteo/by-place.ts";
import { openMeteoPayload, type OpenMeteoPayload } from "../weather/open-meteo/payload.ts";

const isBritish = (lat: number) => lat >= 50 && lat < 60;

/** A service with an Open-Meteo whose answers are changed for British places. */
async function startedWith(change: (hourly: OpenMeteoPayload["hourly"]) => void) {
  const openMeteo = await createMisbehavingUpstream({
    kind: "reply",
    reply: (url) => ({
      body: openMeteoAt(url, ({ lat }) => {
        const payload = openMeteoPayload({ nowMs: NOW_MS });
        if (isBritish(lat)) change(payload.hourly);
        return payload;
      }),
    }),
  });
  return started(openMeteo);
}

async function started(openMeteo: MisbehavingUpstream) {
  onTestFinished(() => openMeteo.close());
  const service = await startTestService({ weatherSources: ["open-meteo"], openMeteoUrl: openMeteo.url });
  onTestFinished(() => service.stop());
  const { key } = await service.createCaller({ plan: "enterprise" });
  const ask = (lat: number, lng: number) => service.get(`/v1/forecast?lat=${lat}&lng=${lng}`, { key });
  return { service, openMeteo, ask };
}

const statusOf = async ({ get }: TestService): Promise<unknown> => (await get("/status.json")).json();

describe("single odd values of a source", () => {
  it("do not keep a place from its forecast, and are counted by variable from 0", async () => {
    const { service, ask } = await startedWith((hourly) => {
      Object.assign(hourly.relative_humidity_2m ?? [], { 40: 101, 41: 101, 60: 400 });
      Object.assign(hourly.precipitation ?? [], { 40: -0.1 });
    });
    const countOf = (variable: string, fate: string) =>
      service.figureOf(`weather_odd_values_total{source="open-meteo",variable="${variable}",fate="${fate}"}`);
    const metrics = await service.metrics();
    expect(metrics).toContain(
      'odd_values_total{source="open-meteo",variable="visibility",fate="dropped"} 0\n',
    );
    expect((await ask(51.5, -0.12)).status).toBe(200);
    expect(await countOf("relative_humidity_2m", "clamped")).toBe(2);
    expect(await countOf("relative_humidity_2m", "dropped")).toBe(1);
    expect(await countOf("precipitation", "clamped")).toBe(1);
    expect(await countOf("temperature_2m", "clamped")).toBe(0);
    const [source] = ((await statusOf(service)) as { sources: object[] }).sources;
    expect(source).not.toHaveProperty("last_failure");
  });
});
