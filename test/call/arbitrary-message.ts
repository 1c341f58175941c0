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

/** The bounds of proto/ are among these; `anyInt` and `anyDouble` also try values just beyond them. */
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
  // Texts about as long as proto/ allows, made of characters of one code unit or of two.
  fc
    .tuple(fc.constantFrom("x", "🎾"), fc.constantFrom(0, 1, 63, 64, 65))
    .map(([one, times]) => one.repeat(times)),
);
/** Whole seconds, as this service writes them. */
const anyTimestamp = fc
  .integer({ min: 0, max: 4_102_444_800 })
  .map((seconds) => ({ seconds: BigInt(seconds), nanos: 0 }));

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
  if (field.fieldKind === "map") throw new Error(`${field.toString()}: there are no maps in proto/`);
  const value = arbitraryValue(field);
  if (field.fieldKind !== "list") return value;
  return fc.oneof(
    { weight: 9, arbitrary: fc.array(value, { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.array(value, { minLength: 18, maxLength: 50 }) },
  );
}

const SCALARS: Readonly<Partial<Record<ScalarType, fc.Arbitrary<unknown>>>> = {
  [ScalarType.DOUBLE]: anyDouble,
  [ScalarType.INT32]: anyInt,
  [ScalarType.STRING]: anyText,
  [ScalarType.BOOL]: fc.boolean(),
};

function arbitraryValue({ message, enum: choices, scalar, name }: DescField): fc.Arbitrary<unknown> {
  if (message?.typeName === TimestampSchema.typeName) return anyTimestamp;
  if (message !== undefined) return arbitraryInit(message);
  if (choices !== undefined) return fc.constantFrom(...choices.values.map(({ number }) => number));
  const any = scalar && SCALARS[scalar];
  if (any === undefined) throw new Error(`${name}: there are no such scalars in proto/`);
  return any;
}
