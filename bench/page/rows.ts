// The figures that docs/performance.md holds against what was wanted.
import type { Finding } from "../harness/bench-case.ts";
import type { RunRecord } from "../harness/run-file.ts";

export interface Row {
  readonly label: string;
  /** What the first version reached. */
  readonly first: string;
  readonly finding: Finding;
}

const ROWS: readonly {
  readonly label: string;
  readonly first: string;
  readonly name: string;
  readonly what: string;
}[] = [
  {
    label: "varied, REST on Redis: calls a second beside off the shelf",
    first: "0.47 x",
    name: "varied",
    what: "REST on Redis, calls/s beside off the shelf",
  },
  {
    label: "varied, REST on SQLite: calls a second beside off the shelf",
    first: "1.54 x",
    name: "varied",
    what: "REST on SQLite, calls/s beside off the shelf",
  },
  {
    label: "varied, REST on Redis: p99 at 64 connections beside off the shelf's",
    first: "7 x",
    name: "varied",
    what: "REST on Redis, p99 beside off the shelf",
  },
  {
    label: "20 slots, REST on Redis: calls a second beside off the shelf",
    first: "0.23 x",
    name: "slots",
    what: "REST on Redis, calls/s beside off the shelf",
  },
  {
    label: "forecast of 7 days, REST on Redis: calls a second beside off the shelf",
    first: "0.31 x",
    name: "forecast",
    what: "REST on Redis, calls/s beside off the shelf",
  },
  {
    label: "varied, gRPC: calls a second beside bare grpc-js",
    first: "0.47 x (one message)",
    name: "varied",
    what: "gRPC, calls/s beside bare grpc-js",
  },
  {
    label: "varied, sidecar and core: CPU a call beside bare Fastify and grpc-js",
    first: "2.05 x",
    name: "varied",
    what: "sidecar, CPU a call beside bare Fastify and grpc-js",
  },
  ...["bad key", "used-up quota", "invalid request"].map((refusal) => ({
    label: `refused, ${refusal}: CPU beside an answered call's`,
    first: refusal === "invalid request" ? "0.95 x" : "",
    name: "refused",
    what: `service, ${refusal}: CPU beside an answered call's`,
  })),
  {
    label: "varied, REST on Redis: time collecting garbage",
    first: "14 %",
    name: "varied",
    what: "REST on Redis, time collecting garbage",
  },
  {
    label: "varied, REST on Redis: longest pause for that",
    first: "",
    name: "varied",
    what: "REST on Redis, longest pause",
  },
  {
    label: "bookings at 20,000 venues: calls a second beside 200 venues",
    first: "0.12 x",
    name: "venues",
    what: "calls/s, 20000 venues beside 200",
  },
  {
    label: "1,000 cold places from a provider that takes 80 ms, two at once",
    first: "about 40 s",
    name: "cold",
    what: "until 1000 places are answered",
  },
];

/** Those that a run has measured, and the labels of those that it has not. */
export function rowsOf({ cases }: RunRecord): {
  readonly rows: readonly Row[];
  readonly missing: readonly string[];
} {
  const rows = ROWS.flatMap(({ label, first, name, what }) => {
    const outcome = cases.find((one) => one.name === name);
    const findings = outcome !== undefined && "findings" in outcome ? outcome.findings : [];
    const finding = findings.find((one) => one.what === what);
    return finding === undefined ? [] : [{ label, first, finding }];
  });
  const labels = ROWS.map(({ label }) => label);
  return { rows, missing: labels.filter((label) => !rows.some((row) => row.label === label)) };
}
