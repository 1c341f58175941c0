// HTTP/2 connections for the gRPC port: frames that are right, out of order or wrong in a field, and bytes that are no frames.
import fc from "fast-check";
import type { FuzzKeys } from "./hostile-text.ts";
import { callHeaders, FRAME, frameBytes, headerBlock, OPENING, PREFACE, type Frame } from "./http2-frame.ts";
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
    // Read as a header block, these bytes have indices into empty tables, and change the sizes of tables.
    [1, fc.uint8Array({ maxLength: 60 })],
    [1, mutatedBytes(fc.constant(headerBlock(call)))],
  );
}

const uint32 = (value: number) => Buffer.from(value.toString(16).padStart(8, "0"), "hex");
const numbers = fc.constantFrom(0, 1, 8, 20, 0x7fffffff, 0xffffffff).map(uint32);

const settings = fc
  .array(fc.tuple(fc.nat(9), fc.constantFrom(0, 1, 16_383, 0x7fffffff, 0xffffffff)), { maxLength: 6 })
  .map((pairs) =>
    Buffer.concat(pairs.map(([id, value]) => Buffer.concat([Buffer.of(0, id), uint32(value)]))),
  );

function frame(keys: FuzzKeys): fc.Arbitrary<Frame> {
  const flags = fc.constantFrom(0, 0, 1, 4, 4, 5, 0x8, 0x20, 0x28, 0xff);
  const bytes = fc.uint8Array({ maxLength: 40 });
  const known = {
    type: fc.constantFrom(...Object.values(FRAME)),
    flags,
    payload: fc.oneof(numbers, settings, bytes, headerBlocks(keys), fc.constant(Buffer.alloc(8))),
  };
  const data = fc.oneof(fc.constant(Buffer.alloc(5)), bytes);
  const lie = fc.constantFrom(undefined, 0, 8, 16_384, 16_385, 0xffffff);
  return weighted(
    [6, fc.record({ type: fc.constant(FRAME.headers), flags, stream, payload: headerBlocks(keys) })],
    [4, fc.record({ type: fc.constant(FRAME.data), flags, stream, payload: data })],
    [5, fc.record({ ...known, stream })],
    // These frames belong to the connection, not to a stream.
    [5, fc.record({ ...known, stream: fc.constant(0) })],
    [1, fc.record({ type: fc.nat(255), flags, stream, payload: bytes, length: lie })],
  );
}

/** The same frame many times, which is cheap to send and may be expensive to receive. */
const flood = (keys: FuzzKeys) =>
  fc
    .tuple(frame(keys), frame(keys), fc.integer({ min: 2, max: 1_500 }))
    .map(([first, one, times]) => connection([first, ...Array<Frame>(times).fill(one)]));

const connection = (frames: readonly Frame[]): Uint8Array =>
  Buffer.concat([OPENING, ...frames.map(frameBytes)]);

/** Connections of frames, frames with bytes changed, floods, and any bytes. */
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
