// A service whose store cannot be used for minutes, while calls, provider calls, shared forecasts and the record of past
// forecasts need it; and its log.
import { expect, vi } from "vitest";
import { upstreamOfTest } from "../fakes/upstream-of-test.ts";
import { openMeteoByPlace } from "../../weather/providers/open-meteo/by-place.ts";
import { createLogLines } from "../fakes/log-lines.ts";
import { serviceOfTest } from "./service-of-test.ts";
import { NOW_MS } from "./test-service.ts";
import { providerSettings } from "../../weather/providers/provider-settings.ts";

const PATIENCE = { timeout: 30_000, interval: 20 };
const MINUTE_MS = 60_000;

/** Half of the time without a failure after which an outage is over. */
const HALF_OVER_MS = 5_000;

interface Line {
  readonly level: string;
  readonly msg: string;
  readonly reason?: string;
}

/** A service on the store, with its sidecar and a provider of weather. */
async function start(storeUrl: string) {
  const provider = await upstreamOfTest({
    kind: "reply",
    reply: (url) => ({ body: openMeteoByPlace(url, { nowMs: NOW_MS }) }),
  });
  const { lines, destination } = createLogLines<Line>();
  const service = await serviceOfTest(
    {
      storeUrl,
      weatherSources: ["open-meteo"],
      providerSettings: providerSettings({ OPEN_METEO_URL: provider.url, PROVIDER_CALLS_PER_DAY: 100_000 }),
      logLevel: "info",
    },
    { destination },
  );
  const { key } = await vi.waitFor(() => service.createCaller(), PATIENCE);
  const askAt = async (port: number, lat: number) => {
    const answer = await service.get(`/v1/forecast?lat=${lat}&lng=2&days=1`, { key, port });
    const { reason } = (await answer.json()) as { readonly reason?: string };
    return answer.status === 200 ? "answered" : reason;
  };
  /** A call at the service, and one at its sidecar: "answered", or why not. */
  const ask = (lat = 52) =>
    Promise.all([service.ports.http, service.ports.sidecar].map((port) => askAt(port, lat)));
  await vi.waitFor(async () => expect(await ask()).toEqual(["answered", "answered"]), PATIENCE);
  lines.length = 0;
  return { service, ask, lines };
}

/**
 * Returns all lines of the log of an outage of minutes, those that are about no single call, and how many calls were refused
 * because of the store. `breakStore` returns a function that mends it.
 */
export async function logOfOutage(storeUrl: string, breakStore: () => Promise<() => Promise<void>>) {
  const { service, ask, lines } = await start(storeUrl);
  const notices = () => lines.filter(({ msg }) => msg !== "call");
  let refused = 0;
  const untilRefused = () =>
    vi.waitFor(async () => {
      const reasons = await ask();
      refused += reasons.filter((reason) => reason === "STORE_UNAVAILABLE").length;
      expect(reasons).toEqual(["STORE_UNAVAILABLE", "STORE_UNAVAILABLE"]);
    }, PATIENCE);
  const repair = await breakStore();
  // Callers are cached for a second. Until then a call for a new place gets as far as the provider's calls, which cannot be
  // counted either.
  expect(await ask(53)).toEqual(["FORECAST_UNAVAILABLE", "FORECAST_UNAVAILABLE"]);
  service.clock.advance(1_000);
  await untilRefused();
  for (const minute of [1, 2]) {
    await untilRefused();
    service.clock.advance(MINUTE_MS);
    await vi.waitFor(() => expect(notices()).toHaveLength(1 + minute), PATIENCE);
  }
  await repair();
  const isOver = async () => {
    await service.store.ping();
    service.clock.advance(HALF_OVER_MS);
    expect(notices().map(({ msg }) => msg)).toContain("the account store is available again");
  };
  // Slower than the looks of the service, so that no further minute passes between two of these.
  await vi.waitFor(isOver, { timeout: 30_000, interval: 500 });
  expect(await ask()).toEqual(["answered", "answered"]);
  return { lines, notices: notices(), refused };
}
