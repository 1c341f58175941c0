import {
  create,
  type DescField,
  type DescMessage,
  type Message,
  type MessageInitShape,
  ScalarType,
} from "@bufbuild/protobuf";
import { TimestampSchema } from "@bufbuild/protobuf/wkt";
import fc from "fast-check";

/** Bounds of proto/ are among them, and what lies just beyond. */
const NUMBERS = [0, 1, -1, 5, 7, 15, 20, 24, 30, 48, 60, 90, 100, 180, 240, 1440];

const anyInt = fc.oneof(
  fc.constantFrom(...NUMBERS.flatMap((number) => [number - 1, number, number + 1])),
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
);
const anyDouble = fc.oneof(
  fc.constantFrom(...NUMBERS.flatMap((number) => [number, -number, number + 1e-9])),
  fc.double(),
);
const anyText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 5 }),
  // Around the longest that proto/ allows, in characters of one code unit and of two.
  fc
    .tuple(fc.constantFrom("x", "🎾"), fc.constantFrom(0, 1, 63, 64, 65))
    .map(([one, times]) => one.repeat(times)),
);

/** Any message of a type: its optional fields set or not, its numbers and texts often at the bounds of proto/. */
export function arbitraryMessage(message: DescMessage): fc.Arbitrary<Message> {
  return arbitraryInit(message).map((init) => create(message, init));
}

function arbitraryInit(message: DescMessage): fc.Arbitrary<MessageInitShape<DescMessage>> {
  const fields = message.fields.map((field) => [field.localName, arbitraryField(field)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] }) as fc.Arbitrary<
    MessageInitShape<DescMessage>
  >;
}

function arbitraryField(field: DescField): fc.Arbitrary<unknown> {
  switch (field.fieldKind) {
    case "list":
      return fc.oneof(
        { weight: 9, arbitrary: fc.array(arbitraryValue(field), { maxLength: 3 }) },
        { weight: 1, arbitrary: fc.array(arbitraryValue(field), { minLength: 18, maxLength: 50 }) },
      );
    case "map":
      throw new Error(`${field.toString()}: there are no maps in proto/`);
    default:
      return arbitraryValue(field);
  }
}

function arbitraryValue(field: Exclude<DescField, { fieldKind: "map" }>): fc.Arbitrary<unknown> {
  if (field.message !== undefined) {
    return field.message.typeName === TimestampSchema.typeName ? anyTimestamp : arbitraryInit(field.message);
  }
  if (field.enum !== undefined) return fc.constantFrom(...field.enum.values.map(({ number }) => number));
  switch (field.scalar) {
    case ScalarType.DOUBLE:
      return anyDouble;
    case ScalarType.INT32:
      return anyInt;
    case ScalarType.STRING:
      return anyText;
    case ScalarType.BOOL:
      return fc.boolean();
    default:
      throw new Error(`${field.toString()}: there are no such scalars in proto/`);
  }
}

/** Whole seconds, as this service writes them. */
const anyTimestamp = fc
  .integer({ min: 0, max: 4_102_444_800 })
  .map((seconds) => ({ seconds: BigInt(seconds), nanos: 0 }));
