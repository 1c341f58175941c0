import {
  hasOption,
  toJson,
  type DescEnum,
  type DescField,
  type DescMessage,
  type JsonObject,
  type JsonValue,
  type Message,
} from "@bufbuild/protobuf";
import { field_behavior } from "#gen/google/api/field_behavior_pb.js";
import type { Question } from "../ask.ts";

/** Returns the JSON of /v1: proto field names, words for enums, and no empty optional list unless the question names it. */
export function jsonFromMessage(desc: DescMessage, message: Message, question: Question): JsonObject {
  const json = toJson(desc, message, { useProtoFieldName: true, alwaysEmitImplicit: true });
  return inWords(desc, json as JsonObject, question);
}

function inWords(desc: DescMessage, json: JsonObject, question: Question): JsonObject {
  return Object.fromEntries(
    desc.fields.flatMap((field) => {
      const value = json[field.name];
      if (value === undefined || isLeftOut(field, value, question)) return [];
      return [[field.name, eachValue(value, (item) => word(field, item, question))]];
    }),
  );
}

function eachValue(value: JsonValue, valueOf: (item: JsonValue) => JsonValue): JsonValue {
  return Array.isArray(value) ? value.map(valueOf) : valueOf(value);
}

/** Whether the field is an empty list marked OPTIONAL that the question does not name. */
function isLeftOut(field: DescField, value: JsonValue, question: Question): boolean {
  const isEmpty = Array.isArray(value) && value.length === 0;
  return isEmpty && hasOption(field, field_behavior) && question[field.name] === undefined;
}

function word({ enum: named, message }: DescField, value: JsonValue, question: Question): JsonValue {
  if (named !== undefined) return enumWord(named, String(value));
  if (message === undefined) return value;
  // Timestamps are the only well-known type in use; /v1 has them without fractions of a second.
  return typeof value === "string"
    ? value.replace(/\.\d+/, "")
    : inWords(message, value as JsonObject, question);
}

/** RISK_LEVEL_LOW of RiskLevel is `low`. */
function enumWord({ sharedPrefix = "" }: DescEnum, name: string): string {
  return name.toLowerCase().slice(sharedPrefix.length);
}

/** Turns a question to /v1 into Protobuf JSON: the words of enums become their names in proto/. */
export function withEnumNames(desc: DescMessage, json: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => {
      const field = desc.fields.find((each) => each.name === name);
      return [name, field === undefined ? value : eachValue(value, (item) => named(field, item))];
    }),
  );
}

function named({ enum: desc, message }: DescField, value: JsonValue): JsonValue {
  if (desc !== undefined) {
    const isMeant = ({ name }: DescEnum["values"][number]) => enumWord(desc, name) === value;
    return desc.values.find(isMeant)?.name ?? value;
  }
  const isMessage = message !== undefined && typeof value === "object" && value !== null;
  return isMessage ? withEnumNames(message, value as JsonObject) : value;
}
