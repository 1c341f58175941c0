// Loaded into every Node server under test before its own code. Writes each garbage collection pause to a line of BENCH_GC_FILE, in ms.
import { openSync, writeSync } from "node:fs";
import { PerformanceObserver } from "node:perf_hooks";

const file = openSync(process.env["BENCH_GC_FILE"] ?? "/dev/null", "a");

new PerformanceObserver((list) => {
  writeSync(
    file,
    list
      .getEntries()
      .map(({ duration }) => `${duration}\n`)
      .join(""),
  );
}).observe({ entryTypes: ["gc"] });
