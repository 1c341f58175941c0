// Query strings as request messages. What protovalidate can say (required, bounds) is not said here.
import type { DescMessage, Message, MessageInitShape } from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";
import { VIOLATIONS_MAX, type FieldViolation } from "../../fault.ts";
import { nearestName } from "../../nearest-name.ts";
import { fieldShapes } from "./field-shape.ts";
import type { ValueParser } from "./query-value.ts";
import { valueParser } from "./query-value.ts";
import { meantNames } from "./typed-names.ts";

/** A query string read: the message, or everything that is wrong with it. */
export type ParsedQuery =
  | { readonly kind: "Parsed"; readonly message: Message }
  | { readonly kind: "Refused"; readonly violations: readonly FieldViolation[] };

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

/** Compiles the parser of a request message; throws where a field cannot be a query parameter. */
export function compileQueryParser(message: DescMessage): QueryParser {
  const parameters = new Map<string, Parameter>();
  const names: string[] = [];
  for (const { name, field, isList, value } of fieldShapes(message)) {
    const parse = valueParser(value);
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
    if (reading.violations.length > 0) return { kind: "Refused", violations: reading.violations };
    // The parsers make the values that the fields' types ask for, one by one, where no compiler can follow.
    return { kind: "Parsed", message: create(message, reading.init as MessageInitShape<DescMessage>) };
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
  return { field, description: `is unknown${help}`, reason };
}
