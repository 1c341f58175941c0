// npm run performance-page -- bench/results/FILE: writes what a run measured into docs/performance.md, and its picture.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readRun } from "./harness/run-file.ts";
import { bars } from "./page/bars.ts";
import { measuredPart } from "./page/measured-part.ts";
import { rowsOf } from "./page/rows.ts";

const DOCS = fileURLToPath(new URL("../docs/", import.meta.url));
const PICTURE = "images/performance.svg";
const [BEGIN, END] = ["<!-- begin: measured -->", "<!-- end: measured -->"];

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("Usage: npm run performance-page -- bench/results/FILE, from a run of npm run bench -- all");
  process.exit(1);
}
const run = readRun(file);
const { rows, missing } = rowsOf(run);
const page = readFileSync(`${DOCS}performance.md`, "utf8");
const [before = "", rest = ""] = page.split(BEGIN);
const [, after] = rest.split(END);
if (after === undefined) throw new Error(`docs/performance.md has lost its ${BEGIN} or ${END}`);
writeFileSync(
  `${DOCS}performance.md`,
  `${before}${BEGIN}\n\n${measuredPart(run, rows, PICTURE)}\n\n${END}${after}`,
);
writeFileSync(`${DOCS}${PICTURE}`, bars(rows));
console.log(`docs/performance.md has ${rows.length} rows`);
for (const label of missing) console.log(`the run has not measured: ${label}`);
