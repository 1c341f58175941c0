// Health.Watch and reflection need no key. How much a stranger can make the process keep with them.
import { once } from "node:events";
import { constants, type ClientHttp2Session, type ClientHttp2Stream } from "node:http2";
import { status } from "@grpc/grpc-js";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { UsageService } from "#gen/suitability/v1/usage_pb.ts";
import { CONNECTION_LIMITS } from "../../../src/doors/hardening/http2/connection-limits.ts";
import { collectGarbage } from "../../support/collect-garbage.ts";
import { startBareServer } from "./bare-server.ts";
import { frame } from "./client/misbehaving-core.ts";
import { CHECK, LIST, openSession, rawCall, WATCH } from "./raw-call.ts";

const WAIT = { timeout: 10_000 };
const REFLECTION = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
const STREAMS_MAX = 100;
const STREAMS_OF_A_CONNECTION = 10;
const ANSWERS_MAX = 100;

const SERVING = Buffer.of(8, 1);
const SERVICE_UNKNOWN = Buffer.of(8, 3);
/** ServerReflectionRequest{list_services: "*"} */
const LIST_SERVICES = frame(Buffer.of(0x3a, 1, 0x2a));

const { server, port, close } = await startBareServer(() => ({}), {
  services: [UsageService, BookingConfidenceService],
  limits: { ...CONNECTION_LIMITS, unreadMs: 500 },
});
server.setServing(true);
afterAll(close);

describe("the gRPC port, for strangers", () => {
  it("answers Check and List for its services", async () => {
    const session = openSession(port);
    expect(await rawCall(session, CHECK, { bytes: health("") }).ended).toMatchObject({
      code: 0,
      messages: [SERVING],
    });
    const [services] = (await rawCall(session, LIST).ended).messages;
    expect(services?.toString("latin1")).toContain("suitability.v1.UsageService");
  });

  it("does not repeat an unknown name that is checked", async () => {
    const check = rawCall(openSession(port), CHECK, { bytes: health("ö".repeat(2_000)) });
    const { code, sentence } = await check.ended;
    expect(code).toBe(status.NOT_FOUND);
    expect(sentence.length).toBeLessThan(200);
  });

  it.each(["v1", "v1alpha"])(
    "lists its services by reflection %s, so that grpcurl needs no files",
    async (version) => {
      const path = `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`;
      const [answer] = (await rawCall(openSession(port), path, { bytes: LIST_SERVICES }).ended).messages;
      expect(answer?.toString("latin1")).toContain("suitability.v1.UsageService");
    },
  );

  it.each([
    ["Health.Check", CHECK],
    ["Health.Watch", WATCH],
    ["reflection", REFLECTION],
  ])(
    "refuses a request of more than 4 KiB to %s, though the port has methods with longer ones",
    async (...given) => {
      const [, path] = given;
      const { code } = await rawCall(openSession(port), path, { bytes: health("x".repeat(5_000)) }).ended;
      expect(code).toBe(status.INTERNAL);
    },
  );

  it("keeps the stream of a caller who watches a service that it has, or one that it has not", async () => {
    const session = openSession(port);
    const watches = ["suitability.v1.UsageService", "other"].map(
      (name) => rawCall(session, WATCH, { bytes: health(name) }).stream,
    );
    const messages = await Promise.all(watches.map(async (watch) => (await once(watch, "data")) as [Buffer]));
    expect(messages.map(([message]) => message.subarray(5))).toEqual([SERVING, SERVICE_UNKNOWN]);
    expect(watches.map(({ closed }) => closed)).toEqual([false, false]);
  });

  it("keeps nothing of 2,000 watched names of unknown services", async () => {
    let names = 0;
    const watchNew = async (count: number) => {
      for (let i = 0; i < count; i += 10) {
        const session = openSession(port);
        const watches = Array.from({ length: 10 }, () => {
          const bytes = health(`${(names += 1)}`.padEnd(4_000, "x"));
          return rawCall(session, WATCH, { bytes }).stream;
        });
        await Promise.all(watches.map((watch) => once(watch, "data")));
        const gone = Promise.all(watches.map(closed));
        session.destroy();
        await gone;
      }
    };
    await watchNew(200);
    const before = heapBytes();
    await watchNew(2_000);
    await vi.waitFor(() => expect(heapBytes() - before).toBeLessThan(4_000_000), WAIT);
  });

  describe.each([
    ["Health.Watch", WATCH, health("")],
    ["reflection", REFLECTION, LIST_SERVICES],
  ])("with streams of %s", (...given) => {
    const [, path, bytes] = given;
    const begin = async (session: ClientHttp2Session) => {
      const call = rawCall(session, path, { bytes, isComplete: path === WATCH });
      await once(call.stream, "data");
      return call;
    };
    const beginMany = async (count: number, session: ClientHttp2Session) => {
      const calls = [];
      for (let i = 0; i < count; i += 1) calls.push(await begin(session));
      return calls;
    };
    const areClosed = (calls: readonly ReturnType<typeof rawCall>[]) =>
      calls.map(({ stream }) => stream.closed);

    it("ends the oldest stream of a connection that opens more than ten, with RESOURCE_EXHAUSTED", async () => {
      const other = await begin(openSession(port));
      const [first, ...others] = await beginMany(STREAMS_OF_A_CONNECTION + 1, openSession(port));
      expect((await first?.ended)?.code).toBe(status.RESOURCE_EXHAUSTED);
      expect(areClosed([...others, other])).not.toContain(true);
    });

    it("closes the oldest stream of a connection that opens more than ten even if its answer is not read", async () => {
      const session = openSession(port, 0);
      // Otherwise the connection is noticed because it takes no bytes.
      const pings = setInterval(() => session.ping(() => undefined), 50);
      onTestFinished(() => clearInterval(pings));
      const calls = [];
      while (calls.length <= STREAMS_OF_A_CONNECTION) {
        const call = rawCall(session, path, { bytes, isComplete: path === WATCH });
        calls.push(call);
        await once(call.stream, "response");
      }
      expect((await calls[0]?.ended)?.reset).toBe(constants.NGHTTP2_ENHANCE_YOUR_CALM);
      expect(areClosed(calls.slice(1))).not.toContain(true);
    });

    it("ends the oldest stream of the address with the most streams if the process has too many", async () => {
      const STRANGER = "127.0.0.9";
      const honest = await beginMany(5, openSession(port));
      const held = [];
      while (held.length < STREAMS_MAX - honest.length) {
        const count = Math.min(STREAMS_OF_A_CONNECTION, STREAMS_MAX - honest.length - held.length);
        held.push(...(await beginMany(count, openSession(port, undefined, STRANGER))));
      }
      expect(areClosed([...honest, ...held])).not.toContain(true);
      const late = await begin(openSession(port));
      expect((await held[0]?.ended)?.code).toBe(status.RESOURCE_EXHAUSTED);
      const more = await begin(openSession(port, undefined, STRANGER));
      expect((await held[1]?.ended)?.code).toBe(status.RESOURCE_EXHAUSTED);
      expect(areClosed([...honest, late, more, ...held.slice(2)])).not.toContain(true);
    });
  });

  it("counts no stream whose deadline passed before its request was complete", async () => {
    const session = openSession(port);
    const late = Array.from({ length: STREAMS_MAX }, () => {
      const headers = { "grpc-timeout": "1m" };
      const { stream, ended } = rawCall(session, WATCH, { bytes: health(""), isComplete: false, headers });
      stream.once("response", () => stream.end());
      return ended;
    });
    await Promise.all(late);
    const watch = rawCall(openSession(port), WATCH, { bytes: health("") });
    const [message] = (await once(watch.stream, "data")) as [Buffer];
    expect(message.subarray(5)).toEqual(SERVING);
  });

  it("ends a reflection stream after 100 answers", async () => {
    const requests = (count: number) => Buffer.concat(Array.from({ length: count }, () => LIST_SERVICES));
    const enough = await rawCall(openSession(port), REFLECTION, { bytes: requests(ANSWERS_MAX) }).ended;
    expect(enough).toMatchObject({ code: 0, messages: { length: ANSWERS_MAX } });
    const more = await rawCall(openSession(port), REFLECTION, { bytes: requests(ANSWERS_MAX + 1) }).ended;
    expect(more).toMatchObject({
      code: status.RESOURCE_EXHAUSTED,
      messages: { length: ANSWERS_MAX },
    });
  });

  it("reads no further from a reflection stream whose answers are not read", async () => {
    // ServerReflectionRequest{host: 4,000 times "h", list_services: "*"}. Not even its first answer is read.
    const host = Buffer.concat([Buffer.of(0x0a, 0xa0, 0x1f), Buffer.alloc(4_000, "h")]);
    const request = frame(Buffer.concat([host, LIST_SERVICES.subarray(5)]));
    const unread = { bytes: Buffer.of(), isComplete: false };
    const { stream, ended } = rawCall(openSession(port, 0), REFLECTION, unread);
    let sent = 0;
    const sendNext = () => {
      if (sent === ANSWERS_MAX) return;
      stream.write(request, (error) => {
        if (error) return;
        sent += 1;
        setImmediate(sendNext);
      });
    };
    sendNext();
    const { code } = await ended;
    expect(code).toBeUndefined();
    // Sent are only the requests that fit into the stream's window, and the few that are read in advance.
    expect(sent).toBeLessThan(60);
  });
});

const closed = (stream: ClientHttp2Stream) =>
  new Promise<void>((resolve) => void stream.once("close", resolve));

/** HealthCheckRequest{service: name} */
function health(name: string): Buffer {
  const { length } = Buffer.from(name);
  return frame(
    Buffer.concat([Buffer.of(0x0a, (length % 128) + 128, Math.floor(length / 128)), Buffer.from(name)]),
  );
}

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
