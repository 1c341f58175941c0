// Health.Watch and reflection are for everybody, without a key: what a stranger may make the process keep.
import { once } from "node:events";
import { connect, type ClientHttp2Session, type ClientHttp2Stream } from "node:http2";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { status } from "@grpc/grpc-js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startTestService, type TestService } from "../../support/test-service.ts";

const WAIT = { timeout: 10_000 };
const CHECK = "/grpc.health.v1.Health/Check";
const LIST = "/grpc.health.v1.Health/List";
const WATCH = "/grpc.health.v1.Health/Watch";
const REFLECTION = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
const STREAMS_MAX = 100;
const ANSWERS_MAX = 100;

const SERVING = Buffer.of(8, 1);
const SERVICE_UNKNOWN = Buffer.of(8, 3);
/** ServerReflectionRequest{list_services: "*"} */
const LIST_SERVICES = frame(Buffer.of(0x3a, 1, 0x2a));

describe("streams that strangers may open", () => {
  let service: TestService;
  let sessions: ClientHttp2Session[];

  beforeEach(async () => {
    service = await startTestService({ drainTimeoutMs: 200 });
    sessions = [];
  });
  afterEach(async () => {
    for (const session of sessions) session.destroy();
    await service.stop();
  });

  const openSession = (initialWindowSize = 65_535) => {
    const session = connect(`http://127.0.0.1:${service.ports.grpc}`, { settings: { initialWindowSize } });
    sessions.push(session.on("error", () => undefined));
    return session;
  };

  it("answers Check and List of what it has, and does not repeat a name that it has not", async () => {
    const session = openSession();
    expect(await ended(open(session, CHECK, health("")))).toMatchObject({ code: 0, messages: [SERVING] });
    const { code, sentence } = await ended(open(session, CHECK, health("ö".repeat(2_000))));
    expect(code).toBe(status.NOT_FOUND);
    expect(sentence.length).toBeLessThan(200);
    const [services] = (await ended(open(session, LIST, frame(Buffer.of())))).messages;
    expect(services?.toString("latin1")).toContain("suitability.v1.ForecastService");
  });

  it("watches a service that it has, tells once that it has not another, and keeps both streams", async () => {
    const session = openSession();
    const watches = ["suitability.v1.ForecastService", "other"].map((name) =>
      open(session, WATCH, health(name)),
    );
    const messages = await Promise.all(watches.map(async (watch) => (await once(watch, "data")) as [Buffer]));
    expect(messages.map(([message]) => message.subarray(5))).toEqual([SERVING, SERVICE_UNKNOWN]);
    expect(watches.map(({ closed }) => closed)).toEqual([false, false]);
  });

  it("keeps nothing of 2,000 watched names that nobody has", async () => {
    const watchNew = async (count: number) => {
      for (let i = 0; i < count; i += 50) {
        const session = openSession();
        const watches = Array.from({ length: 50 }, () => open(session, WATCH, health(newName())));
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

  it.each([
    ["Health.Watch", WATCH, health("")],
    ["reflection", REFLECTION, LIST_SERVICES],
  ])("has so many streams of %s in the process, and takes others when some have ended", async (...given) => {
    const [, path, request] = given;
    const isWatch = path === WATCH;
    const held = [openSession(), openSession()].flatMap((session) =>
      Array.from({ length: STREAMS_MAX / 2 }, () => open(session, path, request, isWatch)),
    );
    await Promise.all(held.map((stream) => once(stream, "data")));
    const session = openSession();
    expect((await ended(open(session, path, request))).code).toBe(status.RESOURCE_EXHAUSTED);
    sessions[0]?.destroy();
    await vi.waitFor(async () => {
      const stream = open(session, path, request, isWatch);
      expect(await Promise.race([once(stream, "data"), closed(stream)])).toBeDefined();
    }, WAIT);
  });

  it("counts no stream whose time was over before its request was complete", async () => {
    const session = openSession();
    const late = Array.from({ length: STREAMS_MAX }, () => {
      const stream = open(session, WATCH, health(""), false, { "grpc-timeout": "1m" });
      stream.once("response", () => stream.end());
      return ended(stream);
    });
    await Promise.all(late);
    const [message] = (await once(open(openSession(), WATCH, health("")), "data")) as [Buffer];
    expect(message.subarray(5)).toEqual(SERVING);
  });

  it("ends a reflection stream after so many answers", async () => {
    const requests = (count: number) => Buffer.concat(Array.from({ length: count }, () => LIST_SERVICES));
    const enough = await ended(open(openSession(), REFLECTION, requests(ANSWERS_MAX)));
    expect(enough).toMatchObject({ code: 0, messages: { length: ANSWERS_MAX } });
    const more = await ended(open(openSession(), REFLECTION, requests(ANSWERS_MAX + 1)));
    expect(more).toMatchObject({
      code: status.RESOURCE_EXHAUSTED,
      messages: { length: ANSWERS_MAX },
    });
  });

  it("reads no further from a reflection stream whose answers are not read", async () => {
    // Its first answer does not fit: ServerReflectionRequest{host: 4,000 times "h", list_services: "*"}
    const host = Buffer.concat([Buffer.of(0x0a, 0xa0, 0x1f), Buffer.alloc(4_000, "h")]);
    const request = frame(Buffer.concat([host, LIST_SERVICES.subarray(5)]));
    const stream = open(openSession(0), REFLECTION, Buffer.of(), false);
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
    const { code } = await ended(stream);
    expect(code).toBeUndefined();
    // What fits into the stream's window, and the few that are read in advance.
    expect(sent).toBeLessThan(60);
  }, 20_000);
});

function open(
  session: ClientHttp2Session,
  path: string,
  bytes: Buffer,
  isComplete = true,
  headers: Record<string, string> = {},
): ClientHttp2Stream {
  const stream = session.request({
    ":method": "POST",
    ":path": path,
    "content-type": "application/grpc",
    te: "trailers",
    ...headers,
  });
  stream.on("error", () => undefined);
  if (bytes.length > 0) stream.write(bytes);
  if (isComplete) stream.end();
  return stream;
}

/** How a stream ends: its messages, and undefined for a status that has not come. */
async function ended(stream: ClientHttp2Stream) {
  let [code, sentence]: [number | undefined, string] = [undefined, ""];
  const note = (headers: Record<string, unknown>) => {
    if (headers["grpc-status"] === undefined) return;
    code = Number(headers["grpc-status"]);
    sentence = String(headers["grpc-message"]);
  };
  const chunks: Buffer[] = [];
  stream.on("response", note).on("trailers", note);
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  await closed(stream);
  return { code, sentence, messages: messagesOf(Buffer.concat(chunks)) };
}

function closed(stream: ClientHttp2Stream) {
  return new Promise<void>((resolve) => void stream.once("close", resolve));
}

function messagesOf(bytes: Buffer): Buffer[] {
  const messages: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 5 + bytes.readUInt32BE(at + 1);
    messages.push(bytes.subarray(at + 5, end));
    at = end;
  }
  return messages;
}

function frame(message: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

/** HealthCheckRequest{service: name} */
function health(name: string): Buffer {
  const { length } = Buffer.from(name);
  return frame(
    Buffer.concat([Buffer.of(0x0a, (length % 128) + 128, Math.floor(length / 128)), Buffer.from(name)]),
  );
}

let names = 0;

function newName(): string {
  return `${(names += 1)}`.padEnd(4_000, "x");
}

function heapBytes(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}
