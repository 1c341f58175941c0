// Each end of the hop, played by a test: a core that answers as the test says, and a sidecar that sends what the test says.
import { create, fromBinary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import {
  Client,
  credentials,
  Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type status,
  type StatusObject,
} from "@grpc/grpc-js";
import { expect, onTestFinished, vi } from "vitest";
import { type Call, CallsRequestSchema, CallsResponseSchema } from "#gen/suitability/internal/v1/calls_pb.ts";
import {
  type ReceivedAnswer,
  responseFromBytes,
  responseToBytes,
} from "../../../src/doors/hop/response-bytes.ts";
import { HOP_METHOD } from "../../../src/doors/hop/hop-method.ts";

export const WAIT = { timeout: 15_000, interval: 2 };

interface Response {
  readonly answers?: readonly { readonly id: number; readonly json?: Buffer }[];
  readonly draining?: boolean;
}

function bytesOf({ answers = [], draining = false }: Response): Buffer {
  if (draining) return Buffer.from(toBinary(CallsResponseSchema, create(CallsResponseSchema, { draining })));
  return responseToBytes(answers.map(({ id, json = Buffer.alloc(0) }) => ({ id, json })));
}

/** A stream as the core sees it. */
export interface SeenStream {
  readonly stream: ServerDuplexStream<Buffer, Buffer>;
  readonly calls: readonly Call[];
  readonly cancelled: readonly number[];
  /** How many messages came. */
  readonly messages: number;
  readonly hasEnded: boolean;
  answer(response: Response): void;
}

/** A core whose streams do what `behave` says. It refuses streams if `behave` returns a status. */
export async function startScriptedCore(
  behave: (seen: SeenStream) => status | void = () => undefined,
  { host = "127.0.0.1", port = 0 } = {},
) {
  const streams: SeenStream[] = [];
  const server = new Server();
  const serve = (stream: ServerDuplexStream<Buffer, Buffer>) => {
    const calls: Call[] = [];
    const cancelled: number[] = [];
    const seen = {
      stream,
      calls,
      cancelled,
      messages: 0,
      hasEnded: false,
      answer: (response: Response) => void stream.write(bytesOf(response)),
    };
    stream.on("data", (message: Buffer) => {
      const request = fromBinary(CallsRequestSchema, message);
      seen.messages += 1;
      calls.push(...request.calls);
      cancelled.push(...request.cancelled);
    });
    stream.on("end", () => {
      seen.hasEnded = true;
      stream.end();
    });
    streams.push(seen);
    const refusal = behave(seen);
    if (refusal === undefined) stream.sendMetadata(new Metadata());
    else stream.emit("error", { code: refusal });
  };
  server.addService({ calls: HOP_METHOD }, { calls: serve });
  const bound = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error, at) =>
      error === null ? resolve(at) : reject(error),
    );
  });
  onTestFinished(() => server.forceShutdown());
  return { port: bound, streams, stop: () => server.forceShutdown() };
}

/** A sidecar that sends calls of the test's making over one stream. */
export function openScriptedStream(port: number, metadata = new Metadata()) {
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  onTestFinished(() => client.close());
  const { path, requestSerialize, responseDeserialize } = HOP_METHOD;
  const stream = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, metadata);
  onTestFinished(() => stream.cancel());
  const answers: ReceivedAnswer[] = [];
  const seen = { isDraining: false, messages: 0, isOpen: false };
  stream.on("metadata", () => (seen.isOpen = true));
  stream.on("data", (message: Buffer) => {
    const response = responseFromBytes(message);
    seen.messages += 1;
    answers.push(...response.answers);
    seen.isDraining ||= response.draining;
  });
  stream.on("error", () => undefined);
  const ended = new Promise<StatusObject>((resolve) => stream.once("status", resolve));
  return {
    stream,
    answers,
    seen,
    ended,
    send: (request: MessageInitShape<typeof CallsRequestSchema>) =>
      void stream.write(Buffer.from(toBinary(CallsRequestSchema, create(CallsRequestSchema, request)))),
    untilAnswered: (count: number) => vi.waitFor(() => expect(answers.length).toBe(count), WAIT),
  };
}
