// `npm run scale` simulates days of sites of several sizes and writes their needs into docs/scale.md, with a picture.
// `npm run scale -- --from bench/results/FILE` first takes the costs from a run of `npm run bench -- varied cold spends`.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readRun } from "../harness/run-file.ts";
import { budgetRows } from "./budget-rows.ts";
import { readMeasured, writeMeasured } from "./constants.ts";
import { between, scalePage } from "./page.ts";
import { scalePicture } from "./picture.ts";
import { simulateSites } from "./sites.ts";

const DOCS = fileURLToPath(new URL("../../docs/", import.meta.url));
const PROGRESS_MS = 2_000;

const { values } = parseArgs({ options: { from: { type: "string" } } });
if (values.from !== undefined) writeMeasured(readRun(values.from));

const startedMs = performance.now();
let toldMs = startedMs;
const onProgress = (what: string, share: number) => {
  if (performance.now() - toldMs < PROGRESS_MS) return;
  toldMs = performance.now();
  const seconds = (toldMs - startedMs) / 1000;
  console.error(`  ${what}: ${Math.round(share * 100)}%, after ${seconds.toFixed(0)} s`);
};
const sites = simulateSites({ onProgress });
const page = readFileSync(`${DOCS}scale.md`, "utf8");
writeFileSync(`${DOCS}scale.md`, between(page, scalePage(readMeasured(), sites, await budgetRows())));
writeFileSync(`${DOCS}images/scale.svg`, scalePicture(sites));
console.log("docs/scale.md and docs/images/scale.svg are written");
