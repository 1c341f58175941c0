// The costs of the service that the benchmark measured. `npm run scale -- --from FILE` copies them from the file of a run to
// constants.json.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Finding } from "../harness/bench-case.ts";
import { findingsOf } from "../harness/report.ts";
import type { RunRecord } from "../harness/run-file.ts";

/** The findings used, in the order of the table in docs/scale.md. */
const FINDINGS = {
  sqliteCallUs: "varied: REST on SQLite, CPU of the service a call",
  postgresCallUs: "varied: REST on PostgreSQL, CPU of the service a call",
  postgresServerCallUs: "varied: REST on PostgreSQL, CPU of the store a call",
  sidecarCallUs: "varied: sidecar, CPU of the service a call",
  processMb: "varied: REST on PostgreSQL, memory of the service",
  coldCallUs: "cold: CPU of the service for a place",
  foundCallUs: "cold: CPU of another replica for a place fetched before",
  postgresFoundUs: "cold: CPU of PostgreSQL for a place fetched before",
  sqliteSpendsPerSecond: "spends: SQLite, calls counted a second, of 1000 accounts",
} as const;

export type Constants = Readonly<Record<keyof typeof FINDINGS, Finding>>;

/** The constants, with the time and the conditions of the run that measured them. */
export type Measured = Omit<RunRecord, "cases"> & { readonly constants: Constants };

const FILE = fileURLToPath(new URL("constants.json", import.meta.url));

export function readMeasured(): Measured {
  return JSON.parse(readFileSync(FILE, "utf8")) as Measured;
}

/** Writes the constants of a run to constants.json. Throws if the run lacks a constant. */
export function writeMeasured(run: RunRecord): void {
  const { startedAt, conditions } = run;
  const findings = findingsOf(run);
  const constants = Object.entries(FINDINGS).map(([name, what]) => {
    const found = findings.find((finding) => finding.what === what);
    if (found === undefined) throw new Error(`the run has not measured "${what}"`);
    return [name, found];
  });
  const measured = { startedAt, conditions, constants: Object.fromEntries(constants) as object };
  writeFileSync(FILE, `${JSON.stringify(measured, undefined, 2)}\n`);
}
