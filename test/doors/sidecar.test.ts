// What a sidecar does by itself, and what it passes to its core and back.
import { afterAll, describe, expect, it, vi } from "vitest";
import { createApiKey } from "../../src/accounts/api-key.ts";
import { startCore } from "../../src/app/start-service.ts";
import { configFromEnvironment } from "../../src/app/settings/config.ts";
import { createLogger } from "../../src/observability/logger.ts";
import { frame, GRPC_HEADER, startMisbehavingCore } from "./grpc/client/misbehaving-core.ts";
import { freePort } from "../support/programs/free-port.ts";
import { createRecordingLogger } from "../support/fakes/recording-logger.ts";
import { createManualClock } from "../support/fakes/manual-clock.ts";
import { startSidecar } from "../support/service/start-sidecar.ts";
import { folderOfTest } from "../support/programs/folder-of-test.ts";
import { NOW_MS } from "../support/service/test-service.ts";

const WAIT = { timeout: 15_000 };

// A port that was free a moment ago.
const corePort = await freePort();
const sidecar = await startSidecar({ corePort, drainTimeoutMs: 1_000 }, { atEnd: afterAll });

/** A call that a sidecar passes on to its core. */
const askForForecast = async (port: number) =>
  fetch(`http://127.0.0.1:${port}/v1/forecast?lat=1&lng=2`, { headers: { "x-api-key": createApiKey() } });

describe("a sidecar whose core is down", () => {
  const get = (path: string, key?: string) =>
    fetch(`http://127.0.0.1:${sidecar.ports.http}${path}`, {
      headers: key === undefined ? {} : { "x-api-key": key },
    });
  const readiness = async () => (await fetch(`http://127.0.0.1:${sidecar.ports.ops}/readyz`)).status;

  it("answers a 503 that says when to try again, but not where the core is", async () => {
    const response = await askForForecast(sidecar.ports.http);
    expect(response.status).toBe(503);
    expect(response.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect(response.headers.get("retry-after")).toBe("2");
    expect(await response.json()).toMatchObject({
      code: "unavailable",
      reason: "CORE_UNAVAILABLE",
      detail: "The service cannot answer at the moment. Try again in a few seconds.",
    });
  });

  it("still refuses a missing or mistyped key with 401, and then a request that it cannot read with 400", async () => {
    const [missing, mistyped] = [await get("/v1/forecast?lat=x"), await get("/v1/forecast?lat=x", "wsk_x")];
    expect([missing.status, mistyped.status]).toEqual([401, 401]);
    const unreadable = await get("/v1/forecast?lat=x", createApiKey());
    expect(unreadable.status).toBe(400);
    expect(await unreadable.json()).toMatchObject({
      violations: [{ field: "lat" }, { field: "lng", description: "is required." }],
    });
  });

  it("becomes ready as soon as its core is ready, without a restart", async () => {
    expect(await readiness()).toBe(503);
    const config = {
      ...configFromEnvironment({}),
      grpcListen: { host: "127.0.0.1", port: corePort },
      opsListen: { host: "127.0.0.1", port: 0 },
      storeUrl: `sqlite:${folderOfTest()}/accounts.db`,
      weatherSources: ["simulated"] as const,
      drainTimeoutMs: 1_000,
    };
    const logger = createLogger({ level: "silent" });
    const core = await startCore(config, { clock: createManualClock(NOW_MS), logger });
    await vi.waitFor(async () => expect(await readiness()).toBe(200), WAIT);
    // This call reaches the core, which does not know the key.
    expect((await askForForecast(sidecar.ports.http)).status).toBe(401);
    await core.stop();
    expect(await readiness()).toBe(503);
  });
});

it("a sidecar whose core writes JSON passes it on unchanged, whatever it contains", async () => {
  const written = '{ "of":"a field that this version does not know", "fällt": "auf" }';
  const core = await startMisbehavingCore((stream) => {
    const header = { ...GRPC_HEADER, "content-type": "application/grpc+json", etag: '"of the core"' };
    stream.respond(header, { waitForTrailers: true });
    stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
    stream.end(frame(Buffer.from(written)));
  });
  const other = await startSidecar({ corePort: core.port });
  const response = await askForForecast(other.ports.http);
  expect(response.headers.get("etag")).toBe('"of the core"');
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(await response.text()).toBe(written);
});

it("a sidecar without a tracing SDK sends its core the trace and span ids that are in the sidecar's log", async () => {
  const core = await startMisbehavingCore((stream) =>
    stream.respond({ ...GRPC_HEADER, "grpc-status": "13" }, { endStream: true }),
  );
  const { lines, logger } = createRecordingLogger<Readonly<Record<string, string>>>();
  const logging = await startSidecar({ corePort: core.port }, { logger });
  await askForForecast(logging.ports.http);
  const failed = lines.find(({ msg }) => msg === "call");
  const asked = core.calls.find(({ ":path": path }) => path?.endsWith("/GetForecast"));
  expect(asked?.["traceparent"]).toBe(`00-${failed?.["trace_id"]}-${failed?.["span_id"]}-00`);
});
