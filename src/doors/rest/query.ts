// Query strings as request messages. What protovalidate can say (required, bounds) is not said here.
import type { DescMessage, Message, MessageInitShape } from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { type Clock, systemClock } from "../../clock.ts";
import { VIOLATIONS_MAX, type FieldViolation } from "../../fault.ts";
import { parseIsoTime } from "../../iso-time.ts";
import { nearestName } from "../../nearest-name.ts";
import { fieldShapes, type EnumWords, type ValueShape } from "./field-shape.ts";
import { meantNames } from "./typed-names.ts";

/** A query string read: the message, as far as it can be, and what is wrong with the rest. */
export interface ParsedQuery {
  readonly message: Message;
  readonly violations: readonly FieldViolation[];
}

/** Takes what follows the "?", still percent-encoded; never throws. */
export type QueryParser = (query: string) => ParsedQuery;

// What advertising and newsletters add to any link, so that a caller who passes a visitor's query on is not refused.
// Every other unknown parameter is: it is most likely a misspelt one.
const IGNORED = /^(?:utm_.*|fbclid|gclid)$/;

const SHOWN_NAME_CHARS_MAX = 64;

interface Parameter {
  readonly name: string;
  readonly localName: string;
  readonly isList: boolean;
  readonly parse: ValueParser;
}

interface Reading {
  /** Values by the message's property names. */
  readonly init: Record<string, unknown>;
  /** The spelling each parameter came in; more than one value of a list may come in the same. */
  readonly spellings: Map<Parameter, string>;
  readonly violations: FieldViolation[];
}

/** Compiles the parser of a request message; throws where a field cannot be a query parameter. The clock is for examples. */
export function compileQueryParser(message: DescMessage, clock: Clock = systemClock): QueryParser {
  const parameters = new Map<string, Parameter>();
  const names: string[] = [];
  for (const { name, field, isList, value } of fieldShapes(message)) {
    const parse = valueParser(value, clock);
    if (parse === undefined) throw new Error(`${message.typeName}.${name}: a query cannot hold a message.`);
    const parameter = { name, localName: field.localName, isList, parse };
    parameters.set(name, parameter).set(field.jsonName, parameter);
    names.push(name);
  }
  return (query) => {
    const reading: Reading = { init: {}, spellings: new Map(), violations: [] };
    for (const pair of query.split("&")) {
      if (pair !== "") readPair(pair, parameters, names, reading);
      if (reading.violations.length >= VIOLATIONS_MAX) break;
    }
    const { init, violations } = reading;
    // The parsers make the values that the fields' types ask for, one by one, where no compiler can follow.
    return { message: create(message, init as MessageInitShape<DescMessage>), violations };
  };
}

function readPair(
  pair: string,
  parameters: ReadonlyMap<string, Parameter>,
  names: readonly string[],
  reading: Reading,
): void {
  const equals = pair.indexOf("=");
  const rawName = equals < 0 ? pair : pair.slice(0, equals);
  const spelling = decoded(rawName) ?? rawName;
  const parameter = parameters.get(spelling);
  if (parameter === undefined) {
    if (!IGNORED.test(spelling)) reading.violations.push(unknownParameter(spelling, names));
    return;
  }
  const description = readValue(parameter, spelling, equals < 0 ? "" : pair.slice(equals + 1), reading);
  if (description === undefined) return;
  const isKnown = reading.violations.some(
    (violation) => violation.field === parameter.name && violation.description === description,
  );
  if (!isKnown) reading.violations.push({ field: parameter.name, description });
}

/** Adds the value to the reading, or returns what is wrong with it. */
function readValue(
  parameter: Parameter,
  spelling: string,
  rawText: string,
  { init, spellings }: Reading,
): string | undefined {
  const earlier = spellings.get(parameter);
  if (earlier !== undefined && (!parameter.isList || earlier !== spelling)) {
    return earlier === spelling
      ? "is given twice: give it once."
      : `is given twice, also as ${spelling === parameter.name ? earlier : spelling}: give it once.`;
  }
  spellings.set(parameter, spelling);
  const text = decoded(rawText);
  if (text === undefined) return "is not valid percent-encoded UTF-8.";
  if (!parameter.isList) {
    const parsed = parameter.parse(text);
    if ("problem" in parsed) return parsed.problem;
    init[parameter.localName] = parsed.value;
    return undefined;
  }
  // Split after decoding: many clients send the comma as %2C. An item can therefore hold no comma.
  const list = (init[parameter.localName] ??= []) as unknown[];
  for (const item of text.split(",")) {
    if (item === "") return "has an empty item: separate the values by single commas.";
    const parsed = parameter.parse(item);
    if ("problem" in parsed) return parsed.problem;
    list.push(parsed.value);
  }
  return undefined;
}

/** Form-decoded text ("+" is a space), undefined when it is malformed. */
function decoded(text: string): string | undefined {
  if (!text.includes("%") && !text.includes("+")) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

function unknownParameter(name: string, names: readonly string[]): FieldViolation {
  const reason = "UNKNOWN_PARAMETER";
  const isLong = name.length > SHOWN_NAME_CHARS_MAX;
  const field = isLong ? `${name.slice(0, SHOWN_NAME_CHARS_MAX).toWellFormed()}…` : name;
  if (names.length === 0) return { field, description: "is unknown: there are no parameters here.", reason };
  const meant = meantNames(field, names);
  const nearest = meant === undefined ? nearestName(field, names) : meant[0];
  const help =
    nearest === undefined ? `. The parameters are ${names.join(", ")}.` : `; did you mean ${nearest}?`;
  return {
    field,
    description: `is unknown${help}`,
    reason,
    ...(nearest !== undefined && { meant: nearest }),
  };
}

/** One value: the field's, or a sentence that follows the parameter's name. */
type ParsedValue = { readonly value: unknown } | { readonly problem: string };
/** Takes percent-decoded text. */
type ValueParser = (text: string) => ParsedValue;

// Exponents are accepted because that is how languages print small numbers: a longitude next to Greenwich is "1e-7".
// Hexadecimal, Infinity, NaN, spaces, a leading + and the empty text are not.
const DECIMAL = /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
const WHOLE = /^-?\d+$/;

/** Compiles the parser for one kind of value; undefined for a message, which a query cannot hold. */
function valueParser(shape: ValueShape, clock: Clock): ValueParser | undefined {
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
      return (text) => parseTimestamp(text, clock);
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

function parseTimestamp(text: string, clock: Clock): ParsedValue {
  const time = parseIsoTime(text, clock.nowMs());
  return "problem" in time ? time : { value: timestampFromMs(time.ms) };
}

function enumParser({ numberByWord }: EnumWords): ValueParser {
  const problem = `must be one of ${[...numberByWord.keys()].join(", ")}.`;
  return (text) => {
    const value = numberByWord.get(text);
    return value === undefined ? { problem } : { value };
  };
}
