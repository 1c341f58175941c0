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

/** As /v1 has it: names of the proto, words for enums, and no list that nobody asked for. */
export function jsonFromMessage(desc: DescMessage, message: Message, question: Question): JsonObject {
  const json = toJson(desc, message, { useProtoFieldName: true, alwaysEmitImplicit: true });
  return inWords(desc, json as JsonObject, question);
}

function inWords(desc: DescMessage, json: JsonObject, question: Question): JsonObject {
  return Object.fromEntries(
    desc.fields.flatMap((field) => {
      const value = json[field.name];
      return value === undefined || isLeftOut(field, value, question)
        ? []
        : [
            [
              field.name,
              Array.isArray(value)
                ? value.map((item) => word(field, item, question))
                : word(field, value, question),
            ],
          ];
    }),
  );
}

/** An empty list that is marked OPTIONAL, unless it was asked for by its name. */
function isLeftOut(field: DescField, value: JsonValue, question: Question): boolean {
  const isEmpty = Array.isArray(value) && value.length === 0;
  return isEmpty && hasOption(field, field_behavior) && question[field.name] === undefined;
}

function word({ enum: named, message }: DescField, value: JsonValue, question: Question): JsonValue {
  if (named !== undefined) return enumWord(named, String(value));
  if (message === undefined) return value;
  // Of the well-known types there are times alone; /v1 has them without the fraction.
  return typeof value === "string"
    ? value.replace(/\.\d+/, "")
    : inWords(message, value as JsonObject, question);
}

/** RISK_LEVEL_LOW of RiskLevel is `low`. */
function enumWord({ sharedPrefix = "" }: DescEnum, name: string): string {
  return name.toLowerCase().slice(sharedPrefix.length);
}
