// HTTP/2 connections for the gRPC port: frames that are right, in wrong places, with lies in them, or none at all.
import fc from "fast-check";
import type { FuzzKeys } from "./hostile-text.ts";
import {
  callHeaders,
  END_HEADERS,
  FRAME,
  frameBytes,
  headerBlock,
  OPENING,
  PREFACE,
  type Frame,
} from "./http2-frame.ts";
import { weighted } from "./choices.ts";
import { mutatedBytes } from "./hostile-bytes.ts";

const stream = weighted([6, fc.constantFrom(1, 3, 5, 7)], [1, fc.constantFrom(0, 2, 0x7fffffff, 0xffffffff)]);

const ODD_HEADERS: readonly (readonly [string, string])[] = [
  ["content-length", "0"],
  ["connection", "close"],
  ["X-Upper", "1"],
  [":path", "/twice"],
  [":unknown", "x"],
  ["grpc-timeout", "1m"],
  ["", ""],
  ["x", "\u0000"],
  ["x-long", "x".repeat(70_000)],
  ["transfer-encoding", "chunked"],
];

function headerBlocks({ good }: FuzzKeys): fc.Arbitrary<Uint8Array> {
  const call = callHeaders(good);
  const odd = fc.array(fc.constantFrom(...ODD_HEADERS), { minLength: 1, maxLength: 3 });
  const many = fc.array(fc.constant(["x-many", "1"] as const), { minLength: 100, maxLength: 400 });
  return weighted(
    [6, fc.constant(headerBlock(call))],
    [3, fc.oneof(odd, odd, many).map((others) => headerBlock([...call, ...others]))],
    [1, fc.nat({ max: 7 }).map((missing) => headerBlock(call.filter((_, i) => i !== missing)))],
    // Indices into tables that are empty, and sizes that change.
    [1, fc.uint8Array({ maxLength: 60 })],
    [1, mutatedBytes(fc.constant(headerBlock(call)))],
  );
}

const uint32 = (value: number) => Buffer.from(value.toString(16).padStart(8, "0"), "hex");

const setting = (id: number, value: number) => Buffer.concat([Buffer.of(0, id), uint32(value)]);

const settings = fc
  .array(fc.tuple(fc.nat(9), fc.constantFrom(0, 1, 16_383, 0x7fffffff, 0xffffffff)), { maxLength: 6 })
  .map((pairs) => Buffer.concat(pairs.map((pair) => setting(...pair))));

function frame(keys: FuzzKeys): fc.Arbitrary<Frame> {
  const anyFlags = fc.constantFrom(0, 0, 1, 4, 4, 5, 0x8, 0x20, 0x28, 0xff);
  const bytes = fc.uint8Array({ maxLength: 40 });
  const of = (type: number, payload: fc.Arbitrary<Uint8Array>) =>
    fc.record({ type: fc.constant(type), flags: anyFlags, stream, payload });
  const numbers = fc.constantFrom(0, 1, 8, 20, 0x7fffffff, 0xffffffff).map(uint32);
  const priority = fc.constantFrom(Buffer.of(0, 0, 0, 1, 16), Buffer.of(0x80, 0, 0, 3, 0), Buffer.alloc(0));
  const lying = fc.record({
    type: fc.nat(255),
    flags: anyFlags,
    stream,
    payload: bytes,
    length: fc.constantFrom(undefined, 0, 8, 16_384, 16_385, 0xffffff),
  });
  return weighted(
    [6, of(FRAME.headers, headerBlocks(keys))],
    [4, of(FRAME.data, fc.oneof(fc.constant(Buffer.alloc(5)), bytes))],
    [2, of(FRAME.rstStream, numbers)],
    [2, of(FRAME.windowUpdate, numbers)],
    [2, of(FRAME.settings, settings).map(onConnection)],
    [1, of(FRAME.ping, fc.oneof(bytes, fc.constant(Buffer.alloc(8)))).map(onConnection)],
    [1, of(FRAME.priority, priority)],
    [1, of(FRAME.continuation, headerBlocks(keys))],
    [1, fc.oneof(of(FRAME.pushPromise, bytes), of(FRAME.goaway, bytes))],
    [1, lying],
  );
}

/** Of the connection rather than of a stream. */
const onConnection = (frame: Frame): Frame => ({ ...frame, stream: 0 });

/** The same small thing many times: what is cheap to send and may not be cheap to take. */
function flood(keys: FuzzKeys): fc.Arbitrary<Uint8Array> {
  const head = headerBlocks(keys).map((payload) => ({ type: FRAME.headers, flags: END_HEADERS, payload }));
  const resets = fc.tuple(head, fc.integer({ min: 2, max: 120 })).map(([one, times]) =>
    connection(
      Array.from({ length: times }, (_, i) => [
        { ...one, stream: 2 * i + 1 },
        { type: FRAME.rstStream, stream: 2 * i + 1, payload: uint32(8) },
      ]).flat(),
    ),
  );
  const repeated = fc.constantFrom<Frame>(
    { type: FRAME.ping, payload: Buffer.alloc(8) },
    { type: FRAME.settings, payload: setting(4, 0) },
    { type: FRAME.data, stream: 1 },
    { type: FRAME.continuation, stream: 1 },
    { type: FRAME.windowUpdate, stream: 1, payload: uint32(0x7fffffff) },
    { type: FRAME.priority, stream: 1, payload: Buffer.of(0, 0, 0, 1, 0) },
  );
  const others = fc
    .tuple(repeated, head, fc.integer({ min: 2, max: 1_500 }))
    .map(([one, first, times]) =>
      connection([
        { ...first, flags: one.type === FRAME.continuation ? 0 : END_HEADERS, stream: 1 },
        ...Array<Frame>(times).fill(one),
      ]),
    );
  return fc.oneof(resets, others);
}

const connection = (frames: readonly Frame[]): Uint8Array =>
  Buffer.concat([OPENING, ...frames.map(frameBytes)]);

/** Connections of frames, floods, and bytes that are none of both. */
export function hostileFrames(keys: FuzzKeys): fc.Arbitrary<readonly Uint8Array[]> {
  const frames = fc.array(frame(keys), { minLength: 1, maxLength: 12 }).map(connection);
  const noise = fc.tuple(fc.constantFrom(PREFACE, Buffer.alloc(0)), fc.uint8Array({ maxLength: 300 }));
  return weighted(
    [8, frames.map((bytes) => [bytes])],
    [2, mutatedBytes(frames).map((bytes) => [bytes])],
    [1, flood(keys).map((bytes) => [bytes])],
    [1, noise],
  );
}
