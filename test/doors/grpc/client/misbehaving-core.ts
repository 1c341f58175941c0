// An HTTP/2 server whose answers a test writes frame by frame, to send what no gRPC library would send.
import {
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { create, toBinary } from "@bufbuild/protobuf";
import { onTestFinished } from "vitest";
import { GetUsageResponseSchema } from "#gen/suitability/v1/usage_pb.ts";

export type Answer = (stream: ServerHttp2Stream, header: IncomingHttpHeaders) => void;

export interface MisbehavingCore {
  readonly port: number;
  /** The headers of the calls. */
  readonly calls: readonly IncomingHttpHeaders[];
  /** HTTP/2 codes of the streams that ended, in order. */
  readonly endCodes: readonly number[];
  behave(answer: Answer): void;
}

/** Starts a core that listens on a port, or at the path of a Unix socket. It is closed when the test is over. */
export async function startMisbehavingCore(first: Answer, path?: string): Promise<MisbehavingCore> {
  let answer = first;
  const sessions: ServerHttp2Session[] = [];
  const calls: IncomingHttpHeaders[] = [];
  const endCodes: number[] = [];
  const server: Http2Server = createServer();
  server.on("session", (session) => {
    sessions.push(session);
    session.on("error", () => undefined);
  });
  server.on("stream", (stream: ServerHttp2Stream, header) => {
    calls.push(header);
    stream.on("error", () => undefined);
    stream.on("close", () => endCodes.push(stream.rstCode));
    stream.resume();
    answer(stream, header);
  });
  server.listen(path === undefined ? { port: 0, host: "127.0.0.1" } : { path });
  await once(server, "listening");
  onTestFinished(async () => {
    for (const session of sessions) session.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    port: (server.address() as AddressInfo).port,
    calls,
    endCodes,
    behave: (next) => {
      answer = next;
    },
  };
}

export const GRPC_HEADER = { ":status": 200, "content-type": "application/grpc+proto" };

/** A gRPC frame: flag and length, then the message. */
export function frame(message: Uint8Array, { flag = 0, length = message.length } = {}): Buffer {
  const prefix = Buffer.alloc(5);
  prefix[0] = flag;
  prefix.writeUInt32BE(length, 1);
  return Buffer.concat([prefix, message]);
}

/** An answer of GetUsage, framed. */
export const USAGE = frame(
  toBinary(GetUsageResponseSchema, create(GetUsageResponseSchema, { plan: "growth" })),
);

/** Answers with these bytes and these trailers. */
export function answerWith(
  body: Uint8Array,
  trailer: Readonly<Record<string, string>> = { "grpc-status": "0" },
): Answer {
  return (stream) => {
    stream.respond(GRPC_HEADER, { waitForTrailers: true });
    stream.on("wantTrailers", () => stream.sendTrailers(trailer));
    stream.end(body);
  };
}
