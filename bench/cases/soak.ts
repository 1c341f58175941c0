// Ten minutes of everything at once at a third of what the service can do: nothing may grow.
import { setTimeout as delay } from "node:timers/promises";
import type { BenchCase, Finding } from "../harness/bench-case.ts";
import { finding } from "../harness/finding.ts";
import { HTTP_LOAD_TOOL } from "../harness/http-load.ts";
import { median } from "../harness/median.ts";
import { readMetrics } from "../harness/service-metrics.ts";
import { startService } from "../harness/service.ts";
import { trafficSide } from "../varied/load-traffic.ts";
import { cacheVenues } from "../varied/service-at.ts";

const MINUTES = 10;
/** Caches fill and functions are compiled; what is kept by then is not growth. */
const WARM_UP_MINUTES = 1;
const SATURATION_SECONDS = 5;
const SHARE = 1 / 3;
const SAMPLE_MS = 500;
/** The least heap of such a stretch is what was in use after a collection. */
const STRETCH_MS = 30_000;

interface Sample {
  readonly atMs: number;
  readonly heapBytes: number;
  readonly handles: number;
  readonly openFiles: number;
}

/** How the calls of the load ended; what was unexpected, in words. */
interface Outcomes {
  readonly unexpected: number;
  readonly surprises: Readonly<Record<string, number>>;
}

/** Holds some 9,000 places of those 10,000: full after the warm-up, so that filling it is no growth. */
const FORECAST_CACHE_MB = "96";

/** Of the second half against the first: how much more there may be, as a share of it. */
const GROWTH = { heapBytes: 1.05, handles: 1.1, openFiles: 1.1 } as const;

export const soak: BenchCase = {
  name: "soak",
  isOnRequest: true,
  needs: HTTP_LOAD_TOOL,
  async run(bench) {
    const service = await startService(bench, { settings: { FORECAST_CACHE_MB } });
    const [opsPort] = service.opsPorts;
    await cacheVenues(service);
    const server = { servers: service.servers, port: service.httpPort };
    const { answers, seconds } = await trafficSide(
      { name: "soak", way: "REST", server, mix: "varied", keys: [service.key] },
      bench,
    ).load({ seconds: SATURATION_SECONDS, seed: bench.seed });
    const order = {
      httpPort: service.httpPort,
      grpcPort: service.grpcPort,
      key: service.key,
      perSecond: Math.round((answers / seconds) * SHARE),
      seconds: (WARM_UP_MINUTES + MINUTES) * 60,
    };
    const over = new AbortController();
    const load = bench.processes
      .run({ args: ["bench/programs/mixed-load.ts", JSON.stringify(order)] })
      .finally(() => over.abort());
    // Awaited at the end alone; until then a failure is not an unhandled one.
    load.catch(() => undefined);
    await delay(WARM_UP_MINUTES * 60_000);
    const samples: Sample[] = [];
    while (!over.signal.aborted) {
      samples.push(await sample(opsPort));
      await delay(SAMPLE_MS);
    }
    const outcomes = JSON.parse(await load) as Outcomes;
    console.error(`soak: ${order.perSecond} calls/s asked for; outcomes ${JSON.stringify(outcomes)}`);
    const findings = growth(samples);
    const bugs = await readMetrics(opsPort);
    await service.stop();
    if (outcomes.unexpected > 0 || bugs.sum("suitability_calls_total", 'code="internal"') > 0) {
      throw new Error(`calls ended as they should not: ${JSON.stringify(outcomes)}`);
    }
    return { findings };
  },
};

async function sample(opsPort: number): Promise<Sample> {
  const metrics = await readMetrics(opsPort);
  return {
    atMs: performance.now(),
    heapBytes: metrics.sum("nodejs_heap_size_used_bytes"),
    handles: metrics.sum("nodejs_active_resources_total"),
    openFiles: metrics.sum("process_open_fds"),
  };
}

function growth(samples: readonly Sample[]): readonly Finding[] {
  const [{ atMs: startMs } = { atMs: 0 }] = samples;
  const stretches = Map.groupBy(samples, ({ atMs }) => Math.floor((atMs - startMs) / STRETCH_MS));
  const all = [...stretches.values()];
  const half = Math.floor(all.length / 2);
  const least = (stretch: readonly Sample[]) => Math.min(...stretch.map(({ heapBytes }) => heapBytes));
  const typical = (what: "handles" | "openFiles") => (stretch: readonly Sample[]) =>
    median(stretch.map((taken) => taken[what]));
  const ofHalves = (figure: (stretch: readonly Sample[]) => number) => {
    const figures = all.map(figure);
    console.error(`soak, per 30 s: ${figures.map(Math.round).join(" ")}`);
    return median(figures.slice(half)) / median(figures.slice(0, half));
  };
  return [
    one("heap in use", GROWTH.heapBytes, ofHalves(least)),
    one("active resources: handles, requests, timers", GROWTH.handles, ofHalves(typical("handles"))),
    one("open files, connections among them", GROWTH.openFiles, ofHalves(typical("openFiles"))),
  ];
}

function one(what: string, value: number, ratio: number): Finding {
  return finding({
    what: `${what}, second half against first`,
    unit: "x",
    target: { kind: "at most", value },
    rounds: [ratio],
  });
}
