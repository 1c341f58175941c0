import { describe, expect, it } from "vitest";
import { useTestService } from "../support/use-test-service.ts";

describe("what programs look for that know nothing but the address", () => {
  const current = useTestService();
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${current().service.ports.http}${path}`, { headers });

  it("/llms.txt tells every operation with every parameter, and what it links to is there", async () => {
    const response = await get("/llms.txt");
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("public, max-age=3600");
    const text = await response.text();
    expect(text).toMatch(/^# Weather Suitability Service\n\n> Tells whether .*\n/);
    const { paths } = (await (await get("/openapi.json")).json()) as {
      paths: Record<string, { get: { parameters: { name: string; required: boolean }[] } }>;
    };
    for (const [path, { get: operation }] of Object.entries(paths)) {
      const [, section = ""] = text.split(`### GET ${path}\n`);
      const own = section.split("\n### ")[0] ?? "";
      for (const { name, required } of operation.parameters) {
        expect(own).toContain(`- \`${name}\`${required ? " (required)" : ""}: `);
      }
    }
    const links = [...text.matchAll(/\]\((\/[^)]*)\)/g)].map(([, path = ""]) => path);
    expect(links.length).toBeGreaterThanOrEqual(4);
    for (const path of links) expect((await get(path)).status, path).toBe(200);
  });

  it("/robots.txt keeps crawlers from what needs a key", async () => {
    const response = await get("/robots.txt");
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await response.text()).toBe("User-agent: *\nDisallow: /v1/\n");
  });

  it("/favicon.ico is the icon of the pages", async () => {
    const response = await get("/favicon.ico");
    expect(response.headers.get("content-type")).toBe("image/svg+xml");
    expect(await response.text()).toMatch(/^<svg [^]*fill="#2557d6"/);
  });

  it.each(["/llms.txt", "/robots.txt", "/favicon.ico"])(
    "%s is not sent again to who has it",
    async (path) => {
      const etag = (await get(path)).headers.get("etag") ?? "";
      const again = await get(path, { "if-none-match": etag });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe("");
    },
  );
});
