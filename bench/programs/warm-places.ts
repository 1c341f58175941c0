// A caller of /v1/booking-confidence at many places. Asks for every place once, so that its forecast is kept, or measures
// calls one after the other at random ones and prints within how many microseconds 99 of 100 were answered.
import { createHistogram } from "node:perf_hooks";
import { Pool } from "undici";

interface Order {
  readonly httpPort: number;
  readonly key: string;
  readonly places: number;
  /** As the parameter wants it. */
  readonly startTime: string;
  /** None warms the places. */
  readonly calls: number;
}

const WARMING_CONNECTIONS = 32;

const [, , json = ""] = process.argv;
const { httpPort, key, places, startTime, calls } = JSON.parse(json) as Order;
const connections = calls === 0 ? WARMING_CONNECTIONS : 1;
const pool = new Pool(`http://127.0.0.1:${httpPort}`, { connections });

async function ask(index: number): Promise<void> {
  // 0.1 degrees apart or more, so that each is a place of its own.
  const lat = (-50 + (index % 1_000) * 0.1).toFixed(1);
  const lng = (Math.floor(index / 1_000) * 0.1).toFixed(1);
  const path = `/v1/booking-confidence?lat=${lat}&lng=${lng}&start_time=${startTime}&duration_minutes=90&sport=tennis`;
  const { statusCode, body } = await pool.request({ method: "GET", path, headers: { "x-api-key": key } });
  await body.dump();
  if (statusCode !== 200) throw new Error(`place ${index} was answered with ${statusCode}`);
}

async function warm(): Promise<void> {
  let next = 0;
  const askOn = async () => {
    while (next < places) await ask(next++);
  };
  await Promise.all(Array.from({ length: WARMING_CONNECTIONS }, askOn));
}

/** The same places in every run, in no order that a cache could make use of. */
let seed = 1;
function nextIndex(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * places);
}

async function measure(): Promise<number> {
  const latencyNs = createHistogram();
  for (let call = 0; call < calls; call += 1) {
    const index = nextIndex();
    const startedMs = performance.now();
    await ask(index);
    latencyNs.record(Math.max(1, Math.round((performance.now() - startedMs) * 1e6)));
  }
  return latencyNs.percentile(99) / 1_000;
}

const callUsP99 = calls === 0 ? await warm() : await measure();
process.stdout.write(JSON.stringify({ callUsP99 }));
await pool.close();
