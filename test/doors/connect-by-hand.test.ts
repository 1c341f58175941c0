// The Connect protocol as somebody types it, without a client library.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestService, type TestService } from "../support/test-service.ts";

describe("Connect by hand", () => {
  let service: TestService;
  let key: string;

  beforeAll(async () => {
    service = await startTestService();
    ({ key } = await service.createCaller());
  });
  afterAll(() => service.stop());

  const post = (body: string, headers: Record<string, string> = { "x-api-key": key }) =>
    fetch(`http://127.0.0.1:${service.ports.http}/suitability.v1.ForecastService/GetForecast`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    });

  it("writes zeros: no field of an hour is missing because it is 0", async () => {
    const answer = (await (await post('{"lat": -89, "lng": 0, "days": 7}')).json()) as { hours: object[] };
    const fields = new Set(answer.hours.map((hour) => Object.keys(hour).join()));
    expect([...fields]).toEqual(["time,tempC,rainMm,windKmh,cloudCoverPct,playabilityScore"]);
  });

  it("refuses a misspelt field instead of returning the default", async () => {
    const response = await post('{"lat": 1, "lng": 2, "day": 5}');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: "invalid_argument",
      message: expect.stringContaining("day"),
    });
  });

  it.each(["{", '{"lat": "north"}', ""])("asks for a key before it complains about %j", async (body) => {
    expect((await post(body, {})).status).toBe(401);
    expect((await post(body, { "x-api-key": "wsk_typo" })).status).toBe(401);
    expect((await post(body)).status).toBe(400);
  });
});
