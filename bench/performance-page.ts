// `npm run performance-page -- bench/results/FILE` writes the figures of a run into docs/performance.md.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { measuredPart } from "./harness/report.ts";
import { readRun } from "./harness/run-file.ts";

const PAGE = fileURLToPath(new URL("../docs/performance.md", import.meta.url));
const [BEGIN, END] = ["<!-- begin: measured -->", "<!-- end: measured -->"];

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("Usage: npm run performance-page -- bench/results/FILE, from a run of npm run bench -- all");
  process.exit(1);
}
const [before = "", rest = ""] = readFileSync(PAGE, "utf8").split(BEGIN);
const [, after] = rest.split(END);
if (after === undefined) throw new Error(`docs/performance.md has lost its ${BEGIN} or ${END}`);
writeFileSync(PAGE, `${before}${BEGIN}\n\n${measuredPart(readRun(file))}\n\n${END}${after}`);
console.log("docs/performance.md is written");
