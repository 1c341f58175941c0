// The files of the pages and the texts for programs, which are the same for everybody, and answers to unknown paths.
import { createHash } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { ATTRIBUTION } from "../../../src/weather/attribution.ts";
import { folderOfTest } from "../../support/programs/folder-of-test.ts";
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
const PAGE = { ...STRICT, "cache-control": "public, no-cache" };
const FOR_AN_HOUR = { ...STRICT, "cache-control": "public, max-age=3600" };
/** For pages of other sites. */
const EMBEDDED = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  "cache-control": "public, max-age=3600",
  "x-content-type-options": "nosniff",
};

const FILES: readonly [path: string, type: string, headers: Record<string, string>][] = [
  ["/", HTML, { ...PAGE, "permissions-policy": "geolocation=(self)" }],
  ["/dashboard", HTML, PAGE],
  ["/dashboard/dashboard.css", "text/css; charset=utf-8", PAGE],
  ["/dashboard/dashboard.js", SCRIPT, PAGE],
  ["/dashboard/chart.js", SCRIPT, PAGE],
  ["/embed/calendar.js", SCRIPT, EMBEDDED],
  ["/embed/badge.js", SCRIPT, EMBEDDED],
  ["/embed/tags.txt", TEXT, EMBEDDED],
  ["/llms.txt", TEXT, FOR_AN_HOUR],
  ["/robots.txt", TEXT, FOR_AN_HOUR],
  ["/favicon.ico", "image/svg+xml", PAGE],
];

const service = await startTestService();
afterAll(() => service.stop());

const get = (path: string, init?: RequestInit, port = service.ports.http) =>
  fetch(`http://127.0.0.1:${port}${path}`, init);
const textOf = async (path: string) => (await get(path)).text();
async function sent(path: string, init: RequestInit, port: number) {
  const response = await get(path, init, port);
  const headers: Record<string, string> = Object.fromEntries(response.headers);
  return { status: response.status, headers, text: await response.text() };
}

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
  async (path, type, expected) => {
    for (const port of [service.ports.http, service.ports.sidecar]) {
      const { status, headers, text } = await sent(
        path,
        { headers: { origin: "https://club.example" } },
        port,
      );
      expect(status).toBe(200);
      expect(headers).toMatchObject({ ...expected, "content-type": type });
      expect(text.length).toBeGreaterThan(25);
      const { etag = "" } = headers;
      const again = await sent(path, { headers: { "if-none-match": etag } }, port);
      expect(again).toMatchObject({ status: 304, text: "", headers: { etag } });
      const shared = "access-control-allow-origin";
      expect(again.headers[shared]).toBe(expected[shared]);
      expect((await sent(path, { headers: { "if-none-match": '"other"' } }, port)).status).toBe(200);
    }
  },
);

describe.each(["/dashboard/chart.js", "/embed/calendar.js"])("the file %s", (path) => {
  const getAs = (accepted: string, init: RequestInit = {}) =>
    get(path, { ...init, headers: { ...init.headers, "accept-encoding": accepted } });

  it("is compressed for clients that accept gzip, and for nobody else", async () => {
    const plain = await textOf(path);
    const gzip = ["gzip", "gzip, deflate, br", "br,gzip", "deflate , GZIP"];
    for (const accepted of [...gzip, "identity", "br", "gzip;q=0", "xgzip"]) {
      const response = await getAs(accepted);
      const { headers } = response;
      const isPacked = gzip.includes(accepted);
      expect(headers.get("content-encoding"), accepted).toBe(isPacked ? "gzip" : null);
      expect(headers.get("vary")).toBe("Accept-Encoding");
      expect(Number(headers.get("content-length")) < plain.length / 2).toBe(isPacked);
      expect(await response.text()).toBe(plain);
    }
  });

  it("has an ETag for each encoding, which matches only that encoding", async () => {
    const [plain, packed] = [await getAs("identity"), await getAs("gzip")];
    const tags = [plain, packed].map(({ headers }) => headers.get("etag") ?? "");
    expect(new Set(tags).size).toBe(2);
    const statusOf = async (accepted: string, tag = "") =>
      (await getAs(accepted, { headers: { "if-none-match": tag } })).status;
    expect(await statusOf("identity", tags[0])).toBe(304);
    expect(await statusOf("gzip", tags[1])).toBe(304);
    expect(await statusOf("gzip", tags[0])).toBe(200);
    const head = await getAs("gzip", { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe(packed.headers.get("content-length"));
  });
});

describe("every page", () => {
  const LINKS = { "/": "Calendar", "/docs": "API reference", "/dashboard": "Usage", "/status": "Status" };

  it.each([...Object.keys(LINKS), "/nothing"])(
    "links to the others by the same names, and has the service's name if no brand is set: %s",
    async (path) => {
      const html = await (await get(path, { headers: BROWSER })).text();
      const [nav = ""] = /<nav aria-label="Pages">[^]*?<\/nav>/.exec(html) ?? [];
      const links = [...nav.matchAll(/<a href="([^"]*)">([^<]*)</g)].map(([, href, name]) => [href, name]);
      expect(links).toEqual(Object.entries(LINKS).filter(([other]) => other !== path));
      expect(html).toContain("Weather Suitability Service</title>");
      expect(html).toContain('lang="en"');
      expect(html).not.toMatch(/Questions\?|\{\{/);
    },
  );
});

describe.each(["/", "/dashboard", "/docs"])("the page %s", (page) => {
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

describe("the calendar for other sites", async () => {
  const file = await textOf("/embed/calendar.js");

  it("is one file of under 17 kB gzipped, which begins with its version", () => {
    expect(gzipSync(file).length).toBeLessThan(17_000);
    expect(file).not.toMatch(/^(?:import|export) /m);
    const [heading] = file.split("\n", 1);
    expect(heading).toContain(`<suitability-calendar> ${manifest.version}`);
  });

  it.each(["calendar", "badge"])("tells pages the version of the %s that they have loaded", async (name) => {
    const defined: (readonly [name: string, version: string])[] = [];
    const define = (element: string, { version }: { version: string }) => defined.push([element, version]);
    vi.stubGlobal("window", {});
    vi.stubGlobal("customElements", { define, get: () => undefined });
    onTestFinished(() => void vi.unstubAllGlobals());
    const path = join(folderOfTest(), `${name}.mjs`);
    writeFileSync(path, await textOf(`/embed/${name}.js`));
    await import(pathToFileURL(path).href);
    expect(defined).toEqual([[`suitability-${name}`, manifest.version]]);
  });

  it("does nothing if it is imported without a window, as in server-side rendering", async () => {
    const folder = folderOfTest();
    const before = Object.keys(globalThis);
    for (const [name, text] of [
      ["calendar", file],
      ["badge", await textOf("/embed/badge.js")],
    ] as const) {
      const path = join(folder, `${name}.mjs`);
      writeFileSync(path, text);
      // Syntax errors fail here too, such as a name that two modules declare.
      await import(pathToFileURL(path).href);
    }
    expect(Object.keys(globalThis)).toEqual(before);
  });

  it("is cached for ever under names with a hash, and its script tags have the integrity that a browser checks", async () => {
    const tags = await textOf("/embed/tags.txt");
    const lines = [
      ...tags.matchAll(/src="(\/embed\/(\w+)-[0-9a-f]{16}\.js)" integrity="sha384-([^"]+)" crossorigin>/g),
    ];
    expect(lines.map(([, , element]) => element)).toEqual(["calendar", "badge"]);
    for (const [, path = "", element, integrity] of lines) {
      const response = await get(path);
      expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      const text = await response.text();
      expect(text).toBe(await textOf(`/embed/${element}.js`));
      expect(createHash("sha384").update(text).digest("base64")).toBe(integrity);
    }
    expect((await get("/embed/calendar-0123456789abcdef.js")).status).toBe(404);
  });

  const wordsIn = async (tag: string) => {
    const [, folder] = /"(words-[0-9a-f]{16})"/.exec(file) ?? [];
    const response = await get(`/embed/${folder}/${tag}.js`);
    expect(response.headers.get("cache-control"), tag).toBe("public, max-age=31536000, immutable");
    const module = await import(`data:text/javascript,${encodeURIComponent(await response.text())}`);
    return (module as { default: unknown }).default;
  };

  it("has the words of each language in a file of its own, with the same placeholders as English", async () => {
    const placeholders = (words: object) =>
      Object.entries(words).map(([name, text]) => [
        name,
        [...String(text).matchAll(/\{\w+\}/g)].flat().toSorted(),
      ]);
    const english = placeholders((await wordsIn("en")) as object);
    for (const tag of ["de", "de-CH", "en-US", "es", "fr", "it", "nl", "pt", "sv"]) {
      const words = (await wordsIn(tag)) as object;
      expect(Object.fromEntries(placeholders(words)), tag).toEqual(Object.fromEntries(english));
      expect(words).toMatchObject({ tag });
    }
    expect(JSON.stringify(await wordsIn("de-CH"))).not.toContain("ß");
  });

  it("has every name and link that the weather's credit needs", async () => {
    const credits = [...ATTRIBUTION.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)];
    expect(credits.length).toBeGreaterThan(4);
    for (const [, name = "", url = ""] of credits) {
      expect(file + JSON.stringify(await wordsIn("en"))).toContain(name.replace(/\.$/, ""));
      expect(file).toContain(url);
    }
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
      '{"type":"about:blank","title":"Not Found","status":404,"detail":"There is nothing at this path; did you mean /dashboard? /openapi.json lists what there is.","code":"unimplemented","reason":"UNKNOWN_PATH","request_id":"id-1"}',
    ]);
  });

  it("is the only refusal that has a page: a wrong method is a problem in a browser too", async () => {
    const response = await get("/v1/forecast", { headers: BROWSER, method: "PUT" });
    expect(response.status).toBe(405);
    expect(response.headers.get("content-type")).toMatch(/^application\/problem\+json/);
  });
});
