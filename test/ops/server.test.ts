import { once } from "node:events";
import { connect } from "node:net";
import { beforeEach, describe, expect, it } from "vitest";
import { startTestService, type TestService } from "../support/test-service.ts";

const NO_TYPE = { method: "POST", body: "{", headers: { "content-type": "???" } };

describe("the operations port", () => {
  let service: TestService;

  beforeEach(async () => {
    service = await startTestService();
    return service.stop;
  });

  const get = (path: string) => fetch(`http://127.0.0.1:${service.ports.ops}${path}`);
  const metrics = async () => (await (await get("/metrics")).text()).split("\n");
  const getForecast = (key?: string) =>
    fetch(`http://127.0.0.1:${service.ports.http}/v1/forecast?lat=1&lng=2`, {
      headers: key === undefined ? {} : { "x-api-key": key },
    });

  it("is alive and ready while the store answers, alive alone when it does not", async () => {
    expect((await get("/livez")).status).toBe(200);
    expect((await get("/readyz")).status).toBe(200);
    expect(await metrics()).toContain("suitability_ready 1");

    await service.store.close();
    // Nobody has probed since then.
    expect(await metrics()).toContain("suitability_ready 0");
    expect((await get("/livez")).status).toBe(200);
    const refusal = await get("/readyz");
    expect(refusal.status).toBe(503);
    expect(await refusal.json()).toEqual({ status: "not ready", reason: "the account store is unavailable" });
  });

  it("counts calls by method and code, whichever door they came by", async () => {
    const { key } = await service.createCaller();
    await getForecast(key);
    await getForecast();
    expect(await metrics()).toEqual(
      expect.arrayContaining([
        'suitability_calls_total{method="GetForecast",code="ok"} 1',
        'suitability_calls_total{method="GetForecast",code="unauthenticated"} 1',
        'suitability_call_seconds_count{method="GetForecast"} 2',
        'suitability_forecast_cache_total{result="miss"} 1',
      ]),
    );
  });

  it("tells of quotas that run out, by plan", async () => {
    const { key } = await service.createCaller({ plan: "free", monthlyQuota: 1 });
    await getForecast(key);
    await getForecast(key);
    expect(await metrics()).toContain('suitability_quota_near_limit_total{plan="free"} 1');
    expect(await metrics()).toContain('suitability_quota_refusals_total{plan="free"} 1');
  });

  it.each([
    ["a path that is none", "/%", { method: "GET" }, 400],
    ["an unknown path", "/debug", { method: "GET" }, 404],
    ["a content type that is none", "/x", NO_TYPE, 415],
  ])("refuses %s without a word of what it is made of", async (_name, path, init, status) => {
    const response = await fetch(`http://127.0.0.1:${service.ports.ops}${path}`, init);
    expect(response.status).toBe(status);
    expect(Object.keys((await response.json()) as object)).toEqual(["status"]);
  });

  it("says that it closes the connection on which something else than HTTP came", async () => {
    const socket = connect(service.ports.ops, "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk.toString()));
    socket.write("hello\r\n\r\n");
    await once(socket, "close");
    expect(answer).toBe("HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
  });
});
