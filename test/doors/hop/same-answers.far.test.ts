// A thousand different questions of each operation: over a stream a caller gets what it gets call by call.
import { afterAll, describe, expect, it, vi } from "vitest";
import { HOUR_MS } from "../../../src/lib/time/clock.ts";
import { isoTime } from "../../../src/lib/time/iso-time.ts";
import { metricOf } from "../../support/programs/program.ts";
import { startSidecar } from "../../support/service/start-sidecar.ts";
import { NOW_MS, startTestService } from "../../support/service/test-service.ts";
import { createRandom } from "../../trouble/random.ts";

const QUESTIONS = 1_000;
const AT_ONCE = 20;
const WAIT = { timeout: 60_000 };

const random = createRandom(54);
const sports = ["tennis", "golf", "running", "padel", "outdoor", "nonsense"];
const start = () => isoTime(Math.ceil(NOW_MS / HOUR_MS) * HOUR_MS + random.between(-2, 170) * HOUR_MS);
// A few are refused, and one in ten is explained.
const shared = () =>
  `lat=${random.between(-910, 910) / 10}&lng=${random.between(-180, 180)}&sport=${random.pick(sports)}&explain=${random.between(1, 10) === 1}`;
const OPERATIONS = {
  "booking-confidence": () =>
    `${shared()}&start_time=${start()}&duration_minutes=${random.between(1, 4) * 30}`,
  forecast: () => `${shared().replace(/&explain.*/, "")}&days=${random.between(1, 7)}`,
  "safe-slots": () => `${shared()}&slots=${[start(), start(), start()].join(",")}`,
  sports: () => `lang=${random.pick(["en", "de", "fr", "xx"])}`,
  "track-record": () => `lat=${random.between(-90, 90)}&lng=${random.between(-180, 180)}&sport=tennis`,
};

describe("a sidecar with streams and one without", async () => {
  const service = await startTestService({ trustedProxies: ["loopback"] });
  afterAll(() => service.stop());
  const alone = await startSidecar(
    { corePort: service.ports.grpc, trustedProxies: ["loopback"], coreStream: false },
    { atEnd: afterAll },
  );
  const { key } = await service.createCaller({ plan: "internal", monthlyQuota: 1_000_000 });

  const seen = async (port: number, path: string) => {
    const response = await service.get(path, { key, port, headers: { "x-request-id": "order-4711" } });
    const { date: _date, ratelimit, ...headers } = Object.fromEntries(response.headers);
    // Each call leaves one less.
    const left = ratelimit?.replace(/r=\d+/, "r=");
    return { status: response.status, headers, left, body: await response.text() };
  };

  it.each(Object.entries(OPERATIONS))(
    "answer the same, byte for byte: %s",
    async (operation, question) => {
      await vi.waitFor(async () => {
        await seen(service.ports.sidecar, "/v1/sports");
        expect(await metricOf({ ops: service.sidecarOpsPort }, "suitability_core_streams")).toBe(1);
      }, WAIT);
      const isUncounted = operation === "sports";
      const paths = Array.from({ length: QUESTIONS }, () => `/v1/${operation}?${question()}`);
      const left = paths.values();
      const statuses = new Map<number, number>();
      const ask = async () => {
        for (const path of left) {
          // Uncounted calls are limited to ten a second.
          if (isUncounted) service.clock.advance(1_000);
          const overStream = await seen(service.ports.sidecar, path);
          expect(overStream, path).toEqual(await seen(alone.ports.http, path));
          statuses.set(overStream.status, (statuses.get(overStream.status) ?? 0) + 1);
        }
      };
      await Promise.all(Array.from({ length: isUncounted ? 1 : AT_ONCE }, ask));
      expect(statuses.get(200)).toBeGreaterThan(QUESTIONS / 4);
      expect(statuses.keys().reduce((sum, status) => sum + (status >= 500 ? 1 : 0), 0)).toBe(0);
    },
    180_000,
  );
});
