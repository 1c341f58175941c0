// <suitability-calendar> and <suitability-badge>: what pages of other sites load.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import manifest from "../../../package.json" with { type: "json" };
import type { Brand } from "../../brand.ts";
import { builtInVenues } from "../../scoring/sports/built-in-venues.ts";
import { createSendFile } from "../mount-files.ts";
import { brandWords, fill, quoted } from "../page-words.ts";
import { WORDS } from "./words/all-words.ts";

const SHARED_MODULES = [
  "make",
  "voice",
  "problem",
  "load-voice",
  "verdicts",
  "badge",
  "zone-clock",
  "settings",
  "ask",
  "credit",
  "shared-style",
  "forecast-element",
];

/** By the element's name less its prefix. Each after those that it imports. */
const ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  calendar: [
    ...SHARED_MODULES,
    "week",
    "weather",
    "icon",
    "better-times",
    "grid",
    "details",
    "assumptions",
    "week-view",
    "chosen-start",
    "style",
    "suitability-calendar",
  ],
  badge: [...SHARED_MODULES, "badge-style", "suitability-badge"],
};

/** A day's visits of a page ask once an hour at most; a release is everywhere an hour later. */
const CACHED = "max-age=3600";

/** What a name with a hash stands for never changes. */
const CACHED_FOR_EVER = "max-age=31536000, immutable";

const HEADERS: Readonly<Record<string, string>> = {
  // Any page may load it: there is nothing in it that is not public.
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
};

const SCRIPT = { ...HEADERS, "content-type": "text/javascript; charset=utf-8" };

/**
 * Adds to an app: `/embed/calendar.js` and `/embed/badge.js`, each also under a name with its hash, the words of each language, and
 * `/embed/tags.txt`, the lines that load the former so that a browser refuses every other file.
 */
export function mountEmbed(app: FastifyInstance, brand: Brand): void {
  const words = wordFiles();
  const values = {
    ...brandWords(brand).get("js"),
    version: manifest.version,
    "words.folder": words.folder,
    "words.tags": words.files.map(({ tag }) => tag).join(" "),
    sports: quoted(JSON.stringify(builtInVenues())),
  };
  const serve = (name: string, body: Buffer, cached: string) =>
    app.get(`/embed/${name}`, createSendFile({ body, headers: SCRIPT, cached }));

  for (const { tag, body } of words.files) serve(`${words.folder}/${tag}.js`, body, CACHED_FOR_EVER);
  const tags = Object.entries(ELEMENTS).map(([element, modules]) => {
    const body = elementFile(element, modules, values);
    const name = `${element}-${hashOf(body)}.js`;
    serve(`${element}.js`, body, CACHED);
    serve(name, body, CACHED_FOR_EVER);
    const integrity = `sha384-${createHash("sha384").update(body).digest("base64")}`;
    return `<script type="module" src="/embed/${name}" integrity="${integrity}" crossorigin></script>\n`;
  });
  const headers = { ...HEADERS, "content-type": "text/plain; charset=utf-8" };
  app.get("/embed/tags.txt", createSendFile({ body: Buffer.from(tags.join("")), headers, cached: CACHED }));
}

/** A module for each language. One hash is for all, so that an element names them shortly. */
function wordFiles() {
  const files = Array.from(WORDS, ([tag, words]) => ({
    tag,
    body: Buffer.from(`export default ${JSON.stringify(words)};\n`),
  }));
  return { folder: `words-${hashOf(Buffer.concat(files.map(({ body }) => body)))}`, files };
}

/** 64 bits: nobody is to be kept from making another file of that hash, only a cache from taking one for the other. */
function hashOf(body: Buffer): string {
  return createHash("sha256").update(body).digest("hex").slice(0, 16);
}

function elementFile(
  element: string,
  modules: readonly string[],
  values: Readonly<Record<string, string>>,
): Buffer {
  const heading = `// <suitability-${element}> ${manifest.version}, MIT licensed. Load it with <script type="module">.\n`;
  const text = joinModules(new URL("calendar/", import.meta.url), modules);
  return Buffer.from(heading + fill(text, values));
}

/**
 * One file, so that a page elsewhere has it with one request and a file's name to remember: the modules in this order, each after those that it imports, without the lines that join them otherwise and without comments. No two of them may
 * declare the same name: a browser refuses the whole file then.
 */
function joinModules(folder: URL, names: readonly string[]): string {
  return names
    .map((name) =>
      readFileSync(new URL(`${name}.js`, folder), "utf8")
        .replaceAll(/^import [^;]*;\n/gm, "")
        .replaceAll(/^export /gm, "")
        .replaceAll(/\/\*[^]*?\*\/|^ *\/\/.*\n/gm, ""),
    )
    .join("\n")
    .replaceAll(/\n\s+/g, "\n");
}
