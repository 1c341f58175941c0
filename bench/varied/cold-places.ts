// Places that are not cached, and a provider that answers like Open-Meteo: it takes a fixed time for a request, works on a few
// requests at once and lets the others wait.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { openMeteoAt } from "../../test/weather/providers/open-meteo/by-place.ts";
import { openMeteoPayload } from "../../test/weather/providers/open-meteo/payload.ts";
import type { ServiceUnderTest } from "../harness/service.ts";

const CALLERS = 64;
const LONGEST_MS = 120_000;
const PROGRESS_MS = 5_000;

/** A service that gets the `settings` uses this provider. */
export async function startProvider({ answerMs, atOnce }: { answerMs: number; atOnce: number }) {
  /** For each worker, the end of its last request. */
  const busy = Array.from({ length: atOnce }, () => Promise.resolve());
  let turn = 0;
  const server = createServer((request, response) => {
    const payload = openMeteoPayload({ nowMs: Date.now() });
    const url = new URL(request.url ?? "/", "http://provider");
    const body = JSON.stringify(openMeteoAt(url, () => payload));
    // All requests take equally long, so the next worker in turn is also the first to be free.
    const worker = turn++ % atOnce;
    busy[worker] = (busy[worker] ?? Promise.resolve())
      .then(() => delay(answerMs))
      .then(() => void response.setHeader("content-type", "application/json").end(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: { WEATHER_SOURCES: "open-meteo", OPEN_METEO_URL: url },
    close: () => void server.close().closeAllConnections(),
  };
}

/** Asks about numbered places, 64 at once, until each is answered. After a 429 or 503 it waits as Retry-After says. */
export async function askColdPlaces(
  { httpPort, key }: ServiceUnderTest,
  places: { readonly first: number; readonly count: number },
): Promise<{ readonly seconds: number; readonly retries: number }> {
  const pool = new Pool(`http://127.0.0.1:${httpPort}`, { connections: CALLERS });
  const startedMs = performance.now();
  let answered = 0;
  let retries = 0;
  const ask = async (place: number) => {
    const lat = (-50 + (place % 1_000) * 0.1).toFixed(1);
    const lng = (Math.floor(place / 1_000) * 0.5).toFixed(1);
    const path = `/v1/forecast?lat=${lat}&lng=${lng}&days=1`;
    for (; ; retries += 1) {
      const asked = { method: "GET", path, headers: { "x-api-key": key } } as const;
      const { statusCode, headers, body } = await pool.request(asked);
      const text = await body.text();
      if (statusCode === 200 && text.includes('"playability_score":')) break;
      const isLate = performance.now() - startedMs > LONGEST_MS;
      if ((statusCode !== 503 && statusCode !== 429) || isLate) throw new Error(`${statusCode}: ${text}`);
      await delay(Number(headers["retry-after"] ?? 1) * 1000);
    }
    answered += 1;
  };
  const left = Array.from({ length: places.count }, (_, i) => places.first + i).values();
  const askOn = async () => {
    for (const place of left) await ask(place);
  };
  const progress = setInterval(() => console.error(`  ${answered} of ${places.count}`), PROGRESS_MS);
  try {
    await Promise.all(Array.from({ length: CALLERS }, askOn));
  } finally {
    clearInterval(progress);
  }
  const seconds = (performance.now() - startedMs) / 1000;
  await pool.close();
  return { seconds, retries };
}
