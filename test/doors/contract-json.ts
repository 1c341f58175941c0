// Protobuf messages as the contract's JSON, derived from protobuf-es' JSON to check the service's JSON writer.
import {
  getOption,
  toJson,
  type DescMessage,
  type JsonObject,
  type JsonValue,
  type Message,
} from "@bufbuild/protobuf";
import { FieldBehavior, field_behavior } from "#gen/google/api/field_behavior_pb.ts";

const ENUM_VALUE =
  /^(?:RECOMMENDATION|RISK_LEVEL|SKIP_REASON|FACTOR|SPORT_ORIGIN|CONDITIONS|CHANGE|LIMITING_MEASURE)_(?<word>[A-Z_]+)$/;

/** Proto names, every scalar written, enums as lower-case words, a list marked OPTIONAL left out when it is empty. */
export function contractJson(schema: DescMessage, message: Message): JsonValue {
  const json = toJson(schema, message, { useProtoFieldName: true, alwaysEmitImplicit: true });
  return withWords(withoutEmptyOptionals(schema, json));
}

/** The same JSON, with the contract's words for enum values. */
export function withWords(json: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(json), (_name, value: unknown) =>
    typeof value === "string" ? (ENUM_VALUE.exec(value)?.groups?.["word"]?.toLowerCase() ?? value) : value,
  ) as JsonValue;
}

function withoutEmptyOptionals(schema: DescMessage, json: JsonValue): JsonValue {
  // A time is a message in the schema, but a string in JSON.
  if (typeof json !== "object") return json;
  const kept: JsonObject = { ...(json as JsonObject) };
  for (const field of schema.fields) {
    const value = kept[field.name];
    if (value === undefined) continue;
    if (Array.isArray(value) && value.length === 0) {
      if (getOption(field, field_behavior).includes(FieldBehavior.OPTIONAL)) delete kept[field.name];
    } else if (field.message !== undefined) {
      const { message } = field;
      kept[field.name] = Array.isArray(value)
        ? value.map((item) => withoutEmptyOptionals(message, item))
        : withoutEmptyOptionals(message, value);
    }
  }
  return kept;
}
