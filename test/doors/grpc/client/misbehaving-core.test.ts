// What a caller gets, and how quickly, from a core that breaks the rules of gRPC or HTTP/2.
import { Code, ConnectError } from "@connectrpc/connect";
import { constants, type OutgoingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { portServedBy } from "../../../support/fakes/tcp-server.ts";
import { dial } from "../bare-server.ts";
import {
  answerWith,
  frame,
  GRPC_HEADER,
  startMisbehavingCore,
  USAGE,
  type Answer,
  type MisbehavingCore,
} from "./misbehaving-core.ts";

const OVER_THE_LIMIT = frame(Buffer.alloc(0), { length: 4_194_305 });
const HTML_HEADER = { ":status": 200, "content-type": "text/html" };

const { NGHTTP2_CANCEL } = constants;

/** Sends a header, and then does `then`. */
const responds =
  (header: OutgoingHttpHeaders, then: (stream: ServerHttp2Stream) => unknown): Answer =>
  (stream) => {
    stream.respond(header);
    then(stream);
  };

/** How long a call may take if the core does not answer. */
const TIMEOUT_MS = 200;
/** Far longer than a test may take: if the error does not come at once, the test fails. */
const PATIENT_MS = 60_000;

describe("a core that", () => {
  let core: MisbehavingCore | undefined;

  /** Calls a core that answers like this, and returns the error that the call ends in. */
  const call = async (answer: Answer, timeoutMs = PATIENT_MS) => {
    core = await startMisbehavingCore(answer);
    const transport = await dial(`127.0.0.1:${core.port}`);
    const made = transport.ask({}, { timeoutMs });
    const error: unknown = await made.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ConnectError);
    return error as ConnectError;
  };

  /** The caller gets 503 for each of these errors, whatever its gRPC code, because the core has given no reason. */
  it.each<[string, Answer]>([
    ["sends no trailers", responds(GRPC_HEADER, (stream) => stream.end(USAGE))],
    ["sets the flag for compression", answerWith(frame(USAGE, { flag: 1 }))],
    ["sends bytes that are no message", answerWith(frame(Buffer.of(0xff)))],
    // The message itself never follows: the announcement is enough.
    ["announces a message over the limit", responds(GRPC_HEADER, (stream) => stream.write(OVER_THE_LIMIT))],
    ["sends an unknown status", answerWith(USAGE, { "grpc-status": "99", "grpc-message": "odd" })],
    [
      "sends details that cannot be read",
      answerWith(USAGE, { "grpc-status": "5", "grpc-status-details-bin": "/////w" }),
    ],
    ["says that the call was given up", answerWith(Buffer.alloc(0), { "grpc-status": "1" })],
    [
      "answers with another content type, for ever",
      responds(HTML_HEADER, (stream) => stream.write("<html>")),
    ],
    ["answers with HTTP status 503", responds({ ":status": 503 }, (stream) => stream.end("no"))],
    ["resets the call as if it had been given up", (stream) => stream.close(NGHTTP2_CANCEL)],
    ["drops the connection", (stream) => stream.session?.socket.destroy()],
  ])("%s causes an error without details at once", async (_what, answer) => {
    const { code, details } = await call(answer);
    expect(details).toEqual([]);
    expect([Code.Canceled, Code.DeadlineExceeded]).not.toContain(code);
  });

  it.each<[string, Answer]>([
    ["never answers", () => undefined],
    ["never ends its answer", responds(GRPC_HEADER, (stream) => stream.write(USAGE))],
  ])("%s: the call ends when its time is up, and is reset", async (_what, answer) => {
    expect((await call(answer, TIMEOUT_MS)).code).toBe(Code.DeadlineExceeded);
    await expect.poll(() => core?.endCodes, { timeout: 15_000 }).toEqual([NGHTTP2_CANCEL]);
  });
});

describe("something that is no core", () => {
  it.each<[string, (socket: Socket) => void]>([
    ["speaks HTTP/1.1", (socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")],
    ["closes every connection", (socket) => socket.destroy()],
  ])("and %s is unavailable at once", async (_what, act) => {
    const address = `127.0.0.1:${await portServedBy(act)}`;
    const transport = await dial(address, { connectTimeoutMs: PATIENT_MS });
    await expect(transport.ping()).rejects.toMatchObject({
      code: Code.Unavailable,
      rawMessage: expect.stringMatching(/No connection established/),
    });
  });
});
