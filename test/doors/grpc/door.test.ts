import { once } from "node:events";
import { constants } from "node:http2";
import { connect as connectTcp } from "node:net";
import { gzipSync } from "node:zlib";
import { create } from "@bufbuild/protobuf";
import { status } from "@grpc/grpc-js";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  BookingConfidenceService,
  ReviewBookingsRequestSchema,
} from "#gen/suitability/v1/booking_confidence_pb.ts";
import type { Call } from "../../../src/call/call.ts";
import { plainFault } from "../../../src/errors/fault.ts";
import { callHeaders, FRAME, frameBytes, headersFrame, OPENING, resetFrame } from "../../fuzz/http2-frame.ts";
import { useTestService } from "../../support/service/use-test-service.ts";
import { startBareServer } from "./bare-server.ts";
import { frame } from "./client/misbehaving-core.ts";
import { GET_FORECAST, GET_USAGE, openSession, rawCall, REVIEW_BOOKINGS } from "./raw-call.ts";

describe("the gRPC port", () => {
  const used = useTestService();
  const call = (call: Parameters<typeof rawCall>[2]) =>
    rawCall(openSession(used().service.ports.grpc), GET_FORECAST, call).ended;

  it("refuses bytes that are no message, but not before it knows the caller", async () => {
    const bytes = frame(Buffer.from("this is no message"));
    expect((await call({ bytes })).code).toBe(status.UNAUTHENTICATED);
    const { code, sentence } = await call({ bytes, headers: { "x-api-key": used().key } });
    expect(code).toBe(status.INVALID_ARGUMENT);
    expect(sentence).toBe(
      "The request is not a suitability.v1.GetForecastRequest message in the Protobuf binary format.",
    );
  });

  it("reads the message of a method with large messages only after it knows the caller", async () => {
    const calls: Call[] = [];
    const { port, close } = await startBareServer(() => ({}), {
      services: [BookingConfidenceService],
      answerCall: (asked) => {
        calls.push(asked);
        return Promise.reject(plainFault("KEY_UNKNOWN"));
      },
    });
    onTestFinished(close);
    const bytes = frame(Buffer.from([0x0a, 0, 0x0a, 0]));
    await rawCall(openSession(port), REVIEW_BOOKINGS, { bytes }).ended;
    const empty = create(ReviewBookingsRequestSchema);
    expect(calls.map(({ request }) => request.message)).toEqual([empty]);
    expect((await calls[0]?.request.read?.())?.message).toMatchObject({ bookings: [{}, {}] });
  });

  it("takes no address from a peer that has reset its call", async () => {
    const peers: string[] = [];
    const { port, close } = await startBareServer(() => ({}), {
      isTrusted: () => true,
      callerAddress: (peer) => {
        peers.push(peer);
        return peer;
      },
    });
    onTestFinished(close);
    const socket = connectTcp({ port, host: "127.0.0.1" })
      .resume()
      .on("error", () => undefined);
    onTestFinished(() => void socket.destroy());
    socket.write(
      Buffer.concat([
        OPENING,
        headersFrame(1, callHeaders("wsk_1", GET_USAGE)),
        frameBytes({ type: FRAME.data, stream: 1, payload: frame(Buffer.alloc(0)) }),
        resetFrame(1, constants.NGHTTP2_CANCEL),
      ]),
    );
    socket.end();
    await once(socket, "close");
    expect(peers.filter((peer) => peer !== "")).toEqual([]);
  });

  it("refuses a message of more than 4 KiB without reading it, and one that becomes larger when decompressed", async () => {
    const headers = { "x-api-key": used().key };
    const plain = async (message: Buffer) => (await call({ bytes: frame(message), headers })).code;
    const compressed = async (message: Buffer) => {
      const bytes = frame(gzipSync(message), { flag: 1 });
      return (await call({ bytes, headers: { ...headers, "grpc-encoding": "gzip" } })).code;
    };
    expect(await plain(Buffer.alloc(4_097))).toBe(status.RESOURCE_EXHAUSTED);
    // Field 15 is unknown, and therefore skipped. The call is refused only because it names no place.
    const padding = Buffer.concat([Buffer.from([0x7a, 0xa0, 0x1f]), Buffer.alloc(4_000)]);
    expect(await compressed(padding)).toBe(status.INVALID_ARGUMENT);
    const bomb = Buffer.alloc(1_000_000);
    expect(gzipSync(bomb).length).toBeLessThan(4_096);
    expect(await compressed(bomb)).toBe(status.RESOURCE_EXHAUSTED);
  });

  it("prints nothing of metadata that gRPC does not allow, such as a key with a letter outside ASCII", async () => {
    const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { code } = await call({ headers: { "x-api-key": `${used().key}\u00e9` } });
    expect(code).toBe(status.UNAUTHENTICATED);
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
  });

  it("cuts off a connection that opens 1,500 streams and resets each at once", async () => {
    const headers = callHeaders("").filter(([name]) => name !== "x-api-key");
    const streams = Array.from({ length: 1_500 }, (_, i) => 2 * i + 1);
    const socket = connectTcp(used().service.ports.grpc, "127.0.0.1").resume();
    socket.on("error", () => undefined);
    socket.write(OPENING);
    for (const stream of streams) {
      socket.write(headersFrame(stream, headers));
      socket.write(resetFrame(stream, constants.NGHTTP2_CANCEL));
    }
    await once(socket, "close");
    expect((await call({})).code).toBe(status.UNAUTHENTICATED);
  });

  it.each(["596H", "597H"])("does not end a call early if its deadline is %s away", async (timeout) => {
    const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    const session = openSession(used().service.ports.grpc);
    const headers = { "grpc-timeout": timeout };
    const { stream, ended } = rawCall(session, GET_FORECAST, { isComplete: false, headers });
    // These pings take long enough for the server to report a deadline that has passed.
    for (let i = 0; i < 20; i += 1) await new Promise((resolve) => session.ping(resolve));
    stream.end();
    expect((await ended).code).toBe(status.UNAUTHENTICATED);
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });
});

it("a closing gRPC port cuts off calls that are in flight after its drain timeout, and both ends notice", async () => {
  const arrived = Promise.withResolvers<Call>();
  const { server, port } = await startBareServer((_message, call) => {
    arrived.resolve(call);
    return new Promise(() => {});
  });
  const { ended } = rawCall(openSession(port), GET_USAGE);
  const call = await arrived.promise;
  await server.close(50);
  expect((await ended).reset).toBe(constants.NGHTTP2_CANCEL);
  await vi.waitFor(() => expect(call.over).toBeDefined());
  await vi.waitFor(() => expect(server.connections().open).toBe(0));
});
