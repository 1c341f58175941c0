// Answers recorded from the real service: those we can use are read, those we cannot are refused for the right reason.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { openMeteoAnswer } from "../../../src/weather/open-meteo/answer.ts";
import { openMeteoError, openMeteoReason } from "../../../src/weather/open-meteo/error.ts";
import { convertedToMetric, recordedStartMs } from "../recorded-payload.ts";

const FOLDER = resolve(import.meta.dirname, "../../../../shared/fixtures/open-meteo");
const HOUR_MS = 3_600_000;

const text = (path: string) => readFileSync(resolve(FOLDER, path), "utf8");

/** The answer itself, also where it was recorded together with its request. */
function recorded(file: string): Record<string, unknown> {
  const content = JSON.parse(text(`forecast/${file}`)) as Record<string, unknown>;
  return (content.body as Record<string, unknown> | undefined) ?? content;
}

const unknown = (column: Float32Array) => column.filter((value) => Number.isNaN(value)).length;

/** Read as if it had just arrived, in the first of its hours. */
const read = (body: Record<string, unknown>) =>
  openMeteoAnswer(body, { nowMs: recordedStartMs(body) + 60_000 });

const ACCEPTED = {
  "melbourne-14-variables-sample.json": { start: "2025-05-09T00:00:00.000Z", hours: 167 },
  "new-jersey-14d-scattered-nulls.json": { start: "2025-12-28T00:00:00.000Z", hours: 335 },
  "new-york-current-hourly-daily.json": { start: "2026-02-06T05:00:00.000Z", hours: 167 },
};

const REFUSED = {
  "alabama-storm-imperial.json": 'temperature_2m is in "°F", not in °C',
  "berlin-with-headers.json": "no temperature from the current hour on",
  "bucharest-fahrenheit.json": 'temperature_2m is in "°F", not in °C',
  "bucharest-metric.json": "no rain from the current hour on",
  "darwin-current-only-half-hour-zone.json": "hourly is not an object",
  "enschede-16-days-null-tail.json": "no temperature from the current hour on",
  "marseille-knots.json": 'wind_speed_10m is in "kn", not in km/h',
  "munich-unixtime-legacy-names.json": "no wind from the current hour on",
  "no-sections.json": "hourly is not an object",
  "tokyo-24h.json": "no wind from the current hour on",
  "toronto-imperial-full.json": 'temperature_2m is in "°F", not in °C',
  "uk-two-locations.json": "the answer is not an object",
};

/** Hour (from the first, as the reader counts) and value of a maximum, in the units we ask for. */
interface Peaks {
  readonly rainMm: [number, number];
  readonly gustKmh: [number, number];
  readonly apparentC?: [number, number];
  readonly precipProbPct: [number, number];
}

/** Refused for their units, and right when converted. The hours are one less than the recording's index, where so. */
const IMPERIAL: Record<string, Peaks> = {
  "nyc-2024-02-10-pop-null-after-10-days.json": peaks([79, 5.81], [315, 66.9], [16, 14.5], [78, 97]),
  "nyc-2025-07-15-extreme-rain.json": peaks([53, 79.6], [151, 41.4], [39, 37.5], [-1, 48]),
  "nyc-2025-09-15-tail-nulls-gusts.json": peaks([66, 0.79], [331, 39.3], [111, 33.1], [62, 35]),
  "nyc-2025-10-30-spans-dst-end.json": peaks([15, 15.29], [13, 78.1], [22, 15.6], [15, 95]),
  "nyc-2026-02-21-snowstorm-gusts.json": peaks([48, 6.1], [52, 94.8], [17, 3.9], [49, 97]),
  "nyc-2026-06-28-heat.json": peaks([74, 2.69], [77, 48.3], [111, 44.3], [158, 46]),
  "nyc-2026-08-19-T0600.json": peaks([185, 8.2], [41, 45.7], [38, 33.2], [40, 64]),
  "nyc-2026-08-19-T0700.json": peaks([185, 8.2], [41, 45.7], [38, 33.2], [42, 64]),
  "nyc-2026-08-19-T0800.json": peaks([42, 6.1], [41, 45.7], [38, 33.2], [43, 64]),
  "nyc-2026-08-20-summer.json": peaks([21, 8.61], [23, 52.6], [278, 37.9], [19, 92]),
  "toronto-imperial-full.json": peaks([72, 25.6], [92, 69.5], [87, 15.2], [169, 71]),
  "alabama-storm-imperial.json": peaks([89, 64.8], [61, 44.3], undefined, [61, 76]),
};

function peaks(
  rainMm: [number, number],
  gustKmh: [number, number],
  apparentC: [number, number] | undefined,
  precipProbPct: [number, number],
): Peaks {
  return { rainMm, gustKmh, precipProbPct, ...(apparentC === undefined ? {} : { apparentC }) };
}

describe.skipIf(!existsSync(FOLDER))(
  "recorded answers (skipped without ../shared/fixtures/open-meteo)",
  () => {
    test("every recorded answer has an expectation", () => {
      const expected = new Set([ACCEPTED, REFUSED, IMPERIAL].flatMap((table) => Object.keys(table)));
      expect(readdirSync(resolve(FOLDER, "forecast")).toSorted()).toEqual([...expected].toSorted());
    });

    test.each(Object.entries(ACCEPTED))("%s is read", (file, { start, hours }) => {
      const weather = read(recorded(file));
      expect(new Date(weather.startMs).toISOString()).toBe(start);
      expect(weather.hours).toBe(hours);
    });

    test.each(Object.entries(REFUSED))("%s is refused: %s", (file, message) => {
      expect(() => read(recorded(file))).toThrow(expect.objectContaining({ kind: "unusable" }));
      expect(() => read(recorded(file))).toThrow(`open-meteo: ${message}`);
    });

    test.each(Object.entries(IMPERIAL))(
      "%s is refused for its units, and right when converted",
      (file, expected) => {
        const body = recorded(file);
        expect(() => read(body)).toThrow(' is in "');
        const converted = convertedToMetric(body);
        const weather = read(converted);
        expect(weather.startMs).toBe(recordedStartMs(body));
        expect(weather.hours).toBe((converted.hourly.time?.length ?? 0) - 1);
        // A peak in the hour before the first is not ours.
        const ours = (Object.entries(expected) as [keyof Peaks, [number, number]][]).filter(
          ([, [hour]]) => hour >= 0,
        );
        for (const [column, [hour, value]] of ours) {
          expect(weather[column][hour]).toBeCloseTo(value, 1);
          expect(Math.max(...weather[column].filter(Number.isFinite))).toBe(weather[column][hour]);
        }
      },
    );

    test("rain of the hour that ends at 10:00 is that of 09:00", () => {
      const melbourne = read(recorded("melbourne-14-variables-sample.json"));
      const wettest = (Date.parse("2025-05-14T09:00:00Z") - melbourne.startMs) / HOUR_MS;
      expect([...melbourne.rainMm.subarray(wettest - 1, wettest + 1)]).toEqual([0, expect.closeTo(0.1)]);
      expect(melbourne.precipProbPct[wettest]).toBe(5);
      expect(melbourne.tempC[12]).toBeCloseTo(13.2);
      expect(melbourne.isDay.every(Number.isNaN)).toBe(true);
    });

    test("single nulls are bridged where the value is a moment's", () => {
      const weather = read(recorded("new-jersey-14d-scattered-nulls.json"));
      expect(weather.cloudPct.some(Number.isNaN)).toBe(false);
      expect(weather.cloudPct[13]).toBe((36 + 76) / 2);
      expect(weather.cloudPct[26]).toBe(65.5);
    });

    test("a tail of nulls stays unknown, and nothing else does", () => {
      const gusts = read(convertedToMetric(recorded("nyc-2025-09-15-tail-nulls-gusts.json")));
      expect(unknown(gusts.gustKmh)).toBe(3);
      expect([gusts.tempC, gusts.windKmh, gusts.rainMm, gusts.precipProbPct].map(unknown)).toEqual([
        0, 0, 0, 0,
      ]);
      const chances = read(convertedToMetric(recorded("nyc-2024-02-10-pop-null-after-10-days.json")));
      expect(unknown(chances.precipProbPct)).toBe(95);
      expect(unknown(chances.rainMm)).toBe(0);
    });

    test("a recording over a clock change has no hour twice or missing", () => {
      const weather = read(convertedToMetric(recorded("nyc-2025-10-30-spans-dst-end.json")));
      expect(new Date(weather.startMs).toISOString()).toBe("2025-10-30T04:00:00.000Z");
      expect(new Date(weather.startMs + weather.hours * HOUR_MS).toISOString()).toBe(
        "2025-11-13T03:00:00.000Z",
      );
    });

    test.each([
      ["400-invalid-hourly-variable.json", "refused", undefined],
      ["400-invalid-unit.json", "refused", undefined],
      ["429-daily-limit.json", "limited", 86_460],
      ["502-bad-gateway.html", "failed", undefined],
      ["503-service-overloaded.json", "failed", undefined],
      ["504-gateway-timeout.html", "failed", undefined],
      ["525-plain-text.txt", "failed", undefined],
    ])("%s is %s", (file, kind, retryAfterSeconds) => {
      const sent = text(`errors/${file}`);
      const content = file.endsWith(".json") ? (JSON.parse(sent) as { body?: unknown }) : {};
      const reason = openMeteoReason(content.body ?? content);
      const error = openMeteoError({ status: Number.parseInt(file, 10), reason, text: sent, nowMs: 0 });
      expect(error).toMatchObject({ kind, retryAfterSeconds });
      expect(reason === undefined).toBe(!file.endsWith(".json"));
    });

    test("every error of the provider's source is told apart", () => {
      const { errors } = JSON.parse(text("errors/catalogue.json")) as {
        errors: { status: number; reason?: string }[];
      };
      const kinds = errors
        .filter(({ reason }) => reason !== undefined)
        .map(({ status, reason }) => [status, openMeteoError({ status, reason, text: "", nowMs: 0 }).kind]);
      const told = ["400,refused", "400,uncovered", "401,refused", "403,refused", "429,limited"];
      expect(new Set(kinds.map(String))).toEqual(new Set([...told, "500,failed", "503,failed"]));
    });
  },
);
