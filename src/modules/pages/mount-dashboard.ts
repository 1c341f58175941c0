// The usage dashboard. All of its data comes from UsageService.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyInstance } from "fastify";
import { builtFile, mountFiles, type PageFile, STRICT_HEADERS } from "./mount-files.ts";
import type { PageBrand } from "./page-words.ts";

// A file of its own, which browsers need not fetch again after every change of the dashboard.
const CHART_FILE = join(dirname(createRequire(import.meta.url).resolve("chart.js")), "chart.umd.min.js");

const FILES: readonly PageFile[] = [
  { path: "/dashboard", file: builtFile("dashboard/dashboard.html") },
  { path: "/dashboard/chart.js", file: pathToFileURL(CHART_FILE) },
  ...["dashboard.css", "dashboard.js"].map((name) => ({
    path: `/dashboard/${name}`,
    file: builtFile(`dashboard/${name}`),
  })),
];

export function mountDashboard(app: FastifyInstance, brand: PageBrand): void {
  mountFiles(app, { files: FILES, headers: STRICT_HEADERS, brand });
}
