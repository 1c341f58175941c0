import { describe, expect, it } from "vitest";
import { answerToBytes } from "../support/programs/raw-http.ts";
import { useTestService } from "../support/service/use-test-service.ts";

const NO_TYPE = { method: "POST", body: "{", headers: { "content-type": "???" } };

describe("the operations port", () => {
  const current = useTestService();

  const get = (path: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${current().service.ports.ops}${path}`, init);

  it.each([
    ["a malformed path", "/%", { method: "GET" }, 400],
    ["an unknown path", "/debug", { method: "GET" }, 404],
    ["a malformed content type", "/x", NO_TYPE, 415],
  ])("refuses %s without naming the software behind it", async (_name, path, init, status) => {
    const response = await get(path, init);
    expect(response.status).toBe(status);
    expect(Object.keys((await response.json()) as object)).toEqual(["status"]);
  });

  it("says that it closes the connection after something that is not HTTP", async () => {
    const answer = await answerToBytes(current().service.ports.ops, "hello\r\n\r\n");
    expect(answer).toBe("HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
  });

  const isReady = async () => /^suitability_ready (\d)$/m.exec(await (await get("/metrics")).text())?.[1];

  it("is alive and ready while the store answers", async () => {
    expect([(await get("/livez")).status, (await get("/readyz")).status]).toEqual([200, 200]);
    expect(await isReady()).toBe("1");
  });

  // This test comes last, because it closes the store.
  it("is only alive when the store does not answer", async () => {
    await current().service.store.close();
    // Nothing has asked /readyz since the store was closed, so /metrics has to check by itself.
    expect(await isReady()).toBe("0");
    expect((await get("/livez")).status).toBe(200);
    const refusal = await get("/readyz");
    expect(refusal.status).toBe(503);
    expect(await refusal.json()).toEqual({ status: "not ready", reason: "the account store is unavailable" });
  });
});
