// `npm run drill` breaks a fleet and its database in turn, and writes what each failure costs callers into docs/operations.md. It
// takes two minutes, and needs Debian's postgresql and pgbouncer.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { BATCH_MAX, missingPrograms, runDrill, type EventResult } from "./drill/run-drill.ts";
import { canMountDisks } from "../test/support/fakes/small-disk.ts";
import { markdownTable } from "./markdown-table.ts";

const PAGE = fileURLToPath(new URL("../docs/operations.md", import.meta.url));
const [BEGIN, END] = ["<!-- begin: npm run drill -->", "<!-- end: npm run drill -->"];

const HEAD = ["Event", "Sent", "Answered", "Counted", "Refused", "Cut off", "Seconds without an answer"];

function tableOf(results: readonly EventResult[]): string {
  const rows = results.map(({ event, sent, answered, counted, refused, cutOff, silentSeconds }) => [
    event,
    ...[sent, answered, counted, refused, cutOff].map(String),
    silentSeconds.toFixed(1),
  ]);
  return markdownTable([HEAD, ...rows], { numbersFrom: 1 });
}

/** Says what is wrong on stderr. */
function fail(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

const missing = missingPrograms();
if (missing.length > 0) fail(`Not installed, but needed by the drill: ${missing.join(", ")}`);
// The page has a full disk among its events.
if (!canMountDisks()) fail("The drill fills disks, and this user may not mount any: run it as root.");
const [before = "", rest = ""] = readFileSync(PAGE, "utf8").split(BEGIN);
const [, after] = rest.split(END);
if (after === undefined) fail(`docs/operations.md has lost its ${BEGIN} or ${END}`);
// Each server and disk of the drill ends with this process.
process.setMaxListeners(30);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const { isTTY } = process.stderr;
const results = await runDrill((line) => process.stderr.write(isTTY ? `\r\u001b[K${line}` : `${line}\n`));
if (isTTY) process.stderr.write("\r\u001b[K");
const table = tableOf(results);
process.stdout.write(`${table}\n`);

const wrong = results.filter(({ answered, counted }) => counted < answered || counted > answered + BATCH_MAX);
for (const { event } of wrong)
  process.stderr.write(`${event}: the calls counted must be those answered, or up to ${BATCH_MAX} more\n`);
if (wrong.length > 0) fail("docs/operations.md stays as it is");
writeFileSync(PAGE, `${before}${BEGIN}\n\n${table}\n\n${END}${after}`);
process.exit(0);
