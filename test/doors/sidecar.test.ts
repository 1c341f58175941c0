// What a sidecar does by itself, and what it carries to its core and back.
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createApiKey } from "../../src/accounts/api-key.ts";
import { startCore, startRest } from "../../src/compose/start-service.ts";
import { configFromEnvironment } from "../../src/config/config.ts";
import { createLogger } from "../../src/ops/logger.ts";
import { frame, GRPC_HEADER, startMisbehavingCore } from "./grpc/client/misbehaving-core.ts";
import { freePort } from "../support/free-port.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { createTemporaryFolder } from "../support/temporary-folder.ts";
import { NOW_MS } from "../support/test-service.ts";

const WAIT = { timeout: 15_000 };
const surroundings = { clock: createManualClock(NOW_MS), logger: createLogger({ level: "silent" }) };

const folder = createTemporaryFolder();
const anyPort = { host: "127.0.0.1", port: 0 };
const settings = {
  ...configFromEnvironment({}),
  grpcListen: anyPort,
  httpListen: anyPort,
  opsListen: anyPort,
  storeUrl: `sqlite:${folder.path}/accounts.db`,
  weatherSources: ["simulated"] as const,
  drainTimeoutMs: 1_000,
};
// A port that was free a moment ago.
const corePort = await freePort();
const config = { ...settings, coreAddress: `127.0.0.1:${corePort}` };
const sidecar = await startRest(config, surroundings);
afterAll(async () => {
  await sidecar.stop();
  folder.remove();
});

describe("a sidecar whose core is away", () => {
  const get = (path: string, key?: string) =>
    fetch(`http://127.0.0.1:${sidecar.ports.http}${path}`, {
      headers: key === undefined ? {} : { "x-api-key": key },
    });
  const readiness = async () => (await fetch(`http://127.0.0.1:${sidecar.ports.ops}/readyz`)).status;

  it("answers 503, with when to try again and nothing of where the core is", async () => {
    const response = await get("/v1/forecast?lat=1&lng=2", createApiKey());
    expect(response.status).toBe(503);
    expect(response.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect(response.headers.get("retry-after")).toBe("2");
    expect(await response.json()).toMatchObject({
      code: "unavailable",
      reason: "CORE_UNAVAILABLE",
      detail: "The service cannot answer at the moment. Try again in a few seconds.",
    });
  });

  it("has a status page that says so", async () => {
    expect(await (await get("/status.json")).json()).toEqual({
      as_of: "2026-11-21T12:20:00Z",
      state: "down",
      sources: [],
    });
  });

  it("still tells a missing key from a mistyped one, and both before a request it cannot read", async () => {
    const [missing, mistyped] = [await get("/v1/forecast?lat=x"), await get("/v1/forecast?lat=x", "wsk_x")];
    expect([missing.status, mistyped.status]).toEqual([401, 401]);
    const unreadable = await get("/v1/forecast?lat=x", createApiKey());
    expect(unreadable.status).toBe(400);
    expect(await unreadable.json()).toMatchObject({
      violations: [{ field: "lat" }, { field: "lng", description: "is required." }],
    });
  });

  it("is not ready, and is again as soon as the core is, without a restart", async () => {
    expect(await readiness()).toBe(503);
    const core = await startCore({ ...config, grpcListen: { ...anyPort, port: corePort } }, surroundings);
    await vi.waitFor(async () => expect(await readiness()).toBe(200), WAIT);
    // The core is asked: it does not know this key.
    expect((await get("/v1/forecast?lat=1&lng=2", createApiKey())).status).toBe(401);
    await core.stop();
    expect(await readiness()).toBe(503);
  });
});

describe("a sidecar whose core writes JSON", () => {
  it("passes it on as it is, whatever it says", async () => {
    const written = '{ "of":"a field that this version does not know", "fällt": "auf" }';
    const core = await startMisbehavingCore((stream) => {
      const header = { ...GRPC_HEADER, "content-type": "application/grpc+json", etag: '"of the core"' };
      stream.respond(header, { waitForTrailers: true });
      stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
      stream.end(frame(Buffer.from(written)));
    });
    const other = await startRest({ ...settings, coreAddress: `127.0.0.1:${core.port}` }, surroundings);
    onTestFinished(() => other.stop());
    const response = await fetch(`http://127.0.0.1:${other.ports.http}/v1/forecast?lat=1&lng=2`, {
      headers: { "x-api-key": createApiKey() },
    });
    expect(response.headers.get("etag")).toBe('"of the core"');
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await response.text()).toBe(written);
  });
});

describe("a sidecar whose calls nobody records", () => {
  it("tells its core the id that its own log has", async () => {
    const core = await startMisbehavingCore((stream) =>
      stream.respond({ ...GRPC_HEADER, "grpc-status": "13" }, { endStream: true }),
    );
    const lines: { readonly msg: string; readonly trace_id?: string; readonly span_id?: string }[] = [];
    const destination = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) };
    const logger = createLogger({ level: "info", destination });
    const coreAddress = `127.0.0.1:${core.port}`;
    const logging = await startRest({ ...settings, coreAddress }, { ...surroundings, logger });
    onTestFinished(() => logging.stop());
    await fetch(`http://127.0.0.1:${logging.ports.http}/v1/forecast?lat=1&lng=2`, {
      headers: { "x-api-key": createApiKey() },
    });
    const failed = lines.find(({ msg }) => msg === "call");
    const asked = core.calls.find(({ ":path": path }) => path?.endsWith("/GetForecast"));
    expect(asked?.["traceparent"]).toBe(`00-${failed?.trace_id}-${failed?.span_id}-00`);
  });
});
