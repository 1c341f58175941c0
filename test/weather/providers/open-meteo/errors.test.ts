// Error answers of Open-Meteo: recorded ones, and those in the source code of its server.
import { describe, expect, test } from "vitest";
import { openMeteoBody } from "../../../../src/weather/providers/open-meteo/source.ts";
import { WeatherError } from "../../../../src/weather/weather-error.ts";
import { recordedError } from "../../recorded-answers.ts";

interface Refusal {
  readonly reason: string;
}

/** The error that an error answer leads to. */
function errorOf(status: number, text: string, nowMs = 0, headers = new Map<string, string>()): WeatherError {
  try {
    openMeteoBody({ status, headers, text }, { nowMs });
  } catch (error) {
    if (error instanceof WeatherError) return error;
    throw error;
  }
  return expect.fail("the answer was accepted");
}

describe("recorded errors", () => {
  test.each([
    ["400-invalid-hourly-variable.json", "place_refused", undefined],
    ["400-invalid-unit.json", "place_refused", undefined],
    ["429-daily-limit.json", "limited", 86_460],
    ["502-bad-gateway.html", "failed", undefined],
    ["503-service-overloaded.json", "failed", undefined],
    ["504-gateway-timeout.html", "failed", undefined],
    ["525-plain-text.txt", "failed", undefined],
  ])("%s is %s", (file, kind, retryAfterSeconds) => {
    const sent = recordedError(`open-meteo/errors/${file}`);
    const content = file.endsWith(".json") ? (JSON.parse(sent) as Refusal & { body?: Refusal }) : undefined;
    const body = content?.body ?? content;
    const error = errorOf(Number.parseInt(file, 10), body === undefined ? sent : JSON.stringify(body));
    expect(error).toMatchObject({ kind, retryAfterSeconds });
    expect(error.message).toContain(`: ${(body?.reason ?? "").slice(0, 40)}`);
  });

  test("every error in the provider's source code has the kind for its status", () => {
    const { errors } = JSON.parse(recordedError("open-meteo/errors/catalogue.json")) as {
      errors: { status: number; reason?: string }[];
    };
    const kinds = errors
      .filter(({ reason }) => reason !== undefined)
      .map(({ status, reason }) => [status, errorOf(status, JSON.stringify({ error: true, reason })).kind]);
    // The refusal of a key has status 400.
    const told = [
      "400,place_refused",
      "400,refused",
      "400,uncovered",
      "401,refused",
      "403,refused",
      "429,limited",
    ];
    expect(new Set(kinds.map(String))).toEqual(new Set([...told, "500,failed", "503,failed"]));
  });
});

test.each([
  [400, { error: true, reason: "The supplied API key is invalid." }, "refused"],
  [404, "Not found", "refused"],
  [500, { error: true, reason: "Too many concurrent requests" }, "limited"],
  [200, { error: true, reason: "Daily API request limit exceeded. Please try again tomorrow." }, "limited"],
  [200, { error: true, reason: "The service is overloaded" }, "failed"],
  [200, { error: true }, "failed"],
])("status %i with %j is %s", (status, body, kind) => {
  expect(errorOf(status, JSON.stringify(body)).kind).toBe(kind);
});

describe("when to ask again", () => {
  test.each([
    ["Minutely API request limit exceeded. Please try again in one minute.", "2026-11-21T14:25:00Z", 60],
    ["Hourly API request limit exceeded.", "2026-11-21T14:59:59.900Z", 1],
    ["Hourly API request limit exceeded.", "2026-11-21T15:00:00.000Z", 3600],
    ["Daily API request limit exceeded.", "2026-11-30T23:59:59.000Z", 61],
    ["Daily API request limit exceeded.", "2026-12-01T00:00:00.000Z", 86_460],
    ["Too many concurrent requests", "2026-11-21T14:25:00Z", 2],
    ["Some limit nobody has met yet", "2026-11-21T14:25:00Z", 60],
  ])("%s (at %s): in %i s", (reason, now, retryAfterSeconds) => {
    const error = errorOf(429, JSON.stringify({ error: true, reason }), Date.parse(now));
    const message = `open-meteo: status 429: ${reason}`;
    expect(error).toMatchObject({ kind: "limited", retryAfterSeconds, message });
  });

  test.each([
    [429, "40", 40],
    [429, "90.5", 60],
    [429, "-3", 60],
    [429, "+120", 60],
    [503, "40", 40],
    [503, "90.5", undefined],
  ])("status %i of a proxy with Retry-After %s: in %s s", (status, told, retryAfterSeconds) => {
    const error = errorOf(status, "<html></html>", 0, new Map([["retry-after", told]]));
    expect(error.retryAfterSeconds).toBe(retryAfterSeconds);
  });
});
