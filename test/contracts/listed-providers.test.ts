// What the service makes of every listed provider, without knowing any of them.
import { describe, expect, it, onTestFinished } from "vitest";
import { placeAt } from "../../src/lib/place.ts";
import { PROVIDERS } from "../../src/weather/providers/providers.ts";
import { createMisbehavingUpstream } from "../support/fakes/misbehaving-upstream.ts";
import { NOW_MS, startTestService } from "../support/service/test-service.ts";
import { contractOf } from "../weather/providers/contract-of.ts";
import { providerSettings } from "../weather/providers/provider-settings.ts";

const PLACE = placeAt(59.91, 10.75);

describe.each(PROVIDERS)("a service with $name alone", ({ name, title, credit }) => {
  it("answers by its forecasts, and names it in the header, on the status page and in every credit", async () => {
    const contract = await contractOf(name);
    const body = contract.payload({ nowMs: NOW_MS, place: PLACE });
    const upstream = await createMisbehavingUpstream({ kind: "answer", body });
    onTestFinished(() => upstream.close());
    const service = await startTestService({
      weatherSources: [name],
      providerSettings: providerSettings(contract.settings(upstream.url)),
    });
    onTestFinished(() => service.stop());
    const { key } = await service.createCaller();
    const forecast = await service.get(`/v1/forecast?lat=${PLACE.lat}&lng=${PLACE.lng}&days=1`, { key });
    expect(forecast.status).toBe(200);
    expect(forecast.headers.get("weather-source")).toBe(name);
    const textOf = async (path: string, accept = "*/*") =>
      (await service.get(path, { headers: { accept } })).text();
    expect(await textOf("/status", "text/html")).toContain(`>${title}<`);
    expect(await textOf("/openapi.json")).toContain(`[${credit.words.en}](${credit.url})`);
    const calendar = await textOf("/embed/calendar.js");
    for (const { url } of credit.licences) expect(calendar).toContain(url);
    const [folder = ""] = /words-[0-9a-f]{16}/.exec(calendar) ?? [];
    expect(await textOf(`/embed/${folder}/en.js`)).toContain(`"${name}":"${credit.words.en}"`);
  });
});
