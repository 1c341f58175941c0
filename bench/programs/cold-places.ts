// Asks for places that nobody asked about before, 64 at once, again after the wait that a refusal names, until each is
// answered; prints how long that took and how many calls were made again.
import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";

interface Order {
  readonly httpPort: number;
  readonly key: string;
  readonly places: number;
  /** The first place's number; each number is another place. */
  readonly first: number;
}

const CALLERS = 64;
const LONGEST_MS = 120_000;
const PROGRESS_MS = 5_000;

const { httpPort, key, places, first } = JSON.parse(process.argv[2] ?? "") as Order;
const pool = new Pool(`http://127.0.0.1:${httpPort}`, { connections: CALLERS });
const startedMs = performance.now();
let answered = 0;
let retries = 0;

async function ask(place: number): Promise<void> {
  const lat = (-50 + (place % 1_000) * 0.1).toFixed(1);
  const lng = (Math.floor(place / 1_000) * 0.5).toFixed(1);
  const path = `/v1/forecast?lat=${lat}&lng=${lng}&days=1`;
  for (;;) {
    const { statusCode, headers, body } = await pool.request({
      method: "GET",
      path,
      headers: { "x-api-key": key },
    });
    const text = await body.text();
    if (statusCode === 200 && text.includes('"playability_score":')) break;
    const isLate = performance.now() - startedMs > LONGEST_MS;
    if ((statusCode !== 503 && statusCode !== 429) || isLate) throw new Error(`${statusCode}: ${text}`);
    retries += 1;
    await delay(Number(headers["retry-after"] ?? 1) * 1000);
  }
  answered += 1;
}

const left = Array.from({ length: places }, (_, i) => first + i).values();
const askOn = async () => {
  for (const place of left) await ask(place);
};
const progress = setInterval(() => console.error(`  ${answered} of ${places}`), PROGRESS_MS);
await Promise.all(Array.from({ length: CALLERS }, askOn));
clearInterval(progress);
const seconds = (performance.now() - startedMs) / 1000;
await pool.close();
process.stdout.write(JSON.stringify({ seconds, retries }));
