// Bytes with some of them changed; bodies that are compressed, uncompressed or wrongly compressed; and gRPC frames around them.
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { frame } from "../doors/grpc/client/misbehaving-core.ts";
import { weighted } from "./choices.ts";

export interface EncodedBody {
  /** The encoding that the request states; undefined if it states none. */
  readonly encoding: string | undefined;
  readonly bytes: Uint8Array;
}

/** 16 MiB of zeros in 16 kB. */
const BOMB = gzipSync(Buffer.alloc(16 * 1024 * 1024));

const COMPRESS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: (bytes) => gzipSync(bytes, { level: 1 }),
  br: (bytes) => brotliCompressSync(bytes, { params: { 1: 1 } }),
  deflate: (bytes) => deflateSync(bytes, { level: 1 }),
};

type Lie = "none" | "cut" | "not compressed" | "bomb" | "trailing";

const lie = weighted(
  [5, fc.constant<Lie>("none")],
  [2, fc.constantFrom<Lie>("cut", "not compressed", "trailing", "bomb")],
);

/** A body: mostly as it is, otherwise compressed or with an encoding that it does not have. */
export function encodedBody(bytes: Uint8Array): fc.Arbitrary<EncodedBody> {
  return weighted(
    [8, fc.constant({ encoding: undefined, bytes })],
    [1, fc.constantFrom("identity", "zstd", "x", "").map((encoding) => ({ encoding, bytes }))],
    [
      3,
      fc
        .tuple(fc.constantFrom("gzip", "br", "deflate"), lie)
        .map(([encoding, how]) => ({ encoding, bytes: compressed(bytes, encoding, how) })),
    ],
  );
}

function compressed(bytes: Uint8Array, encoding: string, how: Lie): Uint8Array {
  const packed = COMPRESS[encoding]?.(bytes) ?? bytes;
  return {
    none: packed,
    cut: packed.subarray(0, packed.length >> 1),
    "not compressed": bytes,
    trailing: Buffer.concat([packed, Buffer.from("more")]),
    bomb: BOMB,
  }[how];
}

/** The message after gRPC's flag and length, five bytes that may be wrong; also no message, several, or half of one. */
export function framed({ encoding, bytes }: EncodedBody): fc.Arbitrary<Uint8Array> {
  const honest = frame(bytes, { flag: encoding === undefined ? 0 : 1 });
  return weighted(
    [8, fc.constant(honest)],
    [
      1,
      fc
        .tuple(
          fc.constantFrom(0, 1, 2, 3, 0x80, 0x81, 0xff),
          fc.constantFrom(0, 1, bytes.length, bytes.length + 1, 4_096, 4_097, 8_193, 0x7fffffff, 0xffffffff),
        )
        .map(([flag, length]) => frame(bytes, { flag, length })),
    ],
    [1, fc.nat({ max: honest.length }).map((length) => honest.subarray(0, length))],
    [1, fc.constantFrom(Buffer.alloc(0), Buffer.alloc(5), Buffer.concat([honest, honest]))],
    [1, fc.constant(Buffer.concat([honest, Buffer.from([0])]))],
  );
}

const change = fc.record({
  kind: fc.constantFrom("flip", "cut", "insert", "repeat"),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 12 }),
});

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** The bytes with up to three places changed. */
export function mutatedBytes(original: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> {
  return fc
    .tuple(original, fc.array(change, { maxLength: 3 }))
    .map(([bytes, changes]) => changes.reduce<Uint8Array>(changed, bytes));
}

function changed(bytes: Uint8Array, { kind, at, bytes: other }: Change): Uint8Array {
  const place = Math.floor(at * bytes.length);
  const before = bytes.subarray(0, place);
  const after = bytes.subarray(place);
  switch (kind) {
    case "flip":
      return Buffer.concat([before, after.map((byte, i) => (i === 0 ? byte ^ (other[0] ?? 0) : byte))]);
    case "cut":
      return before;
    case "insert":
      return Buffer.concat([before, other, after]);
    default:
      return Buffer.concat([bytes, after]);
  }
}
