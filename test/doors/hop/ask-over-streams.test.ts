// Which calls of a sidecar go over a stream, and what it makes of answers. The core is played by the test.
import { create } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { Client, credentials, status } from "@grpc/grpc-js";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { UsageService } from "#gen/suitability/v1/usage_pb.ts";
import { createAskOverStreams } from "../../../src/doors/hop/ask-over-streams.ts";
import { CallStream } from "../../../src/doors/hop/call-stream.ts";
import { connectErrorToMessage } from "../../../src/doors/grpc/errors.ts";
import { responseToBytes } from "../../../src/doors/hop/response-bytes.ts";
import { fault, reasonOf } from "../../../src/errors/fault.ts";
import { type SeenStream, startScriptedCore, WAIT } from "./scripted-ends.ts";

const FORECAST = ForecastService.method.getForecast;
const USAGE = UsageService.method.getUsage;
const REVIEW = BookingConfidenceService.method.reviewBookings;
const JSON_BODY = Buffer.from(`{"hours":[]}`);

type Ask = ReturnType<typeof createAskOverStreams>;
type Call = Parameters<Ask>[0];

describe("a call of a sidecar", () => {
  let seen: SeenStream;
  let stream: CallStream | undefined;
  let ask: Ask;
  let lost: PromiseWithResolvers<unknown>;
  const alone = vi.fn<Ask>();

  beforeEach(async () => {
    const core = await startScriptedCore();
    const opened = Promise.withResolvers<void>();
    lost = Promise.withResolvers();
    const client = new Client(`127.0.0.1:${core.port}`, credentials.createInsecure());
    onTestFinished(() => client.close());
    stream = new CallStream(client, {
      onOpen: opened.resolve,
      onDraining: () => undefined,
      onOver: lost.resolve,
    });
    await opened.promise;
    [seen] = core.streams as [SeenStream];
    alone.mockReset().mockResolvedValue({ json: "alone", etag: "a", headers: {} });
    ask = createAskOverStreams({
      streams: { choose: () => stream },
      askAlone: alone,
      uncounted: new Set([USAGE]),
    });
  });

  const signal = new AbortController().signal;
  const make = (call: Partial<Call> = {}, options: Partial<Parameters<Ask>[1]> = {}) => {
    const { method = FORECAST } = call;
    const made = ask(
      { method, message: create(method.input, {}), head: {}, ...call },
      { timeoutMs: 60_000, traceHeaders: {}, signal, ...options },
    );
    made.catch(() => undefined);
    return made;
  };
  const sent = () => vi.waitUntil(() => seen.calls[0], WAIT);
  const answer = (given: object) =>
    seen.stream.write(responseToBytes([{ id: seen.calls[0]?.id ?? 0, json: JSON_BODY, ...given }]));

  it("has its method, its head, its trace and its time at the core", async () => {
    const head = {
      key: "wsk_key",
      origin: "https://a.example",
      requestId: "order-4711",
      address: "192.0.2.7",
    };
    const traceHeaders = { traceparent: "00-a-b-00", tracestate: "c=d" };
    void make({ head, message: create(FORECAST.input, { days: 3 }) }, { traceHeaders, timeoutMs: 1_000.2 });
    expect(await sent()).toMatchObject({
      ...head,
      ...traceHeaders,
      method: "suitability.v1.ForecastService/GetForecast",
      timeoutMs: 1_001,
      request: Buffer.of(0x18, 3),
    });
  });

  it("has no texts at the core that metadata could not have carried", async () => {
    const head = { origin: "https://ä.example", requestId: "a\u0007" };
    void make({ head }, { traceHeaders: { tracestate: "ä=1" } });
    const call = await sent();
    expect(call).toMatchObject({ requestId: "", tracestate: "", traceparent: "" });
    expect(call.origin).toBeUndefined();
  });

  it("gets the core's JSON, ETag and headers", async () => {
    const made = make();
    await sent();
    answer({ etag: 'W/"a-b"', headers: { "weather-source": "simulated" } });
    expect(await made).toEqual({
      json: JSON_BODY,
      etag: 'W/"a-b"',
      headers: { "weather-source": "simulated" },
    });
  });

  it("gets an answer without an ETag only if nobody may cache it", async () => {
    const made = make();
    await sent();
    answer({ headers: { "cache-control": "no-store" } });
    expect(await made).toMatchObject({ etag: undefined });
    const other = make();
    await vi.waitUntil(() => seen.calls[1], WAIT);
    seen.answer({ answers: [{ id: seen.calls[1]?.id ?? 0, json: JSON_BODY }] });
    await expect(other).rejects.toMatchObject({ code: Code.Internal, details: [] });
  });

  it("gets the core's refusal with its reason and headers", async () => {
    const made = make();
    await sent();
    const refusal = connectErrorToMessage(fault({ reason: "DAILY_LIMIT", sentence: "Enough." }));
    answer({ json: Buffer.alloc(0), refusal, headers: { ratelimit: "r=0" } });
    const error = (await made.catch((thrown: unknown) => thrown)) as ConnectError;
    expect(error).toMatchObject({ code: Code.ResourceExhausted, rawMessage: "Enough." });
    expect(reasonOf(error)).toBe("DAILY_LIMIT");
    expect(error.metadata.get("ratelimit")).toBe("r=0");
  });

  it.each<[string, () => Partial<Call>]>([
    ["its message is read late", () => ({ method: REVIEW })],
    ["some of its items could not be read", () => ({ misread: [{ field: "a[0].b", description: "c" }] })],
    ["its message is too large", () => ({ message: create(FORECAST.input, { sport: "x".repeat(5_000) }) })],
    ["no stream is open", () => ((stream = undefined), {})],
  ])("goes alone if %s", async (_why, call) => {
    const made = call();
    expect(await make(made)).toMatchObject({ json: "alone" });
    expect(alone).toHaveBeenCalledWith(
      expect.objectContaining(made),
      expect.objectContaining({ timeoutMs: 60_000 }),
    );
    expect(seen.calls).toEqual([]);
  });

  it("fails without a reason if the streams are full", async () => {
    vi.spyOn(stream as CallStream, "hasRoom", "get").mockReturnValue(false);
    await expect(make()).rejects.toMatchObject({ code: Code.Unavailable, details: [] });
    expect(alone).not.toHaveBeenCalled();
  });

  it("fails without a reason if its stream is lost after it was sent, since it may have been counted", async () => {
    const made = make();
    await sent();
    seen.stream.emit("error", { code: status.UNAVAILABLE });
    await expect(made).rejects.toMatchObject({ code: Code.Unavailable, details: [] });
    expect(alone).not.toHaveBeenCalled();
  });

  it("is asked once more, alone and in the time that is left, if nobody counts it", async () => {
    const made = make({ method: USAGE });
    await sent();
    seen.stream.emit("error", { code: status.UNAVAILABLE });
    expect(await made).toMatchObject({ json: "alone" });
    expect(alone).toHaveBeenCalledOnce();
    expect(alone.mock.calls[0]?.[1].timeoutMs).toBeLessThan(60_000);
    expect(alone.mock.calls[0]?.[1].timeoutMs).toBeGreaterThan(0);
  });

  it("is asked once more if the core had not begun it", async () => {
    seen.stream.emit("error", { code: status.UNAVAILABLE });
    await lost.promise;
    expect(await make()).toMatchObject({ json: "alone" });
  });

  it("fails as the caller's giving up or deadline does", async () => {
    const gone = new AbortController();
    const made = make({}, { signal: gone.signal });
    gone.abort();
    await expect(made).rejects.toMatchObject({ code: Code.Canceled });
    await expect(make({}, { timeoutMs: 0 })).rejects.toMatchObject({
      code: Code.DeadlineExceeded,
      details: [],
    });
    expect(alone).not.toHaveBeenCalled();
  });
});
