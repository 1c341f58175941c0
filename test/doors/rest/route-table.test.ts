import { describe, expect, test } from "vitest";
import { startDoor, useDoor } from "./door.ts";

const door = await useDoor();

const LIST = "/openapi.json lists all paths.";

describe("an unknown path", () => {
  test.each([
    ["with slashes at the end", "/v1/forecast//", "; leave out the slash at the end: /v1/forecast."],
    ["that is misspelt", "/v1/forcast?lat=1", `; did you mean /v1/forecast? ${LIST}`],
    ["without the version", "/safe-slots", `; did you mean /v1/safe-slots? ${LIST}`],
    ["far from any other", "/wp-admin/setup.php", `. ${LIST}`],
    ["that is the root", "/", `. ${LIST}`],
  ])("%s is a 404 that says where to look", async (_name, path, sentence) => {
    const response = await door.get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect(await response.json()).toEqual({
      type: "about:blank",
      title: "Not Found",
      status: 404,
      code: "unimplemented",
      reason: "UNKNOWN_PATH",
      detail: `There is nothing at this path${sentence}`,
      request_id: response.headers.get("x-request-id"),
    });
    expect(door.calls).toEqual([]);
  });

  test("of thousands of slashes takes no time to be refused", async () => {
    let quickestMs = Infinity;
    for (let tried = 0; tried < 10; tried += 1) {
      const startedMs = performance.now();
      expect((await door.get(`${"/".repeat(8_000)}x`)).status).toBe(404);
      quickestMs = Math.min(quickestMs, performance.now() - startedMs);
    }
    expect(quickestMs).toBeLessThan(15);
  });

  test("is a 404 whatever the method and the body", async () => {
    const init = { method: "POST", body: "{", headers: { "content-type": "application/json" } };
    expect((await door.get("/nowhere", init)).status).toBe(404);
    expect((await door.get("/nowhere", { method: "OPTIONS" })).status).toBe(404);
  });
});

describe("another method on a known path", () => {
  test.each(["POST", "PROPFIND"])("%s is a 405 that names the allowed methods", async (method) => {
    const sent = { headers: { "content-type": "application/json" }, body: "{not json" };
    const response = await door.get("/v1/forecast?lat=1", { method, ...sent });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")?.split(", ").sort()).toEqual(["GET", "HEAD", "OPTIONS"]);
    expect(await response.json()).toMatchObject({
      status: 405,
      title: "Method Not Allowed",
      reason: "METHOD_NOT_ALLOWED",
      detail: `Use one of these methods here: ${response.headers.get("allow")}.`,
    });
    expect(door.calls).toEqual([]);
  });

  test("OPTIONS that is no preflight says what is allowed, and sends no CORS header", async () => {
    const response = await door.get("/v1/forecast", {
      method: "OPTIONS",
      headers: { origin: "https://a.example" },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get("allow")).toContain("GET");
    expect(response.headers.has("access-control-allow-origin")).toBe(false);
  });
});

test("a 404 does not suggest wildcard routes", async () => {
  const door = await startDoor({ extend: (app) => void app.post("/rpc/*", async () => "read") });
  const response = await door.get("/rpc/x");
  expect(response.status).toBe(404);
  expect(await response.text()).not.toContain("*");
});
