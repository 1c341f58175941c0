// HTTP/2 connections for the gRPC port: frames that are right, in wrong places, with lies in them, or none at all.
import fc from "fast-check";
import type { FuzzKeys } from "./hostile-text.ts";
import {
  callHeaders,
  END_HEADERS,
  END_STREAM,
  FRAME,
  frameBytes,
  headerBlock,
  OPENING,
  PREFACE,
  type Frame,
} from "./http2-frame.ts";
import { weighted } from "./choices.ts";
import { mutatedBytes } from "./hostile-bytes.ts";

const EMPTY = Buffer.alloc(0);
const MESSAGE = Buffer.alloc(5);

const stream = weighted([6, fc.constantFrom(1, 3, 5, 7)], [1, fc.constantFrom(0, 2, 0x7fffffff, 0xffffffff)]);

const uint32 = (values: fc.Arbitrary<number>) =>
  values.map((value) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value >>> 0);
    return bytes;
  });

function headerBlocks({ good }: FuzzKeys): fc.Arbitrary<Buffer> {
  const call = callHeaders(good);
  const odd = fc.constantFrom<readonly [string, string]>(
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
  );
  return weighted(
    [6, fc.constant(headerBlock(call))],
    [2, fc.array(odd, { minLength: 1, maxLength: 3 }).map((others) => headerBlock([...call, ...others]))],
    [1, fc.nat({ max: 7 }).map((missing) => headerBlock(call.filter((_, i) => i !== missing)))],
    [
      1,
      fc
        .integer({ min: 100, max: 400 })
        .map((count) =>
          headerBlock([...call, ...Array.from({ length: count }, (_, i) => [`x-${i}`, "1"] as const)]),
        ),
    ],
    // Indices into tables that are empty, and sizes that change.
    [1, fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes))],
    [1, mutatedBytes(fc.constant(headerBlock(call))).map((bytes) => Buffer.from(bytes))],
  );
}

function frame(keys: FuzzKeys): fc.Arbitrary<Frame> {
  const of = (type: number, flags: fc.Arbitrary<number>, payload: fc.Arbitrary<Uint8Array>) =>
    fc.record({ type: fc.constant(type), flags, stream, payload });
  const anyFlags = fc.constantFrom(0, END_STREAM, END_HEADERS, END_STREAM | END_HEADERS, 0x8, 0x20, 0xff);
  const headersFlags = fc.constantFrom(END_HEADERS, END_HEADERS, END_HEADERS | END_STREAM, 0, 0x28, 0xff);
  const data = fc.oneof(fc.constant(MESSAGE), fc.uint8Array({ maxLength: 40 }));
  const setting = fc.tuple(
    fc.integer({ min: 0, max: 9 }),
    fc.constantFrom(0, 1, 16_383, 0x7fffffff, 0xffffffff),
  );
  const settings = fc.array(setting, { maxLength: 6 }).map(settingsPayload);
  const priority = fc.constantFrom(Buffer.from([0, 0, 0, 1, 16]), Buffer.from([0x80, 0, 0, 3, 0]), EMPTY);
  return weighted(
    [6, of(FRAME.headers, headersFlags, headerBlocks(keys))],
    [4, of(FRAME.data, fc.constantFrom(0, END_STREAM, 0x8), data)],
    [2, of(FRAME.rstStream, fc.constant(0), uint32(fc.nat({ max: 20 })))],
    [2, of(FRAME.windowUpdate, fc.constant(0), uint32(fc.constantFrom(0, 1, 0x7fffffff, 0xffffffff)))],
    [2, of(FRAME.settings, fc.constantFrom(0, 1), settings).map(onConnection)],
    [1, of(FRAME.ping, fc.constantFrom(0, 1), fc.uint8Array({ maxLength: 10 })).map(onConnection)],
    [1, of(FRAME.priority, fc.constant(0), priority)],
    [1, of(FRAME.continuation, anyFlags, headerBlocks(keys))],
    [1, of(FRAME.pushPromise, anyFlags, fc.uint8Array({ maxLength: 20 }))],
    [1, of(FRAME.goaway, fc.constant(0), fc.uint8Array({ maxLength: 20 }))],
    [
      1,
      fc.record({
        type: fc.integer({ min: 0, max: 255 }),
        flags: anyFlags,
        stream,
        payload: fc.uint8Array({ maxLength: 30 }),
        length: fc.constantFrom(undefined, 0, 8, 16_384, 16_385, 0xffffff),
      }),
    ],
  );
}

/** Of the connection rather than of a stream. */
const onConnection = (frame: Frame): Frame => ({ ...frame, stream: 0 });

function settingsPayload(settings: readonly (readonly [number, number])[]): Buffer {
  return Buffer.concat(
    settings.map(([id, value]) => {
      const bytes = Buffer.alloc(6);
      bytes.writeUInt16BE(id);
      bytes.writeUInt32BE(value, 2);
      return bytes;
    }),
  );
}

/** The same small thing many times: what is cheap to send and may not be cheap to take. */
function flood(keys: FuzzKeys): fc.Arbitrary<readonly Uint8Array[]> {
  const headers = headerBlocks(keys).map((payload) => ({ type: FRAME.headers, flags: END_HEADERS, payload }));
  const count = fc.integer({ min: 2, max: 120 });
  const resets = fc.tuple(headers, count).map(([one, times]) =>
    sequence(
      Array.from({ length: times }, (_, i) => [
        { ...one, stream: 2 * i + 1 },
        { type: FRAME.rstStream, stream: 2 * i + 1, payload: Buffer.from([0, 0, 0, 8]) },
      ]).flat(),
    ),
  );
  const others = fc
    .tuple(
      fc.constantFrom<Frame>(
        { type: FRAME.ping, payload: Buffer.alloc(8) },
        { type: FRAME.settings, payload: settingsPayload([[4, 0]]) },
        { type: FRAME.data, stream: 1 },
        { type: FRAME.continuation, stream: 1 },
        { type: FRAME.windowUpdate, stream: 1, payload: Buffer.from([0x7f, 0xff, 0xff, 0xff]) },
        { type: FRAME.priority, stream: 1, payload: Buffer.from([0, 0, 0, 1, 0]) },
      ),
      headers,
      fc.integer({ min: 2, max: 1_500 }),
    )
    .map(([one, head, times]) =>
      sequence([
        { ...head, flags: one.type === FRAME.continuation ? 0 : END_HEADERS, stream: 1 },
        ...Array.from({ length: times }, () => one),
      ]),
    );
  return fc.oneof(resets, others);
}

const sequence = (frames: readonly Frame[]) => [Buffer.concat([OPENING, ...frames.map(frameBytes)])];

/** Connections of frames, floods, and bytes that are none of both. */
export function hostileFrames(keys: FuzzKeys): fc.Arbitrary<readonly Uint8Array[]> {
  const frames = fc.array(frame(keys), { minLength: 1, maxLength: 12 }).map(sequence);
  const bytes = fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 3 });
  return weighted(
    [8, frames],
    [2, mutatedBytes(frames.map((pieces) => Buffer.concat(pieces))).map((changed) => [changed])],
    [1, flood(keys)],
    [
      1,
      fc
        .tuple(fc.constantFrom(PREFACE, EMPTY), bytes)
        .map(([first, noise]) => [first as Uint8Array].concat(noise)),
    ],
  );
}
