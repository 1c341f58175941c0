// <suitability-calendar>: what a page of another site loads.
import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import manifest from "../../../package.json" with { type: "json" };
import type { Brand } from "../../brand.ts";
import { createSendFile } from "../mount-files.ts";
import { brandWords, fill } from "../page-words.ts";

const MODULES = [
  "make",
  "problem",
  "verdicts",
  "from-now",
  "zone-clock",
  "settings",
  "ask",
  "week",
  "credit",
  "grid",
  "details",
  "week-view",
  "chosen-start",
  "style",
  "suitability-calendar",
];

/** A day's visits of a page ask once an hour at most; a release is everywhere an hour later. */
const CACHED = "max-age=3600";

const HEADERS: Readonly<Record<string, string>> = {
  // Any page may load it: there is nothing in it that is not public.
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  "content-type": "text/javascript; charset=utf-8",
  "x-content-type-options": "nosniff",
};

/** Adds the file to an app, at /embed/calendar.js. */
export function mountEmbed(app: FastifyInstance, brand: Brand): void {
  const body = Buffer.from(calendarFile(brand));
  app.get("/embed/calendar.js", createSendFile({ body, headers: HEADERS, cached: CACHED }));
}

function calendarFile(brand: Brand): string {
  const { version } = manifest;
  const heading = `// <suitability-calendar> ${version}, MIT licensed. Load it with <script type="module">.\n`;
  const text = joinModules(new URL("calendar/", import.meta.url), MODULES);
  return heading + fill(text, { ...brandWords(brand).get("js"), version });
}

/**
 * One file, so that a page elsewhere has it with one request and a file's name to remember: the modules in this order, each after those that it imports, without the lines that join them otherwise. No two of them may
 * declare the same name: a browser refuses the whole file then.
 */
function joinModules(folder: URL, names: readonly string[]): string {
  return names
    .map((name) =>
      readFileSync(new URL(`${name}.js`, folder), "utf8")
        .replaceAll(/^import [^;]*;\n/gm, "")
        .replaceAll(/^export /gm, ""),
    )
    .join("\n");
}
