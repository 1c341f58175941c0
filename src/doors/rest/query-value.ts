// One value of a query parameter: percent-decoded text in, the field's value or a sentence out.
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { parseIsoTime } from "../../iso-time.ts";
import type { EnumWords, ValueShape } from "./field-shape.ts";

/** The sentence follows the parameter's name. */
export type ParsedValue = { readonly value: unknown } | { readonly problem: string };
export type ValueParser = (text: string) => ParsedValue;

// Exponents are accepted because that is how languages print small numbers: a longitude next to Greenwich is "1e-7".
// Hexadecimal, Infinity, NaN, spaces, a leading + and the empty text are not.
const DECIMAL = /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
const WHOLE = /^-?\d+$/;

/** Compiles the parser for one kind of value; undefined for a message, which a query cannot hold. */
export function valueParser(shape: ValueShape): ValueParser | undefined {
  switch (shape.kind) {
    case "double":
      return parseDouble;
    case "integer":
      return integerParser(shape);
    case "bool":
      return parseBool;
    case "string":
      return (text) => ({ value: text });
    case "timestamp":
      return parseTimestamp;
    case "enum":
      return enumParser(shape.words);
    case "message":
      return undefined;
  }
}

function parseDouble(text: string): ParsedValue {
  if (!DECIMAL.test(text)) return { problem: "must be a decimal number such as 51.5." };
  const value = Number(text);
  return Number.isFinite(value) ? { value } : { problem: "is too large a number." };
}

function integerParser({ min, max }: { min: number; max: number }): ValueParser {
  return (text) => {
    if (!WHOLE.test(text)) return { problem: "must be a whole number such as 60." };
    const value = Number(text);
    if (value < min || value > max) return { problem: `must be from ${min} to ${max}.` };
    // "-0" reads as minus zero, which no integer is.
    return { value: value + 0 };
  };
}

function parseBool(text: string): ParsedValue {
  if (text === "true") return { value: true };
  return text === "false" ? { value: false } : { problem: "must be true or false." };
}

function parseTimestamp(text: string): ParsedValue {
  const time = parseIsoTime(text);
  return "problem" in time ? time : { value: timestampFromMs(time.ms) };
}

function enumParser({ numberByWord }: EnumWords): ValueParser {
  const problem = `must be one of ${[...numberByWord.keys()].join(", ")}.`;
  return (text) => {
    const value = numberByWord.get(text);
    return value === undefined ? { problem } : { value };
  };
}
