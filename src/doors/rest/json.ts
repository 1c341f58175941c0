// Messages as JSON text: proto names, lower-case enum words, zero values written, times as 2026-11-21T14:00:00Z.
import type { DescMessage, Message } from "@bufbuild/protobuf";
import { isMessage } from "@bufbuild/protobuf";
import { TimestampSchema } from "@bufbuild/protobuf/wkt";
import { isoTime } from "../../iso-time.ts";
import { Stretch, stretchOf } from "../../written-list.ts";
import {
  type EnumWords,
  type FieldShape,
  type ValueShape,
  fieldShapes,
  isMarkedOptional,
} from "./field-shape.ts";

/** `request` is what the message answers, if it answers one. */
export type JsonWriter = (message: Message, request?: Message) => string;

type ValueWriter = (value: unknown) => string;
type MemberWriter = (text: string, value: unknown) => string;

/**
 * Compiles a message type to a function that writes it; throws where the type has something JSON cannot hold. The
 * function throws on a value that must not occur, such as NaN, rather than write something else in its place.
 *
 * A list that is left out when it is empty is written all the same for a request that asks for it, by a field of its name that is
 * marked OPTIONAL: who asks for alternatives is told that there are none.
 *
 * A forecast of 168 hours takes half the time of toJsonString, and less than JSON.stringify of an object made from the message.
 */
export function compileJsonWriter(message: DescMessage, request?: DescMessage): JsonWriter {
  return messageWriter(message, [], request);
}

function messageWriter(
  message: DescMessage,
  parents: readonly DescMessage[],
  request?: DescMessage,
): JsonWriter {
  if (parents.includes(message))
    throw new Error(`${message.typeName}: recursive messages are not supported.`);
  const members = fieldShapes(message).map((shape) => {
    const { localName } = shape.field;
    const write = memberWriter(shape, [...parents, message]);
    const question = questionFor(shape, request);
    const asked = { ...shape, isAlwaysWritten: true };
    const writeAsked = question === undefined ? write : memberWriter(asked, [...parents, message]);
    return { localName, write, question, writeAsked };
  });
  return (value, answered) => {
    const stretch = stretchOf(value);
    let text = "{";
    for (const { localName, write, question, writeAsked } of members) {
      const isAsked = question !== undefined && valueOf(answered, question) !== undefined;
      const shown = stretch?.field === localName ? stretch : valueOf(value, localName);
      text = (isAsked ? writeAsked : write)(text, shown);
    }
    return `${text}}`;
  };
}

/** The field of a request that asks for a list of its answer. */
function questionFor({ field, isList }: FieldShape, request: DescMessage | undefined): string | undefined {
  const question = isList ? request?.field[field.localName] : undefined;
  return question !== undefined && isMarkedOptional(question) ? question.localName : undefined;
}

function valueOf(message: Message | undefined, localName: string): unknown {
  return (message as Record<string, unknown> | undefined)?.[localName];
}

/** Adds `"name":value` to what is written of the message so far, or nothing for a field that is left out. */
function memberWriter(shape: FieldShape, parents: readonly DescMessage[]): MemberWriter {
  const { isAlwaysWritten } = shape;
  const key = `${JSON.stringify(shape.name)}:`;
  const nextKey = `,${key}`;
  const write = shape.isList ? listWriter(shape, parents) : valueWriter(shape.value, parents);
  const isLeftOut = (value: unknown) =>
    !isAlwaysWritten && (shape.isList ? (value as readonly unknown[]).length === 0 : value === undefined);
  return (text, value) => (isLeftOut(value) ? text : text + (text === "{" ? key : nextKey) + write(value));
}

function listWriter({ field, value }: FieldShape, parents: readonly DescMessage[]): ValueWriter {
  const write = valueWriter(value, parents);
  const form = { write, between: "," };
  return (items) => {
    if (items instanceof Stretch) return `[${items.text(form)}]`;
    if (!Array.isArray(items)) throw invalid(field.toString());
    let text = "[";
    for (let i = 0; i < items.length; i++) text += (i === 0 ? "" : ",") + write(items[i]);
    return `${text}]`;
  };
}

function valueWriter(shape: ValueShape, parents: readonly DescMessage[]): ValueWriter {
  switch (shape.kind) {
    case "double":
    case "integer":
      return writeNumber;
    case "bool":
      return writeBool;
    case "string":
      return writeString;
    case "timestamp":
      return writeTimestamp;
    case "enum":
      return enumWriter(shape.words);
    case "message": {
      const write = messageWriter(shape.message, parents);
      return (value) => write(value as Message);
    }
  }
}

function writeNumber(value: unknown): string {
  // `${-0}` is "0", as it is to be.
  if (!Number.isFinite(value)) throw invalid("a number");
  return `${value as number}`;
}

function writeBool(value: unknown): string {
  return value === true ? "true" : "false";
}

function writeString(value: unknown): string {
  if (typeof value !== "string") throw invalid("a string");
  return JSON.stringify(value);
}

function writeTimestamp(value: unknown): string {
  if (!isMessage(value, TimestampSchema)) throw invalid("a time");
  return `"${isoTime(Number(value.seconds) * 1000)}"`;
}

function enumWriter({ enum: desc, wordByNumber }: EnumWords): ValueWriter {
  const quoted = new Map<unknown, string>(
    [...wordByNumber].map(([number, word]) => [number, JSON.stringify(word)]),
  );
  return (value) => {
    const text = quoted.get(value);
    // An open enum may carry numbers this program does not know; a caller would not know them either.
    if (text === undefined) throw invalid(desc.typeName);
    return text;
  };
}

function invalid(what: string): TypeError {
  return new TypeError(`not a value that can be written as JSON: ${what}`);
}
