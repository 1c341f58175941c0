// Reads JSON bodies as request messages. Values are written as in our answers. Rules of protovalidate are checked
// elsewhere.
import { create, type DescMessage, type Message } from "@bufbuild/protobuf";
import { TimestampSchema } from "@bufbuild/protobuf/wkt";
import { type Clock, systemClock } from "../../lib/time/clock.ts";
import { type FieldViolation, invalidArgument, VIOLATIONS_MAX } from "../../errors/fault.ts";
import { isoDay } from "../../lib/time/iso-time.ts";
import type { CallRequest } from "../../call/call.ts";
import { type FieldShape, fieldShapes, type ValueShape } from "./field-shape.ts";
import {
  enumParser,
  NOT_WHOLE,
  parsedInteger,
  type ParsedMessage,
  type ParsedValue,
  parseTimestamp,
} from "./query.ts";
import { repeatedNames } from "./repeated-names.ts";
import { type MistakenNames, NO_MISTAKEN_NAMES, unknownField } from "./unknown-field.ts";

/** `unreadable` is set if nothing could be read. */
type ParsedBody = ParsedMessage & Pick<CallRequest, "unreadable">;

/** Takes a body's text; an empty one is an empty message. Never throws. */
export type BodyParser = (text: string) => ParsedBody;

/** Compiles the parser of a request message whose body may have these fields. The clock is for the times in examples. */
export function compileBodyParser(
  message: DescMessage,
  clock: Clock = systemClock,
  fields: readonly FieldShape[] = fieldShapes(message),
  mistaken: MistakenNames = NO_MISTAKEN_NAMES,
): BodyParser {
  const read = messageReader(message, fields, { clock, mistaken, parents: [] });
  return (text) => {
    if (text === "") return { message: create(message), violations: [] };
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch (error) {
      return unreadable(message, `is not valid JSON${placeOf(error)}.`);
    }
    if (!isObject(json)) return unreadable(message, "must be a JSON object: {…}.");
    const description = "is given twice: give it once.";
    const repeated = repeatedNames(text, json, READ_VIOLATIONS_MAX);
    const violations = repeated.map((field): FieldViolation => ({ field, description, isRepeated: true }));
    return { message: read(json, "", violations) as Message, violations };
  };
}

function unreadable(message: DescMessage, description: string): ParsedBody {
  const error = invalidArgument([{ field: "body", description }]);
  return { message: create(message), violations: [], unreadable: error };
}

/** Only the position from V8's message: the rest quotes the text. */
function placeOf(error: unknown): string {
  const [place] = /\(line \d+ column \d+\)/.exec(String(error)) ?? [];
  return place === undefined ? "" : ` ${place}`;
}

/**
 * Messages of a list may fail alone (call/items-alone.ts), so all of them are read, however much is wrong with them. With so many
 * violations, there are more messages than any list may have.
 */
const READ_VIOLATIONS_MAX = 1000;

/** Whether reading on would change nothing: an unknown name refuses the whole request, which lists VIOLATIONS_MAX. */
function isFull(violations: readonly FieldViolation[]): boolean {
  if (violations.length < VIOLATIONS_MAX) return false;
  return (
    violations.length >= READ_VIOLATIONS_MAX ||
    violations.some(({ reason }) => reason === "UNKNOWN_PARAMETER")
  );
}

/** Returns the value for the message's field; or adds violations and returns undefined. */
type ValueReader = (json: unknown, path: string, violations: FieldViolation[]) => unknown;

interface Surroundings {
  readonly clock: Clock;
  readonly mistaken: MistakenNames;
  readonly parents: readonly DescMessage[];
}

function messageReader(
  message: DescMessage,
  fields: readonly FieldShape[],
  { parents, ...others }: Surroundings,
): ValueReader {
  if (parents.includes(message))
    throw new Error(`${message.typeName}: recursive messages are not supported.`);
  const within = { ...others, parents: [...parents, message] };
  const readers = new Map(fields.map((shape) => [shape.name, fieldReader(shape, within)]));
  const names = [...readers.keys()];
  const nameOf = new Map(fields.map(({ name, field }) => [field.jsonName, name]));
  return (json, path, violations) => {
    if (!isObject(json)) return refuse(path, "must be an object: {…}.", violations);
    const prefix = path === "" ? "" : `${path}.`;
    // Fields are set one by one: if `create` got an object with them, it would go through that object again.
    const made = create(message) as Message & Record<string, unknown>;
    for (const [name, value] of Object.entries(json)) {
      if (isFull(violations)) break;
      const field = readers.get(name);
      if (field === undefined)
        violations.push(unknownIn(name, names, { path: prefix, nameOf, mistaken: within.mistaken }));
      else if (value === null) refuse(prefix + name, "must not be null: leave it out.", violations);
      else {
        const read = field.read(value, prefix + name, violations);
        if (read !== undefined) made[field.localName] = read;
      }
    }
    return made;
  };
}

/** camelCase names, as in Protobuf's own JSON, are recognised in the hint. */
function unknownIn(
  name: string,
  names: readonly string[],
  {
    path,
    nameOf,
    mistaken,
  }: {
    readonly path: string;
    readonly nameOf: ReadonlyMap<string, string>;
    readonly mistaken: MistakenNames;
  },
): FieldViolation {
  const meant = nameOf.get(name);
  if (meant === undefined) return unknownField(name, names, mistaken, { path, called: "fields" });
  const description = `is unknown; did you mean ${meant}?`;
  return { field: path + name, description, reason: "UNKNOWN_PARAMETER", meant: path + meant };
}

function fieldReader({ field: { localName }, value, isList }: FieldShape, within: Surroundings) {
  const readValue = valueReader(value, within);
  const readList: ValueReader = (json, path, violations) => {
    if (!Array.isArray(json)) return refuse(path, "must be a list: […].", violations);
    const before = violations.length;
    const isEnough =
      value.kind === "message"
        ? () => isFull(violations)
        : () => violations.length - before >= VIOLATIONS_MAX;
    return json.map((item, i) => {
      if (isEnough()) return emptyValue(value);
      const at = `${path}[${i}]`;
      const read =
        item === null ? refuse(at, "must not be null.", violations) : readValue(item, at, violations);
      // An item that is refused keeps its place, so that the violations of the others name theirs.
      return read ?? emptyValue(value);
    });
  };
  return { localName, read: isList ? readList : readValue };
}

function valueReader(shape: ValueShape, within: Surroundings): ValueReader {
  const { clock } = within;
  switch (shape.kind) {
    case "double":
      return parsedBy((json) =>
        typeof json !== "number"
          ? { problem: "must be a number such as 51.5." }
          : Number.isFinite(json)
            ? { value: json }
            : { problem: "is too large." },
      );
    case "integer":
      return parsedBy((json) => (Number.isInteger(json) ? parsedInteger(json as number, shape) : NOT_WHOLE));
    case "bool":
      return parsedBy((json) =>
        typeof json === "boolean" ? { value: json } : { problem: "must be true or false." },
      );
    case "string":
      return parsedBy((json) =>
        typeof json !== "string"
          ? { problem: "must be a string." }
          : json.isWellFormed()
            ? { value: json }
            : { problem: "contains half a surrogate pair, which is not a character." },
      );
    case "timestamp":
      return parsedBy((json) => timestampFromJson(json, clock));
    case "enum": {
      const parse = enumParser(shape.words);
      return parsedBy((json) => parse(typeof json === "string" ? json : ""));
    }
    case "message":
      return messageReader(shape.message, fieldShapes(shape.message), within);
  }
}

function emptyValue(shape: ValueShape): unknown {
  switch (shape.kind) {
    case "message":
      return create(shape.message);
    case "timestamp":
      return create(TimestampSchema);
    case "string":
      return "";
    case "bool":
      return false;
    default:
      return 0;
  }
}

function parsedBy(parse: (json: unknown) => ParsedValue): ValueReader {
  return (json, path, violations) => {
    const parsed = parse(json);
    return "problem" in parsed ? refuse(path, parsed.problem, violations) : parsed.value;
  };
}

function timestampFromJson(json: unknown, clock: Clock): ParsedValue {
  if (typeof json === "string") return parseTimestamp(json, clock);
  return { problem: `must be a time such as "${isoDay(clock.nowMs())}T14:00:00Z".` };
}

function refuse(field: string, description: string, violations: FieldViolation[]): undefined {
  violations.push({ field, description });
  return undefined;
}

function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
