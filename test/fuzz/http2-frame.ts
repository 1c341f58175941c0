// Frames of HTTP/2 (RFC 9113), written by hand so that they can be wrong; and the frames of a valid call.
import { forecastMessage, GET_FORECAST } from "../doors/grpc/raw-call.ts";

export const PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

export const FRAME = {
  data: 0,
  headers: 1,
  priority: 2,
  rstStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const END_STREAM = 0x1;
export const END_HEADERS = 0x4;

export interface Frame {
  readonly type: number;
  readonly flags?: number;
  /** 0 is the connection itself. */
  readonly stream?: number;
  readonly payload?: Uint8Array;
  /** The stated length of the payload, if it is not the real one. */
  readonly length?: number | undefined;
}

const EMPTY = Buffer.alloc(0);

export function frameBytes({
  type,
  flags = 0,
  stream = 0,
  payload = EMPTY,
  length = payload.length,
}: Frame): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(length & 0xffffff, 0, 3);
  head.writeUInt8(type & 0xff, 3);
  head.writeUInt8(flags & 0xff, 4);
  head.writeUInt32BE(stream >>> 0, 5);
  return Buffer.concat([head, payload]);
}

/** Literals that are not indexed, without Huffman coding (RFC 7541 section 6.2.2). */
export function headerBlock(headers: readonly (readonly [name: string, value: string])[]): Buffer {
  return Buffer.concat(headers.flatMap(([name, value]) => [Buffer.of(0), literal(name), literal(value)]));
}

function literal(text: string): Buffer {
  const bytes = Buffer.from(text, "latin1");
  return Buffer.concat([prefixedLength(bytes.length), bytes]);
}

function prefixedLength(length: number): Buffer {
  if (length < 127) return Buffer.of(length);
  const bytes = [127];
  let rest = length - 127;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

export function headersFrame(stream: number, headers: Parameters<typeof headerBlock>[0]): Buffer {
  return frameBytes({ type: FRAME.headers, flags: END_HEADERS, stream, payload: headerBlock(headers) });
}

export function resetFrame(stream: number, code: number): Buffer {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(code);
  return frameBytes({ type: FRAME.rstStream, stream, payload });
}

/** What a client sends first. */
export const OPENING = Buffer.concat([PREFACE, frameBytes({ type: FRAME.settings })]);

/** The headers of a valid gRPC call. */
export const callHeaders = (key: string, path = GET_FORECAST) =>
  [
    [":method", "POST"],
    [":scheme", "http"],
    [":path", path],
    [":authority", "a.example"],
    ["content-type", "application/grpc"],
    ["te", "trailers"],
    ["x-api-key", key],
  ] as const;

export const callHeadersFrame = (key: string) => headersFrame(1, callHeaders(key));

/** A valid request in gRPC's frame. */
export const QUESTION = forecastMessage({ lat: 1, lng: 2 });

export const questionFrame = frameBytes({
  type: FRAME.data,
  flags: END_STREAM,
  stream: 1,
  payload: QUESTION,
});
