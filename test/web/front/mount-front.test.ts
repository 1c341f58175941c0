import { existsSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";

import { startTestService, type TestService } from "../../support/test-service.ts";

describe("the front page's files", () => {
  let service: TestService;
  let page: string;

  const get = (path: string, port = service.ports.http) => fetch(`http://127.0.0.1:${port}${path}`);

  beforeAll(async () => {
    service = await startTestService();
    page = await (await get("/")).text();
    return service.stop;
  });

  it("are served by the sidecar too, and nothing foreign may run in them", async () => {
    for (const port of [service.ports.http, service.ports.sidecar]) {
      const { status, headers } = await get("/", port);
      expect(status).toBe(200);
      expect(Object.fromEntries(headers)).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": expect.stringMatching(
          /^default-src 'none'; script-src 'self'; style-src 'self';/,
        ),
        "permissions-policy": "geolocation=(self)",
        "cache-control": "public, no-cache",
      });
    }
  });

  it("know of no key unless a demo has one", () => {
    expect(page).toContain('<body data-view="key" data-demo-key="">');
    expect(page).not.toMatch(/\{\{/);
  });

  it("are all there, and each module is told before it is needed", async () => {
    const named = [...page.matchAll(/(?:src|href)="(\/front\/[^"]+)"/g)].map(([, path = ""]) => path);
    const told = new Set(named);
    expect(named.length).toBeGreaterThan(4);
    for (const path of named) {
      const response = await get(path);
      expect(response.status, path).toBe(200);
      for (const [, module = ""] of (await response.text()).matchAll(/^import .* from "\.\/([^"]+)"/gm)) {
        expect(told).toContain(`/front/${module}`);
      }
    }
  });

  it("lead nowhere where there is nothing", async () => {
    const links = [...page.matchAll(/<a href="(\/[^"]*)"/g)].map(([, path = ""]) => path);
    expect(new Set(links)).toEqual(
      new Set(["/", "/docs", "/dashboard", "/status", "/openapi.json", "/llms.txt"]),
    );
    for (const link of links) {
      expect((await get(link)).status, link).toBe(200);
    }
  });

  it("name files of the sources that are there, and a command that is known", async () => {
    const text = page.replaceAll(/<\/?code>|\s+/g, " ");
    for (const path of ["examples/proxies", "docs/calendar.md", "proto", "clients/typescript"]) {
      expect(text).toContain(path);
      expect(existsSync(new URL(`../../../${path}`, import.meta.url)), path).toBe(true);
    }
    expect(text).toContain("keys issue ACCOUNT --public \\ --origin");
  });

  it("say what each plan has", () => {
    expect(page.replaceAll(/\s+/g, " ")).toContain(
      "month by plan: Free 500 (GBP 0), Starter 25,000 (GBP 49), Growth 100,000 (GBP 149), Enterprise by agreement.",
    );
    expect(page).toContain("--plan free<");
  });
});
