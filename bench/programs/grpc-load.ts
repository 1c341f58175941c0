// Sends questions over gRPC for some seconds and prints the figures. Messages stay bytes and the client is plain node:http2: a client
// that did more would be slower than the server under test.
import { connect, constants, type ClientHttp2Session } from "node:http2";
import { createHistogram } from "node:perf_hooks";
import { grpcPath, METHODS, questionMessage } from "../varied/question-text.ts";
import { questions, type Mix, type Question } from "../varied/questions.ts";

interface Order {
  readonly port: number;
  readonly key: string;
  readonly seconds: number;
  readonly seed: number;
  readonly count: number;
  readonly mix: Mix;
  readonly callers?: number;
}

/** The calls use several connections, because real callers are several processes. */
const STREAMS_PER_CONNECTION = 16;

const order = JSON.parse(process.argv[2] ?? "") as Order;
/** By default 64 concurrent calls, as over HTTP/1.1. */
const connections = (order.callers ?? 64) / STREAMS_PER_CONNECTION;
const calls = questions({ ...order, nowMs: Date.now() }).map(callOf);

const latencyNs = createHistogram();
let next = 0;
let answers = 0;
let failures = 0;

function callOf(question: Question) {
  const message = questionMessage(question);
  const frame = Buffer.alloc(5 + message.length);
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, 5);
  const headers = {
    [constants.HTTP2_HEADER_METHOD]: "POST",
    [constants.HTTP2_HEADER_PATH]: grpcPath(METHODS[question.operation]),
    "content-type": "application/grpc",
    te: "trailers",
    "x-api-key": order.key,
  };
  return { headers, frame };
}

/** Resolves to whether the answer was OK and had a message. */
function ask(session: ClientHttp2Session): Promise<boolean> {
  const call = calls[next++ % calls.length] as (typeof calls)[number];
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const stream = session.request(call.headers);
  let bytes = 0;
  let status: unknown;
  stream.on("data", (chunk: Buffer) => (bytes += chunk.length));
  stream.on("trailers", (trailers) => (status = trailers["grpc-status"]));
  stream.on("error", () => undefined);
  stream.on("close", () => resolve(status === "0" && bytes > 5));
  stream.end(call.frame);
  return promise;
}

/** Sends one call after another. */
async function askUntil(endMs: number, session: ClientHttp2Session): Promise<void> {
  for (let startedMs = performance.now(); startedMs < endMs; startedMs = performance.now()) {
    if (await ask(session)) answers += 1;
    else failures += 1;
    latencyNs.record(Math.max(1, Math.round((performance.now() - startedMs) * 1e6)));
  }
}

const sessions = Array.from({ length: connections }, () => connect(`http://127.0.0.1:${order.port}`));
const startedMs = performance.now();
const endMs = startedMs + order.seconds * 1000;
await Promise.all(
  sessions.flatMap((session) =>
    Array.from({ length: STREAMS_PER_CONNECTION }, () => askUntil(endMs, session)),
  ),
);
const seconds = (performance.now() - startedMs) / 1000;
for (const session of sessions) session.close();

const [latencyMsP50, latencyMsP99] = [50, 99].map((percentile) => latencyNs.percentile(percentile) / 1e6);
process.stdout.write(JSON.stringify({ answers, failures, seconds, latencyMsP50, latencyMsP99 }));
