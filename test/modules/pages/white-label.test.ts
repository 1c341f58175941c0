// All that people see names the operator's brand if one is set, and nobody else.
import { describe, expect, it } from "vitest";
import { METHODS, LONDON } from "../../doors/methods.ts";
import { faultsOf } from "../../doors/faults-of.ts";
import { startWithDoors } from "../../doors/start-with-doors.ts";
import { startTestService } from "../../support/service/test-service.ts";
import { configFromEnvironment } from "../../../src/app/settings/config.ts";

const { brand: BRAND, modules } = configFromEnvironment({
  BRAND_NAME: `Ace & <b>"Rain`,
  BRAND_URL: "https://ace.example/courts",
  BRAND_COLOR: "#C02060",
  SUPPORT_CONTACT: "help@ace.example",
});

const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

/** The pages that people open. `/nothing` shows the page for unknown paths. */
const PAGES = ["/", "/dashboard", "/docs", "/docs/try", "/status", "/nothing"];
const TEXTS = [
  "/openapi.json",
  "/llms.txt",
  "/robots.txt",
  "/favicon.ico",
  "/status.json",
  "/embed/calendar.js",
];

const OURS = /weather[ -]?suitability/i;

/** What only the operator has: commands, settings, and paths of the sources. */
const OPERATORS = /bin\/suitability|npm run|DEMO_KEY|\w\.md\b|\b(?:src|examples|clients|proto)\//i;

/** Pages, and the texts that are made of the same words. */
const READ = [...PAGES, "/openapi.json", "/llms.txt"];

/** The pages and texts, and every file of this origin that they name. */
async function everything(origin: string) {
  const bodies = new Map<string, string>();
  const paths = new Set([...PAGES, ...TEXTS]);
  for (const path of paths) {
    const response = await fetch(`${origin}${path}`, { headers: BROWSER });
    const body = await response.text();
    bodies.set(path, body);
    if (!response.headers.get("content-type")?.startsWith("text/html")) continue;
    for (const [, file = ""] of body.matchAll(/(?:src|href)="(\/[^"]*)"/g)) paths.add(file);
  }
  return bodies;
}

describe("a service with a brand of its own", () => {
  it("has that brand on every page, and never our name, also behind a sidecar", async () => {
    const service = await startTestService({ brand: BRAND, modules });
    for (const port of [service.ports.http, service.ports.sidecar]) {
      const bodies = await everything(`http://127.0.0.1:${port}`);
      for (const [path, body] of bodies) expect(body, path).not.toMatch(OURS);
      for (const path of PAGES) {
        expect(bodies.get(path), path).toContain("Ace &amp; &lt;b&gt;&quot;Rain</title>");
        expect(bodies.get(path), path).toContain('<a href="https://ace.example/courts">Ace &amp;');
        expect(bodies.get(path), path).toContain('<a href="mailto:help@ace.example">help@ace.example</a>');
        expect(bodies.get(path), path).not.toContain("{{");
      }
      expect(bodies.get("/llms.txt")).toContain(`# ${BRAND.name}\n`);
      const { info } = JSON.parse(bodies.get("/openapi.json") ?? "") as { info: Record<string, unknown> };
      expect(info).toMatchObject({
        title: BRAND.name,
        contact: { name: BRAND.name, email: "help@ace.example" },
      });
      // A brand does not remove the weather's credit.
      expect(info["description"]).toContain("https://open-meteo.com/");
      expect(bodies.get("/llms.txt")).toContain("https://open-meteo.com/");
    }
    await service.stop();
  });

  it("speaks to the operator's customers: of no command, no setting and no source file", async () => {
    const service = await startTestService({ brand: BRAND, modules });
    const bodies = await everything(`http://127.0.0.1:${service.ports.http}`);
    for (const path of READ) expect(bodies.get(path), path).not.toMatch(OPERATORS);
    expect(bodies.get("/docs")).toContain("Ace &amp; &lt;b&gt;&quot;Rain issues keys.");
    expect(bodies.get("/")).toContain("Ace &amp; &lt;b&gt;&quot;Rain issues keys.");
    await service.stop();
  });

  it("has the brand's colour as a stripe and as the icon's ground, and nowhere else", async () => {
    const service = await startTestService({ brand: BRAND, modules });
    const bodies = await everything(`http://127.0.0.1:${service.ports.http}`);
    const uses = [...bodies].flatMap(([path, body]) =>
      body
        .split("\n")
        .filter((line) => line.toLowerCase().includes("#c02060"))
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(uses.toSorted()).toEqual([
      '/favicon.ico: <rect width="24" height="24" rx="6" fill="#c02060" />',
      "/frame.css: border-top: 4px solid /* */ #c02060 /* */;",
    ]);
    await service.stop();
  });

  it("names the support contact once in every 403 and 429 at every door, and in no other refusal", async () => {
    const service = await startWithDoors({ brand: BRAND, modules });
    const [good, suspended, usedUp] = [
      await service.createCaller(),
      await service.createCaller(),
      await service.createCaller({ monthlyQuota: 0 }),
    ];
    await service.store.updateAccount(suspended.accountId, { isSuspended: true });
    const sentences = async (call: Parameters<typeof faultsOf>[1]) =>
      (await faultsOf(service.doors, call)).map(({ fault }) => fault.sentence);
    for (const { key } of [suspended, usedUp]) {
      for (const sentence of await sentences({ method: METHODS.getForecast, request: LONDON, key })) {
        expect(sentence).toMatch(/^[^@]+\. More: help@ace\.example$/);
      }
    }
    for (const call of [
      { method: METHODS.getForecast, request: LONDON, key: undefined },
      { method: METHODS.getForecast, request: { ...LONDON, days: 9 }, key: good.key },
    ]) {
      for (const sentence of await sentences(call)) expect(sentence).not.toContain("help@ace.example");
    }
  });
});
