// Loaded into every server under test before its own code: writes how long the garbage collector paused it, a pause a line.
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
