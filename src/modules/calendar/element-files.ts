// The files of <suitability-calendar> and <suitability-badge>, and the words that they load.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Brand } from "../../app/settings/core-config.ts";
import { serviceFacts, type ServiceFacts } from "./service-facts.ts";
import { WORDS } from "./words/all-words.ts";

/** The elements, by their names without `suitability-`. */
const ELEMENTS = ["calendar", "badge"];

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
  return ELEMENTS.map((element) => {
    const body = elementFile(element, facts);
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

function elementFile(element: string, facts: ServiceFacts): Buffer {
  const heading = `// <suitability-${element}> ${facts.version}, MIT licensed. Load it with <script type="module">.\n`;
  const script = readFileSync(new URL(import.meta.resolve(`#gen/web/calendar/${element}.js`)), "utf8");
  return Buffer.from(`${heading}const SERVICE = ${JSON.stringify(facts)};\n${script}`);
}
