// The figures that docs/performance.md holds against what was wanted.
import type { Finding } from "../harness/bench-case.ts";
import type { RunRecord } from "../harness/run-file.ts";

export interface Row {
  /** Case and figure. */
  readonly label: string;
  /** What the first version reached; empty where nobody measured it. */
  readonly first: string;
  readonly finding: Finding;
}

const FIRST: Readonly<Record<string, string>> = {
  "varied: REST on Redis, calls/s beside off the shelf": "0.47 x",
  "varied: REST on SQLite, calls/s beside off the shelf": "1.54 x",
  "varied: REST on Redis, p99 beside off the shelf": "7 x",
  "slots: REST on Redis, calls/s beside off the shelf": "0.23 x",
  "forecast: REST on Redis, calls/s beside off the shelf": "0.31 x",
  // With one message.
  "varied: gRPC, calls/s beside bare grpc-js": "0.47 x",
  "varied: sidecar, CPU a call beside bare Fastify and grpc-js": "2.05 x",
  "refused: bad key, CPU beside an answered call": "",
  "refused: used-up quota, CPU beside an answered call": "",
  "refused: invalid request, CPU beside an answered call": "0.95 x",
  "varied: REST on Redis, time collecting garbage": "14 %",
  "varied: REST on Redis, longest pause": "",
  "venues: calls/s, 20000 venues beside 200": "0.12 x",
  // By arithmetic.
  "cold: until 1000 places are answered": "40 s",
};

/** Those that a run has measured, and the labels of those that it has not. */
export function rowsOf({ cases }: RunRecord): {
  readonly rows: readonly Row[];
  readonly missing: readonly string[];
} {
  const findings = new Map<string, Finding>(
    cases.flatMap((outcome) =>
      "findings" in outcome
        ? outcome.findings.map((finding) => [`${outcome.name}: ${finding.what}`, finding] as const)
        : [],
    ),
  );
  const rows = Object.entries(FIRST).flatMap(([label, first]) => {
    const finding = findings.get(label);
    return finding === undefined ? [] : [{ label, first, finding }];
  });
  return { rows, missing: Object.keys(FIRST).filter((label) => !findings.has(label)) };
}
