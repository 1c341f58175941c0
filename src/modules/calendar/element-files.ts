// The files of <suitability-calendar> and <suitability-badge>, and the words that they load.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Brand } from "../../app/settings/core-config.ts";
import { serviceFacts, type ServiceFacts } from "./service-facts.ts";
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

/** A file whose name changes with its content. */
export interface HashedFile {
  readonly src: string;
  /** For the script's attribute `integrity`. */
  readonly integrity: string;
}

interface ElementFile extends HashedFile {
  /** `calendar` or `badge`. */
  readonly element: string;
  readonly body: Buffer;
}

/** The calendar under its name with a hash. */
export function hashedCalendar(brand: Brand): HashedFile {
  const calendar = elementFiles(brand).find(({ element }) => element === "calendar");
  if (calendar === undefined) throw new TypeError("there is no calendar among the elements");
  return calendar;
}

export function elementFiles({ name, url }: Brand): readonly ElementFile[] {
  const { folder, files } = wordFiles();
  const words = { folder, tags: files.map(({ tag }) => tag) };
  const facts = serviceFacts({ operator: { name, url }, words });
  return Object.entries(ELEMENTS).map(([element, modules]) => {
    const body = elementFile(element, modules, facts);
    const integrity = `sha384-${createHash("sha384").update(body).digest("base64")}`;
    return { element, src: `/embed/${element}-${hashOf(body)}.js`, integrity, body };
  });
}

/** A module for each language. All share one hash, so that an element can name them briefly. */
export function wordFiles() {
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

function elementFile(element: string, modules: readonly string[], facts: ServiceFacts): Buffer {
  const heading = `// <suitability-${element}> ${facts.version}, MIT licensed. Load it with <script type="module">.\n`;
  const text = joinModules(new URL("../../../web/calendar/", import.meta.url), modules);
  return Buffer.from(`${heading}const SERVICE = ${JSON.stringify(facts)};\n${text}`);
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
