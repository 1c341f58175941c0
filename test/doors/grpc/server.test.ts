import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { create, toBinary } from "@bufbuild/protobuf";
import { RankSafeSlotsRequestSchema } from "#gen/suitability/v1/safe_slots_pb.ts";
import { StatusService } from "#gen/suitability/v1/status_pb.ts";
import { connect as connectTcp } from "node:net";
import { Client, credentials, status } from "@grpc/grpc-js";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { Call, CallerPresence } from "../../../src/call/call.ts";
import { createGrpcServer } from "../../../src/doors/grpc/server.ts";
import { callHeaders, END_HEADERS, FRAME, frameBytes, headerBlock, OPENING } from "../../fuzz/http2-frame.ts";
import { startTestService } from "../../support/test-service.ts";
import { frame } from "./client/misbehaving-core.ts";
import { GET_FORECAST, openSession, rawCall } from "./raw-call.ts";
import { unaryCall } from "./unary-call.ts";

const RANK_SAFE_SLOTS = "/suitability.v1.SafeSlotsService/RankSafeSlots";

const service = await startTestService({ drainTimeoutMs: 200 });
const client = new Client(`127.0.0.1:${service.ports.grpc}`, credentials.createInsecure());
afterAll(async () => {
  client.close();
  await service.stop();
});

describe("the gRPC port", () => {
  const call = (path: string, bytes: Buffer, { key, timeoutMs }: { key?: string; timeoutMs?: number } = {}) =>
    unaryCall(client, path, bytes, {
      headers: key === undefined ? {} : { "x-api-key": key },
      ...(timeoutMs !== undefined && { timeoutMs }),
    });

  it("refuses bytes that are no message, but not before it knows the caller", async () => {
    const { key } = await service.createCaller();
    const noMessage = Buffer.from("this is no message");
    expect((await call(GET_FORECAST, noMessage)).error?.code).toBe(status.UNAUTHENTICATED);
    const { error } = await call(GET_FORECAST, noMessage, { key });
    expect(error?.code).toBe(status.INVALID_ARGUMENT);
    expect(error?.details).toBe(
      "The request is not a suitability.v1.GetForecastRequest message in the Protobuf binary format.",
    );
  });

  it("refuses a message of more than 4 KiB without reading it, and one that becomes larger when decompressed", async () => {
    const { key } = await service.createCaller();
    expect((await call(GET_FORECAST, Buffer.alloc(4_097), { key })).error?.code).toBe(
      status.RESOURCE_EXHAUSTED,
    );
    // Field 15, which nobody knows and so everybody skips.
    const padding = Buffer.concat([Buffer.from([0x7a, 0xa0, 0x1f]), Buffer.alloc(4_000)]);
    expect(await callCompressed(padding, key)).toBe(status.INVALID_ARGUMENT);
    const bomb = Buffer.alloc(1_000_000);
    expect(gzipSync(bomb).length).toBeLessThan(4_096);
    expect(await callCompressed(bomb, key)).toBe(status.RESOURCE_EXHAUSTED);
  });

  it("takes a request of as many and as long times as make sense", async () => {
    const { key } = await service.createCaller();
    const slots = Array.from({ length: 20 }, () => "2026-11-22T14:00:00.000000000+00:00");
    const request = create(RankSafeSlotsRequestSchema, { lat: 48.21, lng: 16.37, slots, sport: "outdoor" });
    const bytes = Buffer.from(toBinary(RankSafeSlotsRequestSchema, request));
    expect(bytes.length).toBeGreaterThan(700);
    expect((await call(RANK_SAFE_SLOTS, bytes, { key })).error?.details).toBeUndefined();
  });

  const callCompressed = async (message: Buffer, key: string) => {
    const bytes = frame(gzipSync(message), { flag: 1 });
    const headers = { "grpc-encoding": "gzip", "x-api-key": key };
    return (await rawCall(openSession(service.ports.grpc), GET_FORECAST, { bytes, headers }).ended).code;
  };

  it("prints nothing of metadata that gRPC does not know, such as a key with a byte too many", async () => {
    const { key } = await service.createCaller();
    const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const headers = { "x-api-key": `${key}\u00e9` };
    const { code } = await rawCall(openSession(service.ports.grpc), GET_FORECAST, { headers }).ended;
    expect(code).toBe(status.UNAUTHENTICATED);
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
  });

  it("cuts off a connection on which streams are opened and reset at once, 1,500 of them", async () => {
    const payload = headerBlock(callHeaders("").filter(([name]) => name !== "x-api-key"));
    const streams = Array.from({ length: 1_500 }, (_, i) => 2 * i + 1);
    const socket = connectTcp(service.ports.grpc, "127.0.0.1").resume();
    socket.on("error", () => undefined);
    socket.write(OPENING);
    for (const stream of streams) {
      socket.write(frameBytes({ type: FRAME.headers, flags: END_HEADERS, stream, payload }));
      socket.write(frameBytes({ type: FRAME.rstStream, stream, payload: Buffer.from([0, 0, 0, 8]) }));
    }
    await once(socket, "close");
    expect((await call(GET_FORECAST, Buffer.of())).error?.code).toBe(status.UNAUTHENTICATED);
  });

  it("does not count a call whose caller's deadline has passed", async () => {
    const { key, accountId } = await service.createCaller();
    const { error } = await call(GET_FORECAST, Buffer.of(), { key, timeoutMs: -1 });
    expect(error?.code).toBe(status.DEADLINE_EXCEEDED);
    expect(await service.callsOf(accountId)).toBe(0);
  });

  it.each(["596H", "597H"])("takes a deadline as far away as %s for what it is", async (timeout) => {
    const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    const session = openSession(service.ports.grpc);
    const headers = { "grpc-timeout": timeout };
    const { stream, ended } = rawCall(session, GET_FORECAST, { isComplete: false, headers });
    // Time enough for a deadline that has passed to be told.
    for (let i = 0; i < 20; i += 1) await new Promise((resolve) => session.ping(resolve));
    stream.end();
    expect((await ended).code).toBe(status.UNAUTHENTICATED);
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });
});

describe("the gRPC port that closes", () => {
  it("cuts off a call that is still in flight after its time, and tells both ends", async () => {
    const arrived = Promise.withResolvers<CallerPresence>();
    const hang = (call: Call): Promise<never> => {
      arrived.resolve(call.presence);
      return new Promise(() => {});
    };
    const server = createGrpcServer({
      services: [StatusService],
      answerCall: hang,
      answerInJson: hang,
      overloadRefusal: () => undefined,
      callerAddress: () => "",
      onBug: () => undefined,
    });
    const port = await server.listen({ host: "127.0.0.1", port: 0 });
    const caller = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
    const answer = unaryCall(caller, `/${StatusService.typeName}/GetStatus`, Buffer.of(), { headers: {} });
    const presence = await arrived.promise;
    await server.close(50);
    expect((await answer).error?.code).toBe(status.CANCELLED);
    await vi.waitFor(() => expect(presence.gone).toBeDefined());
    await vi.waitFor(() => expect(server.connections().open).toBe(0));
    caller.close();
  });
});
