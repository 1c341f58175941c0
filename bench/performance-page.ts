// `npm run performance-page -- bench/results/FILE` writes the figures of a run into docs/performance.md.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { pageParts } from "./harness/report.ts";
import { readRun } from "./harness/run-file.ts";

const PAGE = fileURLToPath(new URL("../docs/performance.md", import.meta.url));

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("Usage: npm run performance-page -- bench/results/FILE, from a run of npm run bench");
  process.exit(1);
}
let page = readFileSync(PAGE, "utf8");
for (const [name, text] of Object.entries(pageParts(readRun(file)))) {
  const [begin, end] = [`<!-- begin: ${name} -->`, `<!-- end: ${name} -->`];
  const [before = "", rest = ""] = page.split(begin);
  const [, after] = rest.split(end);
  if (after === undefined) throw new Error(`docs/performance.md has lost its ${begin} or ${end}`);
  page = `${before}${begin}\n\n${text}\n\n${end}${after}`;
}
writeFileSync(PAGE, page);
console.log("docs/performance.md is written");
