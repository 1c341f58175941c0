import { beforeAll, describe, expect, it } from "vitest";
import { startTestService, type TestService } from "../../support/test-service.ts";

const FILES = [
  ["/dashboard", "text/html; charset=utf-8"],
  ["/dashboard/dashboard.css", "text/css; charset=utf-8"],
  ["/dashboard/dashboard.js", "text/javascript; charset=utf-8"],
  ["/dashboard/chart.js", "text/javascript; charset=utf-8"],
] as const;

describe("the dashboard's files", () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    return service.stop;
  });

  const get = (path: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${service.ports.http}${path}`, init);

  it.each(FILES)("%s is served as %s, and nothing foreign may run in it", async (path, type) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect((await response.text()).length).toBeGreaterThan(100);
    const { "content-type": contentType, ...headers } = Object.fromEntries(response.headers);
    expect(contentType).toBe(type);
    expect(headers).toMatchObject({
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "cache-control": "public, no-cache",
    });
  });

  it.each(FILES)("HEAD %s has the headers of the GET, and no body", async (path) => {
    const [head, ofGet] = await Promise.all([get(path, { method: "HEAD" }), get(path)]);
    expect(head.status).toBe(200);
    for (const name of ["content-type", "etag", "content-length", "content-security-policy"]) {
      expect(head.headers.get(name), name).toBe(ofGet.headers.get(name));
    }
    expect(await head.text()).toBe("");
  });

  it.each(FILES)("%s is not sent again to a browser that has it", async (path) => {
    const etag = (await get(path)).headers.get("etag") ?? "";
    for (const cached of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const response = await get(path, { headers: { "if-none-match": cached } });
      expect(response.status).toBe(304);
      expect(response.headers.get("etag")).toBe(etag);
      expect(await response.text()).toBe("");
    }
    expect((await get(path, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  });

  it("every file that the page and its modules name is served", async () => {
    const html = await (await get("/dashboard")).text();
    const named = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = ""]) => path);
    const seen = new Set(named);
    for (const path of seen) {
      const response = await get(path);
      expect(response.status, path).toBe(200);
      if (path !== "/dashboard/chart.js") {
        const imports = (await response.text()).matchAll(/from "\.\/([^"]+)"/g);
        for (const [, file] of imports) {
          seen.add(`/dashboard/${file}`);
        }
      }
    }
    expect(seen.size).toBeGreaterThan(named.length);
  });

  it.each(["/dashboard/nothing.js", "/dashboard/", "/dashboard/../package.json", "/dashboard/tsconfig.json"])(
    "%s is a 404 problem",
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    },
  );
});
