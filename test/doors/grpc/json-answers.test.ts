// Answers in JSON over gRPC: what a core writes for its sidecar, and for nobody else.
import { create, fromBinary, fromJson, type JsonObject, toBinary } from "@bufbuild/protobuf";
import { Client, credentials, Metadata, type ServiceError } from "@grpc/grpc-js";
import { afterAll, describe, expect, it } from "vitest";
import { StatusService } from "#gen/suitability/v1/status_pb.ts";
import { startTestService } from "../../support/test-service.ts";
import { METHODS } from "../methods.ts";

const JSON_TYPE = "application/grpc+json";
const PLACE = { lat: 51.5074, lng: -0.1278 };
const SLOT = "2026-11-22T14:00:00Z";

const CALLS = [
  {
    path: `/v1/booking-confidence?lat=${PLACE.lat}&lng=${PLACE.lng}&start_time=${SLOT}&duration_minutes=60&alternatives=2&candidates=2027-01-01T00:00:00Z`,
    method: METHODS.getBookingConfidence,
    request: {
      ...PLACE,
      start_time: SLOT,
      duration_minutes: 60,
      alternatives: 2,
      candidates: ["2027-01-01T00:00:00Z"],
    },
  },
  {
    path: `/v1/forecast?lat=${PLACE.lat}&lng=${PLACE.lng}&days=7`,
    method: METHODS.getForecast,
    request: { ...PLACE, days: 7 },
  },
  {
    path: `/v1/safe-slots?lat=${PLACE.lat}&lng=${PLACE.lng}&slots=${SLOT}`,
    method: METHODS.rankSafeSlots,
    request: { ...PLACE, slots: [SLOT] },
  },
  { path: "/v1/sports", method: METHODS.listSports, request: {} },
];

async function startCaller(trustedProxies: readonly string[]) {
  const service = await startTestService({ trustedProxies });
  const { key } = await service.createCaller();
  const client = new Client(`127.0.0.1:${service.ports.grpc}`, credentials.createInsecure());
  afterAll(async () => {
    client.close();
    await service.stop();
  });

  const ask = (
    method: (typeof CALLS)[number]["method"] | typeof StatusService.method.getStatus,
    request: JsonObject,
    { accept = JSON_TYPE }: { readonly accept?: string } = {},
  ) => {
    const metadata = new Metadata();
    metadata.set("x-api-key", key);
    metadata.set("x-request-id", "order-4711");
    metadata.set("accept", accept);
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const bytes = Buffer.from(toBinary(method.input, fromJson(method.input, request)));
    const same = (value: Buffer) => value;
    const settle = (error: ServiceError | null, answer?: Buffer) =>
      error === null && answer !== undefined ? resolve(answer) : reject(error);
    const path = `/${method.parent.typeName}/${method.name}`;
    const options = { deadline: Date.now() + 10_000 };
    let header = new Metadata();
    client
      .makeUnaryRequest(path, same, same, bytes, metadata, options, settle)
      .on("metadata", (received) => (header = received));
    return promise.then((body) => ({
      body,
      type: header.get("content-type")[0],
      etag: header.get("etag")[0],
    }));
  };
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${service.ports.http}${path}`, {
      headers: { "x-api-key": key },
    });
    return { body: Buffer.from(await response.arrayBuffer()), etag: response.headers.get("etag") };
  };
  return { ask, get };
}

describe("a peer of TRUSTED_PROXIES", async () => {
  const { ask, get } = await startCaller(["loopback"]);

  it.each(CALLS)(
    "that accepts JSON gets the bytes and the ETag of $path",
    async ({ path, method, request }) => {
      const { body, type, etag } = await ask(method, request);
      expect({ body, etag }).toEqual(await get(path));
      expect(type).toBe(JSON_TYPE);
    },
  );

  it("gets JSON of a method without a path too", async () => {
    const { body } = await ask(StatusService.method.getStatus, {});
    expect(JSON.parse(String(body))).toMatchObject({ state: "ok" });
  });

  it.each(["application/grpc+proto", "application/grpc", "*/*"])(
    "that accepts %s gets a message",
    async (accept) => {
      const { method, request } = CALLS[1]!;
      const { body, type, etag } = await ask(method, request, { accept });
      expect([type, etag]).toEqual(["application/grpc+proto", undefined]);
      expect(fromBinary(method.output, body)).toMatchObject({ location: PLACE });
    },
  );

  it("is refused in the same status, with the same details, as everybody", async () => {
    const refusal = async (accept: string) => {
      const asked = ask(METHODS.getForecast, { ...PLACE, days: 8 }, { accept });
      const { code, details, metadata } = (await asked.catch((error: unknown) => error)) as ServiceError;
      return { code, details, metadata: { ...metadata.getMap(), date: "" } };
    };
    const told = await refusal(JSON_TYPE);
    expect(told).toMatchObject({ code: 3, details: "days must be from 1 to 7." });
    expect(told).toEqual(await refusal("application/grpc"));
  });
});

describe("a peer that is not trusted", async () => {
  const { ask } = await startCaller(["10.0.0.0/8"]);

  it.each(CALLS)("gets a message, though it accepts JSON: $path", async ({ method, request }) => {
    const { body, type, etag } = await ask(method, request);
    expect([type, etag]).toEqual(["application/grpc+proto", undefined]);
    expect(fromBinary(method.output, body)).not.toEqual(create(method.output));
  });
});
