// Fails if a production dependency has a known vulnerability that is high or critical. Warns if the registry offers no
// advisories, because then nothing is known; some mirrors offer none.
import { spawnSync } from "node:child_process";

interface Report {
  readonly metadata?: { readonly vulnerabilities?: Readonly<Record<string, number>> };
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string }>>;
  readonly message?: string;
}

const { stdout, stderr } = spawnSync("npm", ["audit", "--omit=dev", "--json"], { encoding: "utf8" });
const report = reportIn(stdout);
const counts = report.metadata?.vulnerabilities;

if (counts === undefined) {
  const reason = report.message ?? (stderr.split("\n")[0] || "no report");
  process.stdout.write(`WARNING: not audited: the registry offers no advisories (${reason})\n`);
} else {
  const grave = Object.entries(report.vulnerabilities ?? {}).filter(([, { severity }]) =>
    ["high", "critical"].includes(severity),
  );
  for (const [name, { severity }] of grave) {
    process.stderr.write(`audit: ${name} has a ${severity} vulnerability: see npm audit\n`);
  }
  process.stdout.write(`audit: ${JSON.stringify(counts)} in production dependencies\n`);
  process.exitCode = grave.length > 0 ? 1 : 0;
}

function reportIn(text: string): Report {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return {};
  }
}
