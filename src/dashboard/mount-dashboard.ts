// The usage dashboard: a page and its few files, kept in memory. Everything it shows, it asks of UsageService.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { FastifyInstance } from "fastify";
import { cachePublicly } from "../rest/cache-publicly.ts";
import { etagOf, isNamed } from "../rest/etag.ts";

const PAGE_FOLDER = new URL("page/", import.meta.url);

// All of Chart.js in one file: its ES modules import each other by names that a browser cannot resolve.
const CHART_FILE = join(dirname(createRequire(import.meta.url).resolve("chart.js")), "chart.umd.min.js");

const HTML = "text/html; charset=utf-8";
const CSS = "text/css; charset=utf-8";
const JAVASCRIPT = "text/javascript; charset=utf-8";
const SVG = "image/svg+xml";

const FILES: readonly { readonly path: string; readonly file: URL | string; readonly type: string }[] = [
  { path: "/dashboard", file: new URL("index.html", PAGE_FOLDER), type: HTML },
  { path: "/dashboard/dashboard.css", file: new URL("dashboard.css", PAGE_FOLDER), type: CSS },
  { path: "/dashboard/icon.svg", file: new URL("icon.svg", PAGE_FOLDER), type: SVG },
  { path: "/dashboard/chart.js", file: CHART_FILE, type: JAVASCRIPT },
  ...["dashboard", "element", "fetch-usage", "show-usage", "table-row", "usage-chart", "words"].map(
    (name) => ({
      path: `/dashboard/${name}.js`,
      file: new URL(`${name}.js`, PAGE_FOLDER),
      type: JAVASCRIPT,
    }),
  ),
];

/** Somebody types a key into this page: nothing from elsewhere runs in it, frames it, or hears from it. */
const SECURITY_HEADERS = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Adds the page to an app, at /dashboard. */
export function mountDashboard(app: FastifyInstance): void {
  for (const { path, file, type } of FILES) {
    const body = readFileSync(file);
    const etag = etagOf(body);
    // Asked about at each visit, so that after a release no browser mixes old files with new ones.
    const headers = { ...SECURITY_HEADERS, "content-type": type };
    app.get(path, (request, reply) => {
      cachePublicly(reply, "no-cache").header("etag", etag);
      return isNamed(etag, request.headers["if-none-match"])
        ? reply.code(304).send()
        : reply.headers(headers).send(body);
    });
  }
}
