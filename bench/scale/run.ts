// npm run scale: simulates days of sites of several sizes and writes what they need into docs/scale.md, with its picture.
// npm run scale -- --measure: measures what the service costs first, which takes some minutes of a machine with nothing else to do.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { budgetRows } from "./budget-rows.ts";
import { simulateCaches } from "./caches.ts";
import { readMeasured, writeMeasured } from "./constants.ts";
import { measure } from "./measure/measure.ts";
import { between, scalePage } from "./page.ts";
import { scalePicture } from "./picture.ts";
import { simulateSites } from "./sites.ts";

const DOCS = fileURLToPath(new URL("../../docs/", import.meta.url));
const PROGRESS_MS = 2_000;

const { values } = parseArgs({ options: { measure: { type: "boolean", default: false } } });
if (values.measure) writeMeasured(await measure());

const startedMs = performance.now();
let toldMs = startedMs;
const onProgress = (what: string, share: number) => {
  if (performance.now() - toldMs < PROGRESS_MS) return;
  toldMs = performance.now();
  const seconds = (toldMs - startedMs) / 1000;
  console.error(`  ${what}: ${Math.round(share * 100)} %, after ${seconds.toFixed(0)} s`);
};
const measured = readMeasured();
const sites = simulateSites({ onProgress });
const caches = simulateCaches(measured.constants, onProgress);
const page = readFileSync(`${DOCS}scale.md`, "utf8");
writeFileSync(`${DOCS}scale.md`, between(page, scalePage(measured, sites, caches, await budgetRows())));
writeFileSync(`${DOCS}images/scale.svg`, scalePicture(sites));
console.log("docs/scale.md and docs/images/scale.svg are written");
