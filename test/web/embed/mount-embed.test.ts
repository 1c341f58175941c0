import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { ATTRIBUTION } from "../../../src/weather/attribution.ts";
import { startTestService, type TestService } from "../../support/test-service.ts";

describe("/embed/calendar.js", () => {
  let service: TestService;
  let file: string;

  const get = (headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${service.ports.http}/embed/calendar.js`, { headers });

  beforeAll(async () => {
    service = await startTestService();
    file = await (await get()).text();
    return service.stop;
  });

  it("is one file of under 15 kB gzipped, which says its version", () => {
    expect(gzipSync(file).length).toBeLessThan(15_000);
    expect(file).not.toMatch(/^(?:import|export) /m);
    expect(file.split("\n", 1)).toEqual([
      expect.stringContaining(`<suitability-calendar> ${manifest.version}`),
    ]);
    expect(file).toContain(`static version = "${manifest.version}"`);
  });

  it("declares no name twice, which a browser would refuse", () => {
    const names = [...file.matchAll(/^(?:async )?(?:const|let|function|class) (\w+)/gm)].map(
      ([, name]) => name,
    );
    expect(names.length).toBeGreaterThan(50);
    expect(names).toEqual([...new Set(names)]);
  });

  it("may be loaded by any page, is cached for an hour, and not sent again after that", async () => {
    const { status, headers } = await get({ origin: "https://club.example" });
    const etag = headers.get("etag") ?? "";
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=3600",
      "x-content-type-options": "nosniff",
    });
    const again = await get({ "if-none-match": etag });
    expect(again.status).toBe(304);
    expect(again.headers.get("access-control-allow-origin")).toBe("*");
    expect(await again.text()).toBe("");
  });

  it("credits the weather as everybody who shows it is asked to", () => {
    const credits = [...ATTRIBUTION.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)];
    expect(credits.length).toBeGreaterThan(4);
    for (const [, name = "", url = ""] of credits) {
      expect(file).toContain(name.replace(/\.$/, ""));
      expect(file).toContain(url);
    }
  });
});
