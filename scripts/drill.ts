// `npm run drill` breaks a fleet and its database in turn and prints what each failure costs, as in docs/operations.md. It takes six
// minutes, or two with `-- --short`, and needs Debian's postgresql, patroni, etcd-server and pgbouncer.
import { parseArgs } from "node:util";
import { missingPrograms } from "./drill/patroni-cluster.ts";
import { batchMax, runDrill, SHORT, type EventResult } from "./drill/run-drill.ts";

const { values } = parseArgs({ options: { short: { type: "boolean", default: false } } });

const FULL = { callsPerSecond: 60, awayMs: 10_000, cutOffMs: 20_000 };

const COLUMNS = [
  "Event",
  "Sent",
  "Answered",
  "Counted",
  "Refused",
  "Cut off",
  "Seconds without an answer",
] as const;

/** In Markdown. */
function tableOf(results: readonly EventResult[]): string {
  const rows = results.map(({ event, sent, answered, counted, refused, cutOff, silentSeconds }) => [
    event,
    sent,
    answered,
    counted,
    refused,
    cutOff,
    silentSeconds.toFixed(1),
  ]);
  const rule = COLUMNS.map((_, index) => (index === 0 ? "---" : "---:"));
  return [COLUMNS, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

const missing = missingPrograms();
if (missing.length > 0) {
  process.stderr.write(`Not installed, but needed by the drill: ${missing.join(", ")}\n`);
  process.exit(1);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const { isTTY } = process.stderr;
const settings = values.short ? SHORT : FULL;
const results = await runDrill({
  ...settings,
  onProgress: (line) => process.stderr.write(isTTY ? `\r\u001b[K${line}` : `${line}\n`),
});
if (isTTY) process.stderr.write("\r\u001b[K");
process.stdout.write(`${tableOf(results)}\n`);

const most = batchMax(settings.callsPerSecond);
const wrong = results.filter(({ answered, counted }) => counted < answered || counted > answered + most);
for (const { event } of wrong)
  process.stderr.write(`${event}: the calls counted must be those answered, or up to ${most} more\n`);
process.exit(wrong.length === 0 ? 0 : 1);
