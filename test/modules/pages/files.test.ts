// The files of the pages and the texts for programs, which are the same for everybody, and answers to unknown paths.
import { existsSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { expectServedFile } from "../../support/service/expect-served-file.ts";
import { startTestService } from "../../support/service/test-service.ts";

const HTML = "text/html; charset=utf-8";
const SCRIPT = "text/javascript; charset=utf-8";
const TEXT = "text/plain; charset=utf-8";
const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const STRICT = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};
/** Swagger UI writes HTML as strings and has icons as data: URLs. */
const TRYING = {
  ...STRICT,
  "content-security-policy": STRICT["content-security-policy"]
    .replace("img-src 'self'", "img-src 'self' data:")
    .replace("; require-trusted-types-for 'script'", ""),
};
const PAGE = { ...STRICT, "cache-control": "public, no-cache" };
const FOR_AN_HOUR = { ...STRICT, "cache-control": "public, max-age=3600" };

const FILES: readonly [path: string, type: string, headers: Record<string, string>][] = [
  ["/", HTML, { ...PAGE, "permissions-policy": "geolocation=(self)" }],
  ["/dashboard", HTML, PAGE],
  ["/dashboard/dashboard.css", "text/css; charset=utf-8", PAGE],
  ["/dashboard/dashboard.js", SCRIPT, PAGE],
  ["/dashboard/chart.js", SCRIPT, PAGE],
  ["/docs", HTML, PAGE],
  ["/docs/docs.css", "text/css; charset=utf-8", PAGE],
  ["/docs/docs.js", SCRIPT, PAGE],
  ["/docs/try", HTML, { ...PAGE, ...TRYING }],
  ["/docs/swagger-ui-bundle.js", SCRIPT, { ...PAGE, ...TRYING }],
  ["/llms.txt", TEXT, FOR_AN_HOUR],
  ["/robots.txt", TEXT, FOR_AN_HOUR],
  ["/favicon.ico", "image/svg+xml", PAGE],
];

const service = await startTestService();
afterAll(() => service.stop());

const get = (path: string, init?: RequestInit, port = service.ports.http) =>
  fetch(`http://127.0.0.1:${port}${path}`, init);
const textOf = async (path: string) => (await get(path)).text();

/** The files that a text names by this pattern, with their contents. Each has to exist. */
async function filesNamedIn(text: string, pattern: RegExp, folder = "") {
  const paths = [...text.matchAll(pattern)].map(([, path = ""]) => folder + path);
  return Promise.all(
    paths.map(async (path) => {
      const response = await get(path);
      expect(response.status, path).toBe(200);
      return { path, text: await response.text() };
    }),
  );
}

it.each(FILES)(
  "%s has its media type, cache and security headers, and answers 304 to its own ETag, through the sidecar too",
  (path, type, headers) => expectServedFile(service, path, { ...headers, "content-type": type }),
);

it.each([...FILES.map(([path]) => path), "/openapi.json", "/embed/calendar.js"])(
  "%s is compressed for browsers, unless it has only a few bytes, and caches are told so",
  async (path) => {
    const headers = { "accept-encoding": "gzip, deflate, br, zstd" };
    const response = await get(path, { headers });
    expect(response.headers.get("content-encoding")).toBe(path === "/robots.txt" ? null : "br");
    expect(response.headers.get("vary")).toMatch(/\bAccept-Encoding$/);
  },
);

describe("every page", () => {
  const LINKS = { "/": "Calendar", "/docs": "API reference", "/dashboard": "Usage", "/status": "Status" };

  it.each([...Object.keys(LINKS), "/docs/try", "/nothing"])(
    "links to the others by the same names, and has the service's name if no brand is set: %s",
    async (path) => {
      const html = await (await get(path, { headers: BROWSER })).text();
      const [nav = ""] = /<nav aria-label="Pages">[^]*?<\/nav>/.exec(html) ?? [];
      const links = [...nav.matchAll(/<a href="([^"]*)">([^<]*)</g)].map(([, href, name]) => [href, name]);
      expect(links).toEqual(Object.entries(LINKS).filter(([other]) => other !== path));
      expect(html).toContain("Weather Suitability Service</title>");
      expect(html).toContain('lang="en"');
      expect(html).not.toMatch(/Questions\?|\{\{|<!--/);
    },
  );
});

describe.each(["/", "/dashboard", "/docs", "/docs/try"])("the page %s", (page) => {
  it("has every file that it names, and no module that a browser would have to fetch others for", async () => {
    const html = await textOf(page);
    const named = await filesNamedIn(html, /<(?:script|link) [^>]*(?:src|href)="(\/[^"]+)"/g);
    expect(named.length).toBeGreaterThan(3);
    const modules = [...html.matchAll(/<script type="module" src="([^"]+)"/g)].map(([, path]) => path);
    expect(modules).not.toEqual([]);
    const importing = named.filter(({ text }) => /^import\b(?!\()|;import\b(?!\()/m.test(text));
    expect(importing.map(({ path }) => path).filter((path) => modules.includes(path))).toEqual([]);
  });
});

describe("the front page", async () => {
  const page = await textOf("/");

  it("has no key unless the service is a demo", () => {
    expect(page).toContain('<body data-view="key" data-demo-key="" data-simulated="true">');
    expect(page).not.toMatch(/\{\{/);
  });

  it("has no broken link", async () => {
    const links = await filesNamedIn(page, /<a href="(\/[^"]*)"/g);
    expect(new Set(links.map(({ path }) => path))).toEqual(
      new Set(["/", "/docs", "/dashboard", "/status", "/openapi.json", "/llms.txt"]),
    );
  });

  it("names source files that exist, and the command for a publishable key", () => {
    const text = page.replaceAll(/<\/?code>|\s+/g, " ");
    for (const path of ["examples/proxies", "docs/calendar.md", "proto", "clients/typescript"]) {
      expect(text).toContain(path);
      expect(existsSync(new URL(`../../../${path}`, import.meta.url)), path).toBe(true);
    }
    expect(text).toContain("keys issue ACCOUNT \\ --public \\ --origin");
  });

  it("says what each plan has", () => {
    expect(page.replaceAll(/\s+/g, " ")).toContain(
      "<li>Free, GBP 0 a month: 500 requests</li> <li>Starter, GBP 49 a month: 25,000 requests</li> " +
        "<li>Growth, GBP 149 a month: 100,000 requests</li> <li>Enterprise: by agreement</li>",
    );
    expect(page).toContain("--plan free<");
  });
});

describe("for programs that know only the service's address,", () => {
  it("/llms.txt has every operation with every parameter, and no broken link", async () => {
    const text = await textOf("/llms.txt");
    expect(text).toMatch(/^# Weather Suitability Service\n\n> Tells whether .*\n/);
    const { paths } = (await (await get("/openapi.json")).json()) as {
      paths: Record<string, Record<string, { parameters: { name: string; required: boolean }[] }>>;
    };
    for (const [path, operations] of Object.entries(paths)) {
      for (const [method, { parameters }] of Object.entries(operations)) {
        const [, section = ""] = text.split(`### ${method.toUpperCase()} ${path}\n`);
        const own = section.split("\n### ")[0] ?? "";
        expect(own).not.toBe("");
        for (const { name, required } of parameters) {
          expect(own).toContain(`- \`${name}\`${required ? " (required)" : ""}: `);
        }
      }
    }
    expect((await filesNamedIn(text, /\]\((\/[^)]*)\)/g)).length).toBeGreaterThanOrEqual(4);
  });

  it("/robots.txt keeps crawlers from what needs a key", async () => {
    expect(await textOf("/robots.txt")).toBe("User-agent: *\nDisallow: /v1/\n");
  });

  it("/favicon.ico is the icon of the pages; icon and stripe have the default colour if no brand is set", async () => {
    expect(await textOf("/frame.css")).toContain("border-top: 4px solid /* */ #2557d6 /* */;");
    expect(await textOf("/favicon.ico")).toMatch(/^<svg [^]*fill="#2557d6"/);
  });
});

describe("an unknown path", () => {
  it("shows a browser a page, with strict headers, that suggests a similar path", async () => {
    const response = await get("/dashbord", { headers: BROWSER });
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'.*trusted-types/);
    const html = await response.text();
    expect(html).toContain('did you mean <a href="/dashboard">/dashboard</a>?');
    for (const [, path = ""] of html.matchAll(/(?:src|href)="(\/[^"]*)"/g)) {
      expect((await get(path, { headers: BROWSER })).status, path).toBe(200);
    }
  });

  it("is a problem for programs, the same byte for byte whatever they accept", async () => {
    const bodies = new Set<string>();
    for (const accept of ["*/*", "application/json", "application/problem+json", "text/plain"]) {
      const response = await get("/dashbord", { headers: { accept, "x-request-id": "id-1" } });
      expect(response.status).toBe(404);
      expect(response.headers.get("content-type")).toMatch(/^application\/problem\+json/);
      expect(response.headers.has("content-security-policy")).toBe(false);
      bodies.add(await response.text());
    }
    expect([...bodies]).toEqual([
      '{"type":"about:blank","title":"Not Found","status":404,"detail":"There is nothing at this path; did you mean /dashboard? /openapi.json lists all paths.","code":"unimplemented","reason":"UNKNOWN_PATH","request_id":"id-1"}',
    ]);
  });

  it("is the only refusal that has a page: a wrong method is a problem in a browser too", async () => {
    const response = await get("/v1/forecast", { headers: BROWSER, method: "PUT" });
    expect(response.status).toBe(405);
    expect(response.headers.get("content-type")).toMatch(/^application\/problem\+json/);
  });
});
