// Serves <suitability-calendar> and <suitability-badge> for pages of other sites.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import manifest from "../../../package.json" with { type: "json" };
import type { Brand } from "../brand.ts";
import { builtInVenues } from "../../scoring/sports/built-in-venues.ts";
import { findProfile, SPORT_NAMES } from "../../scoring/sports/find-profile.ts";
import { NAMED_SOURCES } from "../../weather/providers/providers.ts";
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

/** The modules of each element, by its name without `suitability-`. Each module comes after those that it imports. */
const ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  calendar: [
    ...SHARED_MODULES,
    "week",
    "often-changes",
    "zone-line",
    "weather",
    "weather-text",
    "icon",
    "better-times",
    "grid",
    "details",
    "assumptions",
    "record-line",
    "week-view",
    "chosen-start",
    "style",
    "suitability-calendar",
  ],
  badge: [...SHARED_MODULES, "badge-style", "suitability-badge"],
};

/** Browsers cache such a file for an hour, so a release reaches all pages within an hour. */
const CACHED = "max-age=3600";

/** The content of a name with a hash never changes. */
const CACHED_FOR_EVER = "max-age=31536000, immutable";

const HEADERS: Readonly<Record<string, string>> = {
  // Any page may load these files: everything in them is public.
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
};

const SCRIPT = { ...HEADERS, "content-type": "text/javascript; charset=utf-8" };

/** A file whose name changes with its content. */
export interface HashedFile {
  readonly src: string;
  /** For the script's attribute `integrity`. */
  readonly integrity: string;
}

/**
 * Adds to an app: `/embed/calendar.js` and `/embed/badge.js`, each also under a name with its hash, the words of each
 * language, and `/embed/tags.txt` with the lines that load the hashed files, so that a browser refuses any other. Returns
 * the hashed calendar.
 */
export function mountEmbed(app: FastifyInstance, brand: Brand): HashedFile {
  const words = wordFiles();
  const values = {
    ...brandWords(brand).get("js"),
    version: manifest.version,
    "words.folder": words.folder,
    "words.tags": words.files.map(({ tag }) => tag).join(" "),
    "weather.credits": quoted(JSON.stringify(creditLinks())),
    sports: quoted(JSON.stringify(builtInVenues())),
    "wind.sports": SPORT_NAMES.filter((name) => findProfile(name)?.isWindSport).join(" "),
  };
  const serve = (name: string, body: Buffer, cached: string) =>
    app.get(`/embed/${name}`, createSendFile({ body, headers: SCRIPT, cached }));

  for (const { tag, body } of words.files) serve(`${words.folder}/${tag}.js`, body, CACHED_FOR_EVER);
  const hashed = Object.entries(ELEMENTS).map(([element, modules]) => {
    const body = elementFile(element, modules, values);
    const name = `${element}-${hashOf(body)}.js`;
    serve(`${element}.js`, body, CACHED);
    serve(name, body, CACHED_FOR_EVER);
    const integrity = `sha384-${createHash("sha384").update(body).digest("base64")}`;
    return { element, src: `/embed/${name}`, integrity };
  });
  const tags = hashed.map(
    ({ src, integrity }) =>
      `<script type="module" src="${src}" integrity="${integrity}" crossorigin></script>\n`,
  );
  const headers = { ...HEADERS, "content-type": "text/plain; charset=utf-8" };
  app.get("/embed/tags.txt", createSendFile({ body: Buffer.from(tags.join("")), headers, cached: CACHED }));
  const calendar = hashed.find(({ element }) => element === "calendar");
  if (calendar === undefined) throw new TypeError("there is no calendar among the elements");
  return calendar;
}

/** Where each credit of the weather leads, by the names in the header Weather-Source; its words are in each language. */
function creditLinks() {
  return NAMED_SOURCES.map(({ name, credit: { url, licences } }) => [name, { url, licences }]);
}

/** A module for each language. All share one hash, so that an element can name them briefly. */
function wordFiles() {
  const files = Array.from(WORDS, ([tag, words]) => ({
    tag,
    body: Buffer.from(`export default ${JSON.stringify(words)};\n`),
  }));
  return { folder: `words-${hashOf(Buffer.concat(files.map(({ body }) => body)))}`, files };
}

/** 64 bits: enough to tell versions apart in caches, not enough against a deliberate collision. */
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
 * Joins modules into one file, which a page loads with one request: in this order, each after those that it imports,
 * without import and export lines and comments. No two may declare the same name, or a browser refuses the whole file.
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
