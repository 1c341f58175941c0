// The usage dashboard. All of its data comes from UsageService.
import type { FastifyInstance } from "fastify";
import { builtFile, mountFiles, type PageFile, STRICT_HEADERS } from "./mount-files.ts";
import type { PageBrand } from "./page-words.ts";

// A file of its own, which browsers need not fetch again after every change of the dashboard.
const CHART_FILE = new URL("chart.umd.min.js", import.meta.resolve("chart.js"));

const FILES: readonly PageFile[] = [
  { path: "/dashboard", file: builtFile("dashboard/dashboard.html") },
  { path: "/dashboard/chart.js", file: CHART_FILE },
  ...["dashboard.css", "dashboard.js"].map((name) => ({
    path: `/dashboard/${name}`,
    file: builtFile(`dashboard/${name}`),
  })),
];

export function mountDashboard(app: FastifyInstance, brand: PageBrand): void {
  mountFiles(app, { files: FILES, headers: STRICT_HEADERS, brand });
}
