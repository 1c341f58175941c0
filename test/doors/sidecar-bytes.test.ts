// Through a sidecar a caller gets the core's bytes and headers, whichever of the two processes writes them.
import { getOption, hasOption } from "@bufbuild/protobuf";
import { afterAll, describe, expect, it, vi } from "vitest";
import { http } from "#gen/google/api/annotations_pb.ts";
import { createApiKey } from "../../src/accounts/api-key.ts";
import { startTestService } from "../support/service/test-service.ts";
import { metricOf } from "../support/programs/program.ts";
import { METHODS } from "./methods.ts";

const WAIT = { timeout: 15_000 };

const PLACE = "lat=51.5074&lng=-0.1278";
const SLOT = "start_time=2026-11-22T14:00:00Z&duration_minutes=90";

/** The candidate cannot be judged, but the answer has the empty list of alternatives all the same. */
const NO_CANDIDATE = "alternatives=3&candidates=2027-01-01T00:00:00Z";

const ANSWERED = [
  `/v1/booking-confidence?${PLACE}&${SLOT}&sport=tennis&lang=fr&explain=true&odds=true&${NO_CANDIDATE}`,
  `/v1/forecast?${PLACE}&days=7`,
  `/v1/safe-slots?${PLACE}&slots=2026-11-22T14:00:00Z,2026-11-21T09:00Z,2026-12-24T09:00:00Z`,
  "/v1/sports",
  `/v1/track-record?${PLACE}&sport=tennis`,
];

const REFUSED = [
  { what: "an unknown key", path: `/v1/forecast?${PLACE}`, key: createApiKey(), status: 401 },
  {
    what: "a start in the past",
    path: `/v1/booking-confidence?${PLACE}&start_time=2020-01-01T00:00:00Z&duration_minutes=60`,
    status: 400,
  },
  { what: "a used-up quota", path: `/v1/forecast?${PLACE}`, key: "used up", status: 429 },
] as const;

describe.each([
  {
    core: "a core that trusts it: calls share a stream, and the core writes the JSON",
    streams: 1,
    settings: { trustedProxies: ["loopback"] },
  },
  {
    core: "such a core, without streams: the core writes the JSON",
    streams: 0,
    settings: { trustedProxies: ["loopback"], coreStream: false },
  },
  {
    core: "a core that does not trust it, or is older: the sidecar writes the JSON",
    streams: 0,
    settings: { trustedProxies: [] },
  },
])("a sidecar before $core", async ({ settings, streams }) => {
  const service = await startTestService(settings);
  afterAll(() => service.stop());
  const opsOfSidecar = { ops: service.sidecarOpsPort };
  const openStreams = () => metricOf(opsOfSidecar, "suitability_core_streams");
  const { key: good } = await service.createCaller();
  const { key: usedUp } = await service.createCaller({ monthlyQuota: 0 });
  const untilStreams = async () => {
    // With the first calls, the sidecar opens its streams.
    await service.get(ANSWERED[0] ?? "", { key: good, port: service.ports.sidecar });
    return (await openStreams()) === streams;
  };
  await vi.waitUntil(untilStreams, WAIT);

  /** An answer as an HTTP caller sees it, without what differs between two calls. */
  const seen = async (
    port: number,
    path: string,
    init: { key?: string | undefined; method?: string; headers?: object },
  ) => {
    const { key, method = "GET", headers } = init;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { "x-request-id": "order-4711", ...headers, ...(key !== undefined && { "x-api-key": key }) },
    });
    const body = Buffer.from(await response.arrayBuffer()).toString("latin1");
    const all = Object.entries(Object.fromEntries(response.headers)).filter(([name]) => name !== "date");
    // Each call leaves one less of the quota.
    const told = all.map(([name, value]) => [
      name,
      name === "ratelimit" ? value.replace(/r=\d+/, "r=") : value,
    ]);
    return { status: response.status, headers: Object.fromEntries(told) as Record<string, string>, body };
  };
  const seenAtBoth = async (path: string, init: Parameters<typeof seen>[2] = { key: good }) => {
    const [direct, throughSidecar] = [
      await seen(service.ports.http, path, init),
      await seen(service.ports.sidecar, path, init),
    ];
    expect(throughSidecar).toEqual(direct);
    return throughSidecar;
  };

  it("has as many streams as these tests are about", async () => {
    expect(await openStreams()).toBe(streams);
  });

  it("is tested here with every GET of /v1", () => {
    const served = Object.values(METHODS).filter((method) => hasOption(method, http));
    const patterns = served.map((method) => getOption(method, http).pattern);
    const paths = patterns.flatMap((pattern) => (pattern.case === "get" ? pattern.value : []));
    expect(new Set(ANSWERED.map((path) => path.split("?")[0]))).toEqual(new Set(paths));
  });

  it.each(ANSWERED)("passes on answers, byte for byte: %s", async (path) => {
    const { status, headers, body } = await seenAtBoth(path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "content-length": String(body.length),
      "x-request-id": "order-4711",
      etag: expect.stringMatching(/^W\/"[\w-]+"$/),
    });
  });

  it("answers HEAD and If-None-Match as the core does", async () => {
    const path = `/v1/forecast?${PLACE}&days=2`;
    const { headers } = await seenAtBoth(path);
    expect((await seenAtBoth(path, { key: good, method: "HEAD" })).status).toBe(200);
    for (const method of ["GET", "HEAD"]) {
      const init = { key: good, method, headers: { "if-none-match": headers["etag"] } };
      expect((await seenAtBoth(path, init)).status).toBe(304);
    }
  });

  it.each(REFUSED)("passes on refusals, byte for byte: $what", async (refused) => {
    const whose = "key" in refused ? refused.key : good;
    const { status, headers } = await seenAtBoth(refused.path, { key: whose === "used up" ? usedUp : whose });
    expect(status).toBe(refused.status);
    expect(headers["content-type"]).toBe("application/problem+json; charset=utf-8");
  });
});
