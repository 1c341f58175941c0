// Measures every constant anew, in some minutes. The machine should have nothing else to do.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bench } from "../../harness/bench-case.ts";
import { conditions } from "../../harness/conditions.ts";
import { createProcesses } from "../../harness/processes.ts";
import { CONSTANT_NAMES, type Constants, type Measured } from "../constants.ts";
import { measureCalls } from "./calls.ts";
import { measureForecasts } from "./forecasts.ts";
import { measureStores } from "./stores.ts";

const ROUNDS = 3;
const SECONDS = 3;

export async function measure(): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "suitability-scale-"));
  const processes = createProcesses({ folder });
  const bench: Bench = {
    folder,
    processes,
    seconds: SECONDS,
    rounds: ROUNDS,
    seed: 1,
    doors: [],
    before: undefined,
    profileFolder: undefined,
  };
  try {
    const measured: Constants = {
      ...(await measureForecasts(bench)),
      ...(await measureStores(bench)),
      ...(await measureCalls(bench)),
    };
    const { node, cores, cpu, disk, seconds, rounds } = conditions(bench);
    return {
      measuredAt: new Date().toISOString().slice(0, 10),
      conditions: { node, cores, cpu, disk, seconds, rounds },
      constants: Object.fromEntries(CONSTANT_NAMES.map((name) => [name, measured[name]])) as Record<
        keyof Constants,
        Constants[keyof Constants]
      >,
    };
  } finally {
    processes.killAll();
    rmSync(folder, { recursive: true, force: true });
  }
}
