import { describe, expect, test } from "vitest";
import { DAY_MS } from "../../../src/lib/time/clock.ts";
import { serviceOfTest } from "../../support/service/service-of-test.ts";

describe("the start from which on safe often changes", () => {
  test.each([
    ["booking-confidence", "&start_time=2026-11-24T12:00:00Z&duration_minutes=60"],
    ["forecast", "&days=3"],
    ["safe-slots", "&slots=2026-11-24T12:00:00Z&duration_minutes=60"],
  ])(
    "is in the explanation of %s, for sailing from a day after the forecast on, and not for golf",
    async (operation, rest) => {
      const service = await serviceOfTest();
      const { key } = await service.createOwner({});
      const explanationOf = async (sport: string) => {
        const url = `http://127.0.0.1:${service.ports.http}/v1/${operation}?lat=51.5&lng=-0.1&sport=${sport}&explain=true${rest}`;
        const response = await fetch(url, { headers: { "x-api-key": key } });
        const { explanation } = (await response.json()) as {
          readonly explanation: Readonly<Record<string, string>>;
        };
        return explanation;
      };
      const { forecast_at: forecastAt = "", safe_often_changes_from: changesFrom = "" } =
        await explanationOf("sailing");
      expect(Date.parse(changesFrom) - Date.parse(forecastAt)).toBe(DAY_MS);
      expect(await explanationOf("golf")).not.toHaveProperty("safe_often_changes_from");
    },
  );
});
