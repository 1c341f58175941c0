// The files of the elements, which pages of other sites load.
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { elementFiles } from "../../../src/modules/calendar/element-files.ts";
import { ATTRIBUTION } from "../../../src/weather/attribution.ts";
import { folderOfTest } from "../../support/programs/folder-of-test.ts";
import { expectServedFile } from "../../support/service/expect-served-file.ts";
import { startTestService } from "../../support/service/test-service.ts";

const SCRIPT = "text/javascript; charset=utf-8";
const TEXT = "text/plain; charset=utf-8";
/** For pages of other sites. */
const EMBEDDED = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  "cache-control": "public, max-age=3600",
  "x-content-type-options": "nosniff",
};

const service = await startTestService();
afterAll(() => service.stop());

const get = (path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${service.ports.http}${path}`, init);
const textOf = async (path: string) => (await get(path)).text();

it.each([
  ["/embed/calendar.js", SCRIPT],
  ["/embed/badge.js", SCRIPT],
  ["/embed/tags.txt", TEXT],
])(
  "%s has its media type, cache and cross-origin headers, and answers 304 to its own ETag, through the sidecar too",
  (path, type) => expectServedFile(service, path, { ...EMBEDDED, "content-type": type }),
);

it("the calendar is compressed for browsers", async () => {
  const response = await get("/embed/calendar.js", { headers: { "accept-encoding": "gzip" } });
  expect(response.headers.get("content-encoding")).toBe("gzip");
});

describe("the calendar for other sites", async () => {
  const file = await textOf("/embed/calendar.js");

  it("is one file of under 15 kB gzipped, which begins with its version", () => {
    expect(gzipSync(file).length).toBeLessThan(15_000);
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

  it("has another name for every brand, because caches that keep it for ever know it by its name", () => {
    const names = ["Ace", "Love"].flatMap((name) =>
      elementFiles({ name, url: undefined, support: undefined }).map(({ src }) => src),
    );
    expect(new Set(names).size).toBe(4);
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
