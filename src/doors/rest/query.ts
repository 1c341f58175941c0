// Reads query strings as request messages. Rules of protovalidate (required, bounds) are checked elsewhere.
import type { DescMessage, Message } from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { type Clock, systemClock } from "../../lib/time/clock.ts";
import { VIOLATIONS_MAX, type FieldViolation } from "../../errors/fault.ts";
import { parseIsoTime } from "../../lib/time/iso-time.ts";
import { fieldShapes, type EnumWords, type FieldShape, type ValueShape } from "./field-shape.ts";
import { type MistakenNames, NO_MISTAKEN_NAMES, unknownField } from "./unknown-field.ts";

/** A question as far as it could be read, and the violations. */
export interface ParsedMessage {
  readonly message: Message;
  readonly violations: readonly FieldViolation[];
}

/** Takes the part after "?", still percent-encoded; never throws. */
export type QueryParser = (query: string) => ParsedMessage;

// Parameters that advertising and newsletters add to links. They are ignored, so that a caller may pass a visitor's query
// on. Any other unknown parameter is refused, since it is probably misspelt.
const IGNORED = new RegExp(
  `^(?:${[
    "utm_.*",
    // Google, which also carries visitors from one site to another (_ga, _gl)
    "gclid|gclsrc|dclid|gbraid|wbraid|gad_(?:source|campaignid)|srsltid|_ga|_gl",
    // Meta, Microsoft, Yandex, LinkedIn, Pinterest, Reddit, Snapchat, TikTok, X
    "fbclid|igshid|igsh|msclkid|yclid|li_fat_id|epik|rdt_cid|sccid|ttclid|twclid",
    // newsletters: Mailchimp, HubSpot, Klaviyo, Marketo
    "mc_[ce]id|_hsenc|_hsmi|_kx|mkt_tok",
  ].join("|")})$`,
  "i",
);

interface Parameter {
  readonly name: string;
  /** Its index among the message's parameters. */
  readonly index: number;
  readonly localName: string;
  readonly isList: boolean;
  readonly parse: ValueParser;
}

interface Reading {
  readonly message: Message & Record<string, unknown>;
  /** How each parameter was spelt, by its index; values of a list may use the same spelling repeatedly. */
  readonly spellings: string[];
  readonly violations: FieldViolation[];
}

/**
 * Compiles the parser of a request message whose query may have these fields; throws if one cannot be a query parameter.
 * The clock is for the times in examples.
 */
export function compileQueryParser(
  message: DescMessage,
  clock: Clock = systemClock,
  fields: readonly FieldShape[] = fieldShapes(message),
  mistaken: MistakenNames = NO_MISTAKEN_NAMES,
): QueryParser {
  const parameters = new Map<string, Parameter>();
  const names: string[] = [];
  for (const [index, { name, field, isList, value }] of fields.entries()) {
    const parse = valueParser(value, clock);
    if (parse === undefined) throw new Error(`${message.typeName}.${name}: a query cannot hold a message.`);
    const parameter = { name, index, localName: field.localName, isList, parse };
    parameters.set(name, parameter).set(field.jsonName, parameter);
    names.push(name);
  }
  const unknown = (spelling: string) => unknownField(spelling, names, mistaken);
  return (query) => {
    // The parsers make values of the fields' types, which the compiler cannot follow.
    const reading = { message: create(message) as Reading["message"], spellings: [], violations: [] };
    for (const pair of query.split("&")) {
      if (pair !== "") readPair(pair, parameters, unknown, reading);
      if (reading.violations.length >= VIOLATIONS_MAX) break;
    }
    return { message: reading.message, violations: reading.violations };
  };
}

function readPair(
  pair: string,
  parameters: ReadonlyMap<string, Parameter>,
  unknown: (spelling: string) => FieldViolation,
  reading: Reading,
): void {
  const equals = pair.indexOf("=");
  const rawName = equals < 0 ? pair : pair.slice(0, equals);
  const spelling = decoded(rawName) ?? rawName;
  const parameter = parameters.get(spelling);
  if (parameter === undefined) {
    if (!IGNORED.test(spelling)) addOnce(unknown(spelling), reading.violations);
    return;
  }
  const description = readValue(parameter, spelling, equals < 0 ? "" : pair.slice(equals + 1), reading);
  if (description !== undefined) addOnce({ field: parameter.name, description }, reading.violations);
}

/** A list of twenty items may have the same fault twenty times. */
function addOnce(violation: FieldViolation, violations: FieldViolation[]): void {
  const { field, description } = violation;
  if (violations.some((each) => each.field === field && each.description === description)) return;
  violations.push(violation);
}

/** Adds the value, or returns what is wrong with it. */
function readValue(
  parameter: Parameter,
  spelling: string,
  rawText: string,
  { message, spellings }: Reading,
): string | undefined {
  const earlier = spellings[parameter.index];
  if (earlier !== undefined && (!parameter.isList || earlier !== spelling)) {
    return earlier === spelling
      ? "is given twice: give it once."
      : `is given twice, also as ${spelling === parameter.name ? earlier : spelling}: give it once.`;
  }
  spellings[parameter.index] = spelling;
  const text = decoded(rawText);
  if (text === undefined) return "is not valid percent-encoded UTF-8.";
  if (!parameter.isList) {
    const parsed = parameter.parse(text);
    if ("problem" in parsed) return parsed.problem;
    message[parameter.localName] = parsed.value;
    return undefined;
  }
  // Split after decoding, because many clients send the comma as %2C. So an item cannot contain a comma.
  const list = message[parameter.localName] as unknown[];
  for (const item of text.split(",")) {
    if (item === "") return "has an empty item: separate the values by single commas.";
    const parsed = parameter.parse(item);
    if ("problem" in parsed) return parsed.problem;
    list.push(parsed.value);
  }
  return undefined;
}

/** Form-decoded text ("+" is a space); undefined if it is malformed. */
function decoded(text: string): string | undefined {
  if (!text.includes("%") && !text.includes("+")) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

/** The value of a field or of an item; or what is wrong with it, in words that follow the parameter's name. */
export type ParsedValue = { readonly value: unknown } | { readonly problem: string };
/** Takes percent-decoded text. */
type ValueParser = (text: string) => ParsedValue;

// Exponents are accepted, because many languages print small numbers with one: a longitude near Greenwich is "1e-7".
// Hexadecimal, Infinity, NaN, spaces, a leading + and empty text are not.
const DECIMAL = /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
const WHOLE = /^-?\d+$/;

/** Undefined for a message, which a query cannot have. */
function valueParser(shape: ValueShape, clock: Clock): ValueParser | undefined {
  switch (shape.kind) {
    case "double":
      return parseDouble;
    case "integer":
      return (text) => (WHOLE.test(text) ? parsedInteger(Number(text), shape) : NOT_WHOLE);
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
  return Number.isFinite(value) ? { value } : { problem: "is too large." };
}

export const NOT_WHOLE = { problem: "must be a whole number such as 60." };

/** A whole number within the bounds of its type. If a rule has narrower ones, the rule refuses whatever is beyond them. */
export function parsedInteger(
  value: number,
  { min, max, hasBounds }: Pick<ValueShape & { kind: "integer" }, "min" | "max" | "hasBounds">,
): ParsedValue {
  const nearest = Math.min(Math.max(value, min), max);
  if (nearest !== value && !hasBounds) return { problem: `must be from ${min} to ${max}.` };
  // "-0" is read as minus zero; adding 0 makes it 0.
  return { value: nearest + 0 };
}

function parseBool(text: string): ParsedValue {
  if (text === "true") return { value: true };
  return text === "false" ? { value: false } : { problem: "must be true or false." };
}

export function parseTimestamp(text: string, clock: Clock): ParsedValue {
  const time = parseIsoTime(text, clock.nowMs());
  return "problem" in time ? time : { value: timestampFromMs(time.ms) };
}

export function enumParser({ numberByWord }: EnumWords): ValueParser {
  const problem = `must be one of ${[...numberByWord.keys()].join(", ")}.`;
  return (text) => {
    const value = numberByWord.get(text);
    return value === undefined ? { problem } : { value };
  };
}
