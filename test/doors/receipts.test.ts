// Receipts at every door: the signed answer, with all that its score was made from. `jose` checks the signatures.
import type { JsonObject } from "@bufbuild/protobuf";
import { compactVerify, createLocalJWKSet, decodeProtectedHeader } from "jose";
import { afterAll, describe, expect, it } from "vitest";
import { ScoredHourSchema } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { isReceipt, type Receipt } from "../../src/receipts/receipt.ts";
import { verifyReceipt } from "../../src/receipts/verify-receipt.ts";
import { MODEL_VERSION } from "../../src/scoring/model-version.ts";
import { ISSUER, signingSettings } from "../receipts/receipt-settings.ts";
import { NOW_MS } from "../support/test-service.ts";
import { answerOf } from "./answer-of.ts";
import { LONDON, METHODS } from "./methods.ts";
import { FORECAST_ANSWER, startProvider, startWithDoors, useDoors } from "./start-with-doors.ts";

const { getBookingConfidence: method } = METHODS;

const SLOT = { ...LONDON, start_time: "2026-11-22T14:20:00Z", duration_minutes: 90, sport: "tennis" };

const SIGNED = signingSettings();
const { receiptKeys } = SIGNED;
const service = await useDoors({ ...SIGNED, trustedProxies: ["loopback"] });
const { key } = await service.createCaller();

interface Told extends JsonObject {
  readonly receipt: string;
}

async function told(request: JsonObject, { door = service.doors[0], headers = {}, as = key } = {}) {
  const answer = await answerOf(door, { method, request: { ...request, receipt: true }, key: as, headers });
  const { receipt, ...body } = answer.body as Told;
  return { receipt, body, headers: answer.headers };
}

/** The payload of a receipt that `jose` has verified. */
async function payloadOf(receipt: string): Promise<Receipt & Readonly<Record<string, unknown>>> {
  const keys = createLocalJWKSet({ keys: [...receiptKeys.published] });
  const { payload } = await compactVerify(receipt, keys, { algorithms: ["Ed25519"] });
  const read: unknown = JSON.parse(new TextDecoder().decode(payload));
  if (!isReceipt(read)) throw new Error("no receipt");
  return { ...read };
}

const verified = (receipt: string) =>
  verifyReceipt(receipt, { keys: receiptKeys.published, issuer: ISSUER, allowSimulated: true });

describe("receipt=true", () => {
  it.each(service.doors)("$name: signs the answer, which no cache may store", async (door) => {
    const asked = { ...SLOT, explain: true, receipt_ref: "b-1", lang: "de" };
    const sent = { "x-request-id": "order-4711", "if-none-match": "*" };
    const { receipt, body, headers } = await told(asked, { door, headers: sent });
    const { explanation, ...answer } = body;
    expect(await payloadOf(receipt)).toEqual({
      iss: ISSUER,
      iat: NOW_MS / 1000,
      jti: "order-4711",
      sub: "b-1",
      operation: "booking-confidence",
      question: { ...asked, receipt: true },
      profile: expect.objectContaining({ id: "tennis", base: "tennis" }),
      answer,
      explanation,
      model_version: MODEL_VERSION,
      source: "simulated",
      credit: "made up, not a forecast",
    });
    const { kid } = receiptKeys.signing;
    expect(decodeProtectedHeader(receipt)).toEqual({ alg: "Ed25519", kid, typ: "suitability-demo+jwt" });
    expect(verified(receipt)).toMatchObject({ kind: "Verified", kid, changed: [] });
    expect([headers.get("cache-control"), headers.get("etag")]).toEqual(["no-store", null]);
  });

  it("puts the explanation into the receipt, and into the answer only if the call asks for it", async () => {
    const asked = { ...SLOT, odds: true, alternatives: 2, candidates: [SLOT.start_time] };
    const { receipt, body } = await told(asked);
    expect(Object.keys(body)).not.toContain("explanation");
    const { explanation, answer, sub } = await payloadOf(receipt);
    expect(explanation.hours).toHaveLength(2);
    expect(answer).toEqual(body);
    expect(answer).toMatchObject({ odds: expect.anything(), alternatives: [] });
    expect(sub).toBeUndefined();
  });

  it("differs from receipt=false, whose answer has no receipt and may be cached", async () => {
    const request = { ...SLOT, receipt: false };
    const { body, headers } = await answerOf(service.doors[0], { method, request, key });
    expect(headers.get("cache-control")).toMatch(/^private, /);
    expect(body).not.toHaveProperty("receipt");
  });

  it("signs the curves of an account's own sport at its venue, and verification names the curves that the account changed", async () => {
    const { key: as } = await service.createOwner({
      links: { base: "golf", wind_tolerance: 1.4, floodlit: true },
    });
    const { receipt, body } = await told({ ...SLOT, sport: "links", sheltered: true }, { as });
    expect(await payloadOf(receipt)).toMatchObject({ profile: { id: "links", base: "golf", night: 1 } });
    const score = { playabilityScore: body["playability_score"] };
    expect(verified(receipt)).toMatchObject({ kind: "Verified", changed: ["wind", "night"], score });
  });
});

describe("receipt in a review of bookings", () => {
  const booking = (ref: string, start_time: string) => ({ ref, ...SLOT, start_time });
  const bookings = [
    { ...booking("b-1", SLOT.start_time), lang: "de", surface: "clay" },
    booking("b-2", "2020-01-01T10:00:00Z"),
  ];
  const review = async (door: (typeof service.doors)[number], request: JsonObject) => {
    const { body } = await answerOf(door, { method: METHODS.reviewBookings, request, key });
    const { reviews } = body as { reviews: readonly { ref: string; booking_confidence?: Told }[] };
    return reviews.map(({ ref, booking_confidence: said }) => ({ ref, said }));
  };

  it.each(service.doors)("$name: is there for each judged booking, with the booking's ref", async (door) => {
    const [judged, refused] = await review(door, { bookings, receipt: true });
    expect(refused).toEqual({ ref: "b-2", said: undefined });
    const { receipt = "", ...said } = judged?.said ?? {};
    const { sub, question, answer } = await payloadOf(receipt);
    expect([sub, question.start_time, answer]).toEqual(["b-1", SLOT.start_time, said]);
    expect(verified(receipt)).toMatchObject({ kind: "Verified" });
  });

  it("is missing if the request asks for none", async () => {
    const [first] = await review(service.doors[0], { bookings });
    expect(first?.said).not.toHaveProperty("receipt");
  });
});

it("a receipt of real weather has another type, the provider's name and its credit", async () => {
  const { settings } = await startProvider(FORECAST_ANSWER, afterAll);
  const real = await startWithDoors({ ...settings, ...SIGNED });
  const { key: as } = await real.createCaller();
  const { receipt } = await told(SLOT, { door: real.doors[0], as });
  expect(decodeProtectedHeader(receipt).typ).toBe("suitability-receipt+jwt");
  expect(await payloadOf(receipt)).toMatchObject({
    source: "open-meteo",
    credit: expect.stringContaining("Open-Meteo.com"),
  });
  expect(verifyReceipt(receipt, { keys: receiptKeys.published, issuer: ISSUER })).toMatchObject({
    kind: "Verified",
    isSimulated: false,
  });
});

it("a question has no field for weather, so that no caller can get a receipt for made-up weather", () => {
  /** The names of an hour's values from which a score is made. */
  const hourly = new Set(ScoredHourSchema.fields.map(({ name }) => name));
  hourly.delete("time");
  const { fields } = method.input;
  expect(fields.filter(({ name }) => hourly.has(name))).toEqual([]);
  // The question's only message fields are times.
  const messages = new Set(fields.flatMap(({ message }) => message?.typeName ?? []));
  expect(messages).toEqual(new Set(["google.protobuf.Timestamp"]));
});
