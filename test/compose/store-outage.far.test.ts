// What the log says of a store that cannot be used for minutes, while calls, provider calls, shared forecasts and the record of
// past forecasts need it.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createSqliteBacking } from "../contracts/sqlite-backing.ts";
import { createLogLines } from "../support/log-lines.ts";
import { createMisbehavingUpstream } from "../support/misbehaving-upstream.ts";
import { isPostgresInstalled, startPostgresServer } from "../support/postgres-server.ts";
import { NOW_MS, startTestService } from "../support/test-service.ts";
import { openMeteoByPlace } from "../weather/open-meteo/by-place.ts";

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
  const provider = await createMisbehavingUpstream({
    kind: "reply",
    reply: (url) => ({ body: openMeteoByPlace(url, { nowMs: NOW_MS }) }),
  });
  onTestFinished(() => provider.close());
  const { lines, destination } = createLogLines<Line>();
  const service = await startTestService(
    {
      storeUrl,
      weatherSources: ["open-meteo"],
      openMeteoUrl: provider.url,
      providerCallsPerDay: 100_000,
      logLevel: "info",
    },
    { destination },
  );
  onTestFinished(() => service.stop());
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

/** Everything that the log has besides the lines of calls, after minutes without the store, and how many calls it refused. */
async function outageOf(storeUrl: string, breakStore: () => Promise<() => Promise<void>>) {
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
  return { notices: notices(), refused };
}

const STORES = [
  {
    name: "SQLite",
    isThere: true,
    open: async () => {
      const backing = await createSqliteBacking();
      onTestFinished(() => backing.remove());
      return { url: backing.url, breakStore: backing.makeUnavailable };
    },
  },
  {
    name: "PostgreSQL",
    isThere: isPostgresInstalled(),
    open: async () => {
      const server = await startPostgresServer();
      onTestFinished(() => server.remove());
      const breakStore = async () => {
        await server.kill();
        return () => server.start();
      };
      return { url: server.url, breakStore };
    },
  },
];

describe("a store that is away for minutes", { timeout: 120_000 }, () => {
  it.each(STORES.filter(({ isThere }) => isThere))(
    "has a line when it goes, one a minute and one when it is back, and no stack, on $name",
    async ({ open }) => {
      const { url, breakStore } = await open();
      const { notices, refused } = await outageOf(url, breakStore);
      expect(notices).toMatchObject([
        {
          level: "error",
          msg: "the account store is unavailable",
          reason: expect.stringMatching(/^The account store cannot be used: ./),
        },
        { level: "error", msg: "the account store is still unavailable" },
        { level: "error", msg: "the account store is still unavailable" },
        { level: "info", msg: "the account store is available again", calls_failed: refused },
      ]);
      expect(notices.filter((line) => "err" in line)).toEqual([]);
    },
  );
});
