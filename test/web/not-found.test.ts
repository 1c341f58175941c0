import { describe, expect, it } from "vitest";
import { useTestService } from "../support/use-test-service.ts";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

describe("a path with nothing at it", () => {
  const current = useTestService();
  const get = (path: string, accept: string | undefined, method = "GET") =>
    fetch(`http://127.0.0.1:${current().service.ports.http}${path}`, {
      method,
      headers: { "x-request-id": "id-1", ...(accept !== undefined && { accept }) },
    });

  it("shows a browser a page, strict like the others, that says what was probably meant", async () => {
    const response = await get("/dashbord", BROWSER);
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'.*trusted-types/);
    const html = await response.text();
    expect(html).toContain('did you mean <a href="/dashboard">/dashboard</a>?');
    for (const [, path = ""] of html.matchAll(/(?:src|href)="(\/[^"]*)"/g)) {
      expect((await get(path, BROWSER)).status, path).toBe(200);
    }
  });

  it("is a problem for programs, the same byte for byte whatever they accept", async () => {
    const bodies = new Set<string>();
    for (const accept of ["*/*", "application/json", "application/problem+json", "text/plain"]) {
      const response = await get("/dashbord", accept);
      expect(response.status).toBe(404);
      expect(response.headers.get("content-type")).toMatch(/^application\/problem\+json/);
      expect(response.headers.has("content-security-policy")).toBe(false);
      bodies.add(await response.text());
    }
    expect([...bodies]).toEqual([
      '{"type":"about:blank","title":"Not Found","status":404,"detail":"There is nothing at this path; did you mean /dashboard? /openapi.json lists what there is.","code":"unimplemented","reason":"UNKNOWN_PATH","request_id":"id-1"}',
    ]);
  });

  it("has the same headers for HEAD as for GET, and no body", async () => {
    const [head, ofGet] = [await get("/nothing", BROWSER, "HEAD"), await get("/nothing", BROWSER)];
    expect(await head.text()).toBe("");
    expect(head.headers.get("content-type")).toBe(ofGet.headers.get("content-type"));
    expect(head.status).toBe(404);
  });

  it.each([
    ["a wrong method", "/v1/forecast", "PUT", 405],
    ["a missing key", "/v1/forecast?lat=1&lng=2", "GET", 401],
    ["a path that is not valid", "/%", "GET", 400],
  ])("%s stays a problem, also in a browser", async (_name, path, method, status) => {
    const response = await get(path, BROWSER, method);
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toMatch(/^application\/problem\+json/);
  });
});
