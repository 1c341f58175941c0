// Messages in every encoding: right ones, right ones with bytes changed, and other bytes.
import fc from "fast-check";
import { weighted, wordOf } from "./choices.ts";
import { mutatedBytes } from "./hostile-bytes.ts";
import { nastyText } from "./hostile-text.ts";
import { METHODS, usualMessage, type EncodedMessage } from "./usual-message.ts";

/** Tags, lengths and values in any order: unknown fields, wrong wire types, groups, lengths that lie. */
const wireNoise = fc
  .array(
    fc.oneof(
      fc
        .tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 7 }))
        .map(([field, type]) => [(field << 3) | type]),
      fc.constantFrom(
        [0xff, 0xff, 0xff, 0xff, 0x0f],
        [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
        [0x1a, 0x00],
      ),
      fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 8 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => Uint8Array.from(parts.flat()));

/** Groups within groups, deeper than any parser wants to recurse. */
const deepGroups = fc.integer({ min: 1, max: 20_000 }).map((depth) => new Uint8Array(depth).fill(0x0b));

const deepJson = fc.integer({ min: 1, max: 10_000 }).map((depth) => Buffer.from('{"a":'.repeat(depth)));

const otherBinary = weighted([3, wireNoise], [2, fc.uint8Array({ maxLength: 200 })], [1, deepGroups]);

const otherJson = weighted(
  [4, fc.json().map((json) => Buffer.from(json))],
  [
    2,
    fc
      .dictionary(wordOf("lat lng slots startTime start_time sport days __proto__ month"), fc.jsonValue(), {
        maxKeys: 5,
      })
      .map((object) => Buffer.from(JSON.stringify(object))),
  ],
  [
    2,
    fc
      .tuple(fc.constantFrom("sport", "month", "start_time"), nastyText)
      .map(([name, value]) => Buffer.from(JSON.stringify({ lat: 1, lng: 2, [name]: value }))),
  ],
  [1, fc.uint8Array({ maxLength: 100 })],
  [1, deepJson],
);

export const hostileMessage: fc.Arbitrary<EncodedMessage> = weighted(
  [6, usualMessage],
  [
    3,
    usualMessage.chain((one) =>
      fc.record({
        method: fc.constant(one.method),
        binary: mutatedBytes(fc.constant(one.binary)),
        json: mutatedBytes(fc.constant(one.json)),
      }),
    ),
  ],
  [
    2,
    fc.record({
      method: fc.constantFrom(...METHODS),
      binary: otherBinary,
      json: otherJson,
    }),
  ],
);
