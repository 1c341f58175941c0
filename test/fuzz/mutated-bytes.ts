import fc from "fast-check";

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
