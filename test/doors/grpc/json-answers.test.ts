// Answers in JSON over gRPC: what a core writes for its sidecar, and for nobody else.
import { fromBinary, fromJson, type JsonObject, toBinary } from "@bufbuild/protobuf";
import { Client, credentials } from "@grpc/grpc-js";
import { afterAll, describe, expect, it } from "vitest";
import { StatusService } from "#gen/suitability/v1/status_pb.ts";
import { startTestService } from "../../support/test-service.ts";
import { METHODS } from "../methods.ts";
import { unaryCall } from "./unary-call.ts";

const JSON_TYPE = "application/grpc+json";
const PLACE = { lat: 51.5074, lng: -0.1278 };
const SLOT = "2026-11-22T14:00:00Z";
const BEYOND = "2027-01-01T00:00:00Z";

/** A list that was asked for is written though it is empty, and only for a question that asks for it. */
const QUESTION = { ...PLACE, start_time: SLOT, duration_minutes: 60, alternatives: 2, candidates: [BEYOND] };
const PATH = `/v1/booking-confidence?${new URLSearchParams(Object.entries(QUESTION).map(([name, value]) => [name, String(value)]))}`;
const method = METHODS.getBookingConfidence;

async function startCaller(trustedProxies: readonly string[]) {
  const service = await startTestService({ trustedProxies });
  const { key } = await service.createCaller();
  const client = new Client(`127.0.0.1:${service.ports.grpc}`, credentials.createInsecure());
  afterAll(async () => {
    client.close();
    await service.stop();
  });

  const ask = async (
    method: typeof METHODS.getBookingConfidence | typeof StatusService.method.getStatus,
    request: JsonObject,
    { accept = JSON_TYPE }: { readonly accept?: string } = {},
  ) => {
    const headers = { "x-api-key": key, "x-request-id": "order-4711", accept };
    const bytes = toBinary(method.input, fromJson(method.input, request));
    const reply = await unaryCall(client, `/${method.parent.typeName}/${method.name}`, bytes, { headers });
    if (reply.error !== null) throw reply.error;
    const [type, etag] = ["content-type", "etag"].map((name) => reply.header.get(name)[0]);
    return { body: reply.bytes ?? Buffer.of(), type, etag };
  };
  const get = async (path: string) => {
    const response = await service.get(path, { key });
    return { body: Buffer.from(await response.arrayBuffer()), etag: response.headers.get("etag") };
  };
  return { ask, get };
}

describe("a peer of TRUSTED_PROXIES", async () => {
  const { ask, get } = await startCaller(["loopback"]);

  it("that accepts JSON gets the bytes and the ETag of /v1", async () => {
    const { body, type, etag } = await ask(method, QUESTION);
    expect({ body, etag }).toEqual(await get(PATH));
    expect(type).toBe(JSON_TYPE);
  });

  it("gets JSON of a method without a path too", async () => {
    const { body } = await ask(StatusService.method.getStatus, {});
    expect(JSON.parse(String(body))).toMatchObject({ state: "ok" });
  });

  it.each(["application/grpc+proto", "application/grpc", "*/*"])(
    "that accepts %s gets a message",
    async (accept) => {
      const { body, type, etag } = await ask(method, QUESTION, { accept });
      expect([type, etag]).toEqual(["application/grpc+proto", undefined]);
      expect(fromBinary(method.output, body).summary).not.toBe("");
    },
  );
});

describe("a peer that is not trusted", async () => {
  const { ask } = await startCaller(["10.0.0.0/8"]);

  it("gets a message, though it accepts JSON", async () => {
    const { body, type, etag } = await ask(method, QUESTION);
    expect([type, etag]).toEqual(["application/grpc+proto", undefined]);
    expect(fromBinary(method.output, body).summary).not.toBe("");
  });
});
