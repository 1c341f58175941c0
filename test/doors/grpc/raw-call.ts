// gRPC calls written as HTTP/2 streams, for what no gRPC client would do.
import {
  connect,
  type ClientHttp2Session,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from "node:http2";
import { connect as connectSocket } from "node:net";
import { create, toBinary, type MessageInitShape } from "@bufbuild/protobuf";
import { onTestFinished } from "vitest";
import { GetForecastRequestSchema } from "#gen/suitability/v1/forecast_pb.ts";
import { frame } from "./client/misbehaving-core.ts";

export const CHECK = "/grpc.health.v1.Health/Check";
export const LIST = "/grpc.health.v1.Health/List";
export const WATCH = "/grpc.health.v1.Health/Watch";
export const GET_USAGE = "/suitability.v1.UsageService/GetUsage";
export const REVIEW_BOOKINGS = "/suitability.v1.BookingConfidenceService/ReviewBookings";
export const GET_FORECAST = "/suitability.v1.ForecastService/GetForecast";

/** Flag and length of a message without a field. */
export const EMPTY_MESSAGE = Buffer.alloc(5);

/** A question for GET_FORECAST, framed. */
export const forecastMessage = (question: MessageInitShape<typeof GetForecastRequestSchema>): Buffer =>
  frame(toBinary(GetForecastRequestSchema, create(GetForecastRequestSchema, question)));

/** Opens a session, which is destroyed when the test is over. */
export function openSession(
  port: number,
  initialWindowSize = 65_535,
  localAddress = "127.0.0.1",
): ClientHttp2Session {
  const settings = { initialWindowSize };
  const createConnection = () => connectSocket({ port, host: "127.0.0.1", localAddress });
  const bounds = { settings, maxSendHeaderBlockLength: 1_000_000 };
  const session = connect(`http://127.0.0.1:${port}`, { ...bounds, createConnection });
  onTestFinished(() => session.destroy());
  return session.on("error", () => undefined);
}

interface RawCall {
  /** What is sent, framed. */
  readonly bytes?: Buffer;
  readonly isComplete?: boolean;
  readonly headers?: OutgoingHttpHeaders;
}

/** Makes a call. `ended` has the call's status, undefined if none came, and the code of the stream's reset. */
export function rawCall(
  session: ClientHttp2Session,
  path: string,
  { bytes = EMPTY_MESSAGE, isComplete = true, headers = {} }: RawCall = {},
) {
  const fixed = { ":method": "POST", ":path": path, "content-type": "application/grpc", te: "trailers" };
  const stream = session.request({ ...fixed, ...headers });
  let code: number | undefined;
  let sentence = "";
  let header: IncomingHttpHeaders = {};
  const note = (received: IncomingHttpHeaders) => {
    if (received["grpc-status"] === undefined) return;
    code = Number(received["grpc-status"]);
    sentence = decodeURI(String(received["grpc-message"]));
  };
  const chunks: Buffer[] = [];
  stream.on("response", (received) => (header = received));
  stream.on("response", note).on("trailers", note);
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  stream.on("error", () => undefined);
  const { promise: ended, resolve } = Promise.withResolvers<RawEnd>();
  stream.once("close", () => {
    const messages = messagesOf(Buffer.concat(chunks));
    resolve({ code, sentence, reset: stream.rstCode ?? 0, header, messages });
  });
  if (bytes.length > 0) stream.write(bytes);
  if (isComplete) stream.end();
  return { stream, ended };
}

interface RawEnd {
  readonly code: number | undefined;
  readonly sentence: string;
  readonly reset: number;
  /** The headers before the message. */
  readonly header: IncomingHttpHeaders;
  readonly messages: readonly Buffer[];
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
