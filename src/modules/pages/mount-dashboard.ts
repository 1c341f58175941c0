// The usage dashboard. All of its data comes from UsageService.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyInstance } from "fastify";
import { mountFiles, type PageFile, STRICT_HEADERS } from "./mount-files.ts";
import type { PageBrand } from "./page-words.ts";

const PAGE_FOLDER = new URL("../../../gen/web/pages/dashboard/", import.meta.url);

// Chart.js in one file: its ES modules import each other by names that browsers cannot resolve.
const CHART_FILE = join(dirname(createRequire(import.meta.url).resolve("chart.js")), "chart.umd.min.js");

const FILES: readonly PageFile[] = [
  { path: "/dashboard", file: new URL("dashboard.html", PAGE_FOLDER) },
  { path: "/dashboard/chart.js", file: pathToFileURL(CHART_FILE) },
  ...["dashboard.css", "dashboard.js"].map((name) => ({
    path: `/dashboard/${name}`,
    file: new URL(name, PAGE_FOLDER),
  })),
];

export function mountDashboard(app: FastifyInstance, brand: PageBrand): void {
  mountFiles(app, { files: FILES, headers: STRICT_HEADERS, brand });
}
