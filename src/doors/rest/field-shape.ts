// How a field looks in queries and in JSON: decided once for the query parser, the JSON writer and OpenAPI.
import type { DescEnum, DescEnumValue, DescField, DescMessage } from "@bufbuild/protobuf";
import { ScalarType, getOption, hasOption, isFieldSet } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence, TimestampSchema } from "@bufbuild/protobuf/wkt";
import { Int32RulesSchema, field as fieldRules } from "#gen/buf/validate/validate_pb.ts";
import { FieldBehavior, field_behavior } from "#gen/google/api/field_behavior_pb.ts";

/**
 * The words of an enum in JSON and queries: RISK_LEVEL_LOW of RiskLevel is `low`. Made once from the descriptor, since
 * generated objects have no names for numbers.
 */
export interface EnumWords {
  readonly enum: DescEnum;
  readonly wordByNumber: ReadonlyMap<number, string>;
  /** The values that callers may send or receive, without the zero value "not set". */
  readonly numberByWord: ReadonlyMap<string, number>;
}

/** One value: a singular field's, or an item of a list. */
export type ValueShape =
  | { readonly kind: "double" | "bool" | "string" | "timestamp" }
  | { readonly kind: "integer"; readonly min: number; readonly max: number; readonly hasBounds: boolean }
  | { readonly kind: "enum"; readonly words: EnumWords }
  | { readonly kind: "message"; readonly message: DescMessage };

export interface FieldShape {
  readonly field: DescField;
  /** The name in the proto, which is also the name in queries and JSON. */
  readonly name: string;
  readonly value: ValueShape;
  readonly isList: boolean;
  /** Whether JSON always has the field, whatever its value. Other fields are written only if they are set or not empty. */
  readonly isAlwaysWritten: boolean;
  /**
   * Whether every answer has the field. True for fields that are always written, and for messages that are not marked
   * OPTIONAL: a server always sets those.
   */
  readonly isPromised: boolean;
}

const SIGNED = { kind: "integer", min: -(2 ** 31), max: 2 ** 31 - 1, hasBounds: false } as const;
const UNSIGNED = { kind: "integer", min: 0, max: 2 ** 32 - 1, hasBounds: false } as const;

// The types that are missing here cannot be represented faithfully: JSON numbers cannot hold 64-bit integers, a float does
// not keep the decimal digits that were meant, and bytes have no agreed form in queries.
const SCALARS: ReadonlyMap<ScalarType, ValueShape> = new Map<ScalarType, ValueShape>([
  [ScalarType.DOUBLE, { kind: "double" }],
  [ScalarType.BOOL, { kind: "bool" }],
  [ScalarType.STRING, { kind: "string" }],
  [ScalarType.INT32, SIGNED],
  [ScalarType.SINT32, SIGNED],
  [ScalarType.SFIXED32, SIGNED],
  [ScalarType.UINT32, UNSIGNED],
  [ScalarType.FIXED32, UNSIGNED],
]);

/** The shapes of a message's fields in proto order; throws for a field that has none. */
export function fieldShapes(message: DescMessage): readonly FieldShape[] {
  return message.fields.map((field) => {
    if (field.fieldKind === "map") throw unsupported(field, "maps are");
    if (field.oneof !== undefined) throw unsupported(field, "oneofs are");
    const isList = field.fieldKind === "list";
    const isOptional = isMarkedOptional(field);
    const value = valueShape(field);
    const isAlwaysWritten = isList ? !isOptional : field.presence === FeatureSet_FieldPresence.IMPLICIT;
    const isMessage = value.kind === "message" || value.kind === "timestamp";
    const isPromised = isAlwaysWritten || (isMessage && !isList && !isOptional);
    return { field, name: field.name, value, isList, isAlwaysWritten, isPromised };
  });
}

/** Whether the proto marks the field OPTIONAL, by google.api.field_behavior. */
export function isMarkedOptional(field: DescField): boolean {
  return getOption(field, field_behavior).includes(FieldBehavior.OPTIONAL);
}

function valueShape(field: Exclude<DescField, { fieldKind: "map" }>): ValueShape {
  if (field.message !== undefined) return messageShape(field, field.message);
  if (field.enum !== undefined) return { kind: "enum", words: enumWords(field.enum) };
  const shape = SCALARS.get(field.scalar);
  if (shape === undefined) throw unsupported(field, `${ScalarType[field.scalar].toLowerCase()} is`);
  return shape.kind === "integer" ? { ...shape, hasBounds: hasBounds(field) } : shape;
}

/** Whether a rule of the proto refuses numbers that are too small, and those that are too large. */
function hasBounds(field: DescField): boolean {
  if (!hasOption(field, fieldRules)) return false;
  const { type } = getOption(field, fieldRules);
  if (type.case !== "int32") return false;
  const { gte, lte } = Int32RulesSchema.field;
  return type.value.in.length > 0 || (isFieldSet(type.value, gte) && isFieldSet(type.value, lte));
}

function enumWords(desc: DescEnum): EnumWords {
  const wordByNumber = new Map<number, string>();
  const numberByWord = new Map<string, number>();
  for (const value of desc.values) {
    const word = enumWord(value);
    // Of several names for a number, the first is written.
    if (!wordByNumber.has(value.number)) wordByNumber.set(value.number, word);
    if (word !== "unspecified") numberByWord.set(word, value.number);
  }
  return { enum: desc, wordByNumber, numberByWord };
}

/** The lower-case name without the prefix that all values of the enum share. */
export function enumWord(value: DescEnumValue): string {
  return value.name.toLowerCase().slice(value.parent.sharedPrefix?.length ?? 0);
}

function messageShape(field: DescField, message: DescMessage): ValueShape {
  if (message.typeName === TimestampSchema.typeName) return { kind: "timestamp" };
  // Other well-known types each have a JSON form of their own.
  if (message.file.proto.package === "google.protobuf") throw unsupported(field, `${message.typeName} is`);
  return { kind: "message", message };
}

function unsupported(field: DescField, what: string): Error {
  return new Error(`${field.parent.typeName}.${field.name}: ${what} not supported over HTTP.`);
}
