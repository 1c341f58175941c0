// The day's calls of a provider, as callers and operators see them run out.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startProvider } from "./start-with-doors.ts";
import { NOW_MS, startTestService } from "../support/test-service.ts";
import { openMeteoPayload } from "../weather/open-meteo/payload.ts";

const MIDNIGHT_SECONDS = (Date.parse("2026-11-22T00:00:00Z") - NOW_MS) / 1000;

async function startWithBudget() {
  const provider = await startProvider();
  const lines: string[] = [];
  const service = await startTestService(
    { ...provider.settings, providerCallsPerDay: 2, logLevel: "info" },
    { destination: { write: (line) => void lines.push(line) } },
  );
  onTestFinished(service.stop);
  const { key } = await service.createCaller();
  const ask = async (lat: number) => {
    const url = `http://127.0.0.1:${service.ports.http}/v1/forecast?lat=${lat}&lng=0&days=1`;
    const response = await fetch(url, { headers: { "x-api-key": key } });
    const { reason } = (await response.json()) as { reason?: string };
    return { status: response.status, reason, headers: response.headers };
  };
  return { ...service, upstream: provider.upstream, lines, ask };
}

describe("a day's calls of a provider", () => {
  it("used up: a new place is 503 until midnight with a reason, a known one its last forecast for six hours, then all is well again", async () => {
    const { ask, clock, upstream } = await startWithBudget();
    expect([(await ask(10)).status, (await ask(20)).status]).toEqual([200, 200]);
    const refused = await ask(30);
    expect(refused).toMatchObject({ status: 503, reason: "PROVIDER_BUDGET_USED_UP" });
    expect(refused.headers.get("retry-after")).toBe(String(MIDNIGHT_SECONDS));
    clock.advance(5 * 3_600_000);
    expect((await ask(10)).status).toBe(200);
    clock.advance(1.1 * 3_600_000);
    expect(await ask(10)).toMatchObject({ status: 503, reason: "PROVIDER_BUDGET_USED_UP" });
    expect(upstream.requests).toHaveLength(2);

    clock.advance(6 * 3_600_000);
    upstream.behave({ kind: "answer", body: openMeteoPayload({ nowMs: clock.nowMs() }) });
    expect((await ask(10)).status).toBe(200);
  });

  it("is told by metrics, and by the log once a day", async () => {
    const { ask, metrics, lines } = await startWithBudget();
    for (const lat of [10, 20, 30, 40]) await ask(lat);
    const told = await metrics();
    expect(told).toContain('suitability_provider_calls_total{source="open-meteo",outcome="ok"} 2');
    expect(told).toContain('suitability_provider_budget_used_calls{source="open-meteo"} 2');
    expect(told).toContain('suitability_provider_budget_left_calls{source="open-meteo"} 0');
    expect(told).toMatch(/suitability_provider_budget_fresh_seconds\{source="open-meteo"\} \d+/);
    expect(told).toContain('suitability_weather_breaker_open{source="open-meteo"} 0');
    const ofBudget = lines
      .filter((line) => /day's provider calls/.test(line))
      .map((line) => JSON.parse(line));
    expect(ofBudget.map(({ msg }) => msg)).toEqual([
      expect.stringContaining("forecasts are fresh for longer"),
      expect.stringContaining("four fifths"),
      expect.stringContaining("used up"),
    ]);
    expect(ofBudget.at(-1)).toMatchObject({ source: "open-meteo", used: 2, calls_max: 2 });
    expect(lines.join("")).not.toContain("a weather source did not answer");
  });
});

it("the log says at the start that the free host is for non-commercial use", async () => {
  const lines: string[] = [];
  const service = await startTestService(
    { weatherSources: ["open-meteo"], logLevel: "info" },
    { destination: { write: (line) => void lines.push(line) } },
  );
  onTestFinished(() => service.stop());
  await vi.waitFor(() => expect(lines.join("")).toContain("non-commercial use only"));
});
