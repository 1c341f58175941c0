import { setTimeout as delay } from "node:timers/promises";
import type { Bench } from "../harness/bench-case.ts";
import {
  startService,
  type Running,
  type ServiceOptions,
  type ServiceUnderTest,
} from "../harness/service.ts";
import type { Door } from "./door.ts";
import { questionPath } from "./question-text.ts";
import { venues } from "./questions.ts";

interface ServedVenues {
  readonly name: string;
  readonly venueCount?: number;
}

/** Starts the service behind a door, with a store of its own, and caches every venue's forecast. */
export async function startServiceAt(
  door: Door,
  { name, venueCount, ...options }: Pick<ServiceOptions, "dir"> & ServedVenues,
  bench: Bench,
): Promise<ServiceUnderTest & Running> {
  const { store, isSplit } = door;
  const title = `${door.name}-${name}`.replaceAll(" ", "-");
  const service = await startService(bench, { ...options, name: title, store, isSplit });
  await cacheVenues(service, venueCount);
  return { ...service, port: door.way === "gRPC" ? service.grpcPort : service.httpPort };
}

const CALLERS = 16;
const TRIES_MAX = 10;
const RETRY_MS = 1_000;
const PROGRESS_MS = 2_000;

/** Asks once about every venue, so that its forecast is cached. */
async function cacheVenues({ httpPort, key }: ServiceUnderTest, count?: number): Promise<void> {
  const left = venues(count).values();
  let cached = 0;
  const ask = async () => {
    for (const venue of left) {
      const path = questionPath({ ...venue, operation: "forecast", sport: "outdoor", days: 1 });
      await untilAnswered(`http://127.0.0.1:${httpPort}${path}`, key);
      cached += 1;
    }
  };
  const progress = setInterval(() => console.error(`  ${cached} venues cached`), PROGRESS_MS);
  try {
    await Promise.all(Array.from({ length: CALLERS }, ask));
  } finally {
    clearInterval(progress);
  }
}

/** Retries after a 503: the service has just started, on a machine that may be busy. */
async function untilAnswered(url: string, key: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(url, { headers: { "x-api-key": key } });
    const body = await response.text();
    if (response.status === 200) return;
    if (response.status !== 503 || tries === TRIES_MAX) throw new Error(`${url}: ${response.status} ${body}`);
    await delay(RETRY_MS);
  }
}
