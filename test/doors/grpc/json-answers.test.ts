// Answers in JSON over gRPC: what a core writes for its sidecar, and for nobody else.
import { type DescMethodUnary, fromBinary, fromJson, type JsonObject, toBinary } from "@bufbuild/protobuf";
import { afterAll, describe, expect, it } from "vitest";
import { StatusService } from "#gen/suitability/v1/status_pb.ts";
import { startTestService } from "../../support/service/test-service.ts";
import { LONDON, METHODS } from "../methods.ts";
import { frame } from "./client/misbehaving-core.ts";
import { openSession, rawCall } from "./raw-call.ts";

const JSON_TYPE = "application/grpc+json";
const TRUSTED = "127.0.0.1";
const STRANGER = "127.0.0.9";
const SLOT = "2026-11-22T14:00:00Z";
const BEYOND = "2027-01-01T00:00:00Z";

/** There are no alternatives to find: the empty list is written only because the question asks for alternatives. */
const QUESTION = { ...LONDON, start_time: SLOT, duration_minutes: 60, alternatives: 2, candidates: [BEYOND] };
const PATH = `/v1/booking-confidence?${new URLSearchParams(Object.entries(QUESTION).map(([name, value]) => [name, String(value)]))}`;
const method = METHODS.getBookingConfidence;

const service = await startTestService({ trustedProxies: [TRUSTED] });
afterAll(service.stop);
const { key } = await service.createCaller();

async function ask(
  { input, parent, name }: DescMethodUnary,
  request: JsonObject,
  { accept = JSON_TYPE, peer = TRUSTED } = {},
) {
  const bytes = frame(toBinary(input, fromJson(input, request)));
  const headers = { "x-api-key": key, accept };
  const session = openSession(service.ports.grpc, undefined, peer);
  const { ended } = rawCall(session, `/${parent.typeName}/${name}`, { bytes, headers });
  const { messages, header } = await ended;
  return { body: messages[0] ?? Buffer.of(), type: header["content-type"], etag: header["etag"] };
}

describe("a peer of TRUSTED_PROXIES that accepts JSON", () => {
  it("gets the bytes and the ETag of /v1", async () => {
    const { body, type, etag } = await ask(method, QUESTION);
    const response = await service.get(PATH, { key });
    expect(etag).toBe(response.headers.get("etag"));
    expect(String(body)).toBe(await response.text());
    expect(type).toBe(JSON_TYPE);
  });

  it("gets JSON also from a method without an HTTP path", async () => {
    const { body } = await ask(StatusService.method.getStatus, {});
    expect(JSON.parse(String(body))).toMatchObject({ state: "ok" });
  });
});

it.each([
  { who: "a peer that is not trusted, though it accepts JSON,", peer: STRANGER, accept: JSON_TYPE },
  { who: "a trusted peer that accepts a message", peer: TRUSTED, accept: "application/grpc+proto" },
  { who: "a trusted peer that accepts anything", peer: TRUSTED, accept: "*/*" },
])("$who gets a Protobuf message", async ({ peer, accept }) => {
  const { body, type, etag } = await ask(method, QUESTION, { accept, peer });
  expect([type, etag]).toEqual(["application/grpc+proto", undefined]);
  expect(fromBinary(method.output, body).summary).not.toBe("");
});
