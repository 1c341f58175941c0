// Writes messages as JSON text: proto names, lower-case enum words, zeros written, times as 2026-11-21T14:00:00Z.
import type { DescMessage, Message } from "@bufbuild/protobuf";
import { isMessage } from "@bufbuild/protobuf";
import { TimestampSchema } from "@bufbuild/protobuf/wkt";
import { isoTime } from "../../lib/time/iso-time.ts";
import { Stretch, stretchOf } from "../../call/written-list.ts";
import {
  type EnumWords,
  type FieldShape,
  type ValueShape,
  fieldShapes,
  isMarkedOptional,
} from "./field-shape.ts";

/** `request` is the message that this one answers, if any. */
type JsonWriter = (message: Message, request?: Message) => string;

type ValueWriter = (value: unknown) => string;
type Fields = Readonly<Record<string, unknown>>;

/**
 * Compiles the writer of a message type; throws if the type cannot be written as JSON. The writer throws on an impossible
 * value such as NaN, rather than write something else.
 * An empty OPTIONAL list is left out, unless the request set an OPTIONAL field of the same name: a caller who asks for
 * alternatives learns that there are none.
 * For a forecast of 168 hours, the writer takes half as long as toJsonString, and less than JSON.stringify of an object
 * made from the message.
 */
export function compileJsonWriter(
  message: DescMessage,
  request?: DescMessage,
  parents: readonly DescMessage[] = [],
): JsonWriter {
  if (parents.includes(message))
    throw new Error(`${message.typeName}: recursive messages are not supported.`);
  const within = [...parents, message];
  const members = fieldShapes(message).map((shape) => {
    const { field, isList, isAlwaysWritten } = shape;
    const key = `${JSON.stringify(shape.name)}:`;
    const write = isList ? listWriter(shape, within) : valueWriter(shape.value, within);
    const requestedBy = fieldRequesting(shape, request);
    return {
      localName: field.localName,
      isList,
      isAlwaysWritten,
      key,
      nextKey: `,${key}`,
      write,
      requestedBy,
    };
  });
  return (value, requestMessage) => {
    const stretch = stretchOf(value);
    const fields = value as Message & Fields;
    const requested = requestMessage as (Message & Fields) | undefined;
    let text = "{";
    for (const { localName, isList, isAlwaysWritten, key, nextKey, write, requestedBy } of members) {
      const shown = stretch?.field === localName ? stretch : fields[localName];
      if (!isAlwaysWritten) {
        const isRequested = requestedBy !== undefined && requested?.[requestedBy] !== undefined;
        const isEmpty = isList ? (shown as readonly unknown[]).length === 0 : shown === undefined;
        if (isEmpty && !isRequested) continue;
      }
      text += (text === "{" ? key : nextKey) + write(shown);
    }
    return `${text}}`;
  };
}

/** The request's field that asks for a list of the answer. */
function fieldRequesting(
  { field, isList }: FieldShape,
  request: DescMessage | undefined,
): string | undefined {
  const requesting = isList ? request?.field[field.localName] : undefined;
  return requesting !== undefined && isMarkedOptional(requesting) ? requesting.localName : undefined;
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
      return writeNumber;
    case "integer":
      return writeInteger;
    case "bool":
      return writeBool;
    case "string":
      return writeString;
    case "timestamp":
      return writeTimestamp;
    case "enum":
      return enumWriter(shape.words);
    case "message": {
      const write = compileJsonWriter(shape.message, undefined, parents);
      return (value) => write(value as Message);
    }
  }
}

function writeNumber(value: unknown): string {
  // `${-0}` is "0", as it should be.
  if (!Number.isFinite(value)) throw invalid("a number");
  return `${value as number}`;
}

/** Of 32 bits, with or without a sign. */
function writeInteger(value: unknown): string {
  if (!Number.isInteger(value)) throw invalid("a whole number");
  if ((value as number) < -0x8000_0000 || (value as number) > 0xffff_ffff)
    throw invalid("a number of 32 bits");
  return `${value as number}`;
}

function writeBool(value: unknown): string {
  return value === true ? "true" : "false";
}

function writeString(value: unknown): string {
  if (typeof value !== "string") throw invalid("a string");
  return JSON.stringify(value);
}

/** The end of the year 9999, the last that a time of RFC 3339 can have. */
const SECONDS_MAX = 253_402_300_799;

function writeTimestamp(value: unknown): string {
  if (!isMessage(value, TimestampSchema)) throw invalid("a time");
  const seconds = Number(value.seconds);
  if (seconds < 0 || seconds > SECONDS_MAX) throw invalid("a time before the year 10000");
  return `"${isoTime(seconds * 1000)}"`;
}

function enumWriter({ enum: desc, wordByNumber }: EnumWords): ValueWriter {
  const quoted = new Map<unknown, string>(
    [...wordByNumber].map(([number, word]) => [number, JSON.stringify(word)]),
  );
  return (value) => {
    const text = quoted.get(value);
    // An open enum may have numbers that this program does not know, and neither would a caller.
    if (text === undefined) throw invalid(desc.typeName);
    return text;
  };
}

function invalid(what: string): TypeError {
  return new TypeError(`not a value that can be written as JSON: ${what}`);
}
